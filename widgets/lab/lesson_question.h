// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/evaluate_lesson.h"

#include <QWidget>

class QButtonGroup;
class QGridLayout;
class QLabel;

namespace pipette {

class SoftBox;

/// What a person has done about a question.
struct Prediction {
    int chosen = -1;      ///< choice; -1: none yet
    bool checked = false; ///< the answer is shown
};

/// One question: predict first, then see what the simulator finds.
class LessonQuestionCard : public QWidget {
    Q_OBJECT

public:
    explicit LessonQuestionCard(QWidget* parent = nullptr);

    /// `number` from 1. A refresh with other figures keeps what is chosen.
    void setQuestion(const AnsweredQuestion& question, const Prediction& prediction, const QString& caption);
    void choose(int choice);

signals:
    void chosen(int choice);
    void linkActivated(const QString& page);

private:
    void makeChoices(const AnsweredQuestion& question, const Prediction& prediction);
    void showVerdict(const AnsweredQuestion& question, const Prediction& prediction);

    SoftBox *head_, *verdict_;
    QLabel *caption_, *prompt_, *mark_, *verdict_title_, *explanation_;
    QWidget* choices_ = nullptr; ///< made anew for each question
    QButtonGroup* group_ = nullptr;
};

} // namespace pipette
