// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QPainter>
#include <QPalette>
#include <QSize>
#include <QString>

#include <functional>

class QPagedPaintDevice;
class QTextDocument;

namespace pipette {

/// Sheets that are filled from the top. Lengths are those of the screen: 96 to an inch. Each sheet has a line
/// above that names what is printed, and its number below.
class Paper {
public:
    /// `head`: the line above.
    Paper(QPagedPaintDevice& device, QString head);

    bool ready() const { return painter_.isActive(); } ///< else the device cannot be written, and stays empty
    QSize room() const { return room_; }               ///< of a sheet, between its lines
    int sheets() const { return sheets_; }

    /// A heading, which stays with what comes below it: on a new sheet where less than `below` is left.
    void heading(const QString& text, int below);
    /// A document as wide as the sheet; one that does not fit goes on on the next sheets.
    void words(QTextDocument& document);
    /// A picture of `size` in the middle, made smaller where it is larger than a sheet. `draw` draws it from
    /// (0, 0) to that size.
    void picture(QSize size, const std::function<void(QPainter&)>& draw);

private:
    void nextSheet();
    void drawLines();

    QPagedPaintDevice& device_;
    QString head_;
    QFont font_;
    QPainter painter_;
    QSize room_;
    int used_ = 0; ///< of the sheet, from the top
    int sheets_ = 1;
};

/// While it lives, the whole program has the colours of paper: light ones.
class PaperColours {
public:
    PaperColours();
    ~PaperColours();
    PaperColours(const PaperColours&) = delete;
    PaperColours& operator=(const PaperColours&) = delete;

private:
    static void setColours(const QPalette& palette);

    QPalette before_;
};

} // namespace pipette
