// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace pipette {

/// A line across a card: what separates a title or a row of tools from what stands below.
class CardLine : public QWidget {
    Q_OBJECT

public:
    CardLine();

protected:
    void paintEvent(QPaintEvent* event) override;
};

/// Whether a card has a line below its first tokens::dock_title pixels, where a dock has its title.
enum class TitleLine { none, drawn };

/// The rounded edge of a card, and the window behind its corners, drawn over `over`. The mouse passes
/// through. Cards in splitters leave the outer edge of the splitters to the dock that holds them.
class CardFrame : public QWidget {
    Q_OBJECT

public:
    CardFrame(QWidget& over, TitleLine line);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QRectF edge() const;

    TitleLine line_;
};

} // namespace pipette
