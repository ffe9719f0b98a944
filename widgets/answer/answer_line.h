// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/answer/answer.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace pipette {

class Pill;

/// The first thing to read in a window, across all of it: the answer. Where it is narrow the second line
/// loses its last sentences first, then pills shorten to mark and number, then sentences of the first line
/// move to the second one; the tool tip and what screen readers read keep all.
class AnswerLine : public QWidget {
    Q_OBJECT

public:
    explicit AnswerLine(QWidget* parent = nullptr);

    void setAnswer(const Answer& answer);
    const Answer& answer() const { return answer_; }
    QSize minimumSizeHint() const override;

signals:
    /// A pill was pressed: shows what it stands for.
    void reasonRequested(pipette::Reason reason);
    void whyRequested(); ///< why the plan is the best

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fit();
    void colour();
    void showPills();

    Answer answer_;
    QLabel *lead_ = nullptr, *figure_, *unit_, *gain_, *facts_, *reasons_;
    QToolButton* why_;
    QHBoxLayout* pill_row_;
    std::vector<Pill*> pills_;
};

} // namespace pipette
