// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/glyphs.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace pipette {

/// What stands where there is nothing to show yet: an icon, one sentence and one button.
class EmptyNote : public QWidget {
    Q_OBJECT

public:
    explicit EmptyNote(Glyph glyph, QWidget* parent = nullptr);

    void setSentence(const QString& sentence);
    QString sentence() const;
    /// The words of the button; empty: it is hidden.
    void setButton(const QString& words);
    QPushButton& button() { return *button_; }

signals:
    void asked(); ///< the button was pressed

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QLabel *icon_, *sentence_; ///< the icon goes where there is no room for it
    QPushButton* button_;
};

} // namespace pipette
