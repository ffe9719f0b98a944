// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/answer/answer.h"

#include <QAbstractButton>

namespace pipette {

/// A rounded button with a mark and a word on the soft ground of its state. Shortened, it shows the mark and
/// the number; its text, tool tip and accessible name keep all.
class Pill : public QAbstractButton {
    Q_OBJECT

public:
    explicit Pill(AnswerPill shown, QWidget* parent = nullptr);

    const AnswerPill& shown() const { return shown_; }
    enum class Length { full, brief };
    void setLength(Length length);
    Length length() const { return length_; }
    int widthAt(Length length) const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    AnswerPill shown_;
    Length length_ = Length::full;
};

} // namespace pipette
