// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/lab/lesson_question.h"

#include <QScrollArea>

#include <memory>
#include <vector>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace pipette {

/// Where a lesson stands among the others.
struct LessonPlace {
    int number = 1, of = 1; ///< from 1
    QString next;           ///< title of the lesson after it; empty: it is the last
};

/// The text of one lesson and its questions, one after another: predict, check, go on. Keys: 1 to 6 choose,
/// Enter checks and goes on.
class LessonPage : public QScrollArea {
    Q_OBJECT

public:
    explicit LessonPage(QWidget* parent = nullptr);

    /// Begins a lesson; its words follow with the first answer.
    void setLesson(std::shared_ptr<const Lesson> lesson, const LessonPlace& place);
    /// Figures of the example as it is now; what has been predicted stays.
    void setAnswer(std::shared_ptr<const LessonAnswer> answer);
    /// Why the example cannot be simulated; empty: it can.
    void setRefusal(const QString& why);
    /// Predicts a choice of the question that is shown, as its button does.
    void choose(int choice) { card_->choose(choice); }
    /// Goes on: checks the answer, shows the next question, asks for the next lesson.
    void goOn();
    bool anyChecked() const; ///< questions of the lesson
    /// True: the key was for the page.
    bool take(const QKeyEvent& event);

signals:
    void answerChecked();     ///< of a question, and shown
    void finished();          ///< every question has been checked
    void nextRequested();     ///< lesson
    void previousRequested(); ///< lesson
    void helpRequested(const QString& page);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void makeHead(QVBoxLayout& column);
    void makeFoot(QVBoxLayout& column);
    void showText();
    void showQuestion();
    void showButtons();
    void goBack();
    Prediction& prediction() { return predictions_[static_cast<std::size_t>(question_)]; }
    bool allChecked() const;
    QString recap() const; ///< how many questions were predicted right

    std::shared_ptr<const Lesson> lesson_; ///< null: none yet
    std::shared_ptr<const LessonAnswer> answer_;
    LessonPlace place_;
    std::vector<Prediction> predictions_; ///< [question]
    int question_ = 0;

    QLabel *caption_, *title_, *refusal_, *recap_, *rule_, *sources_title_;
    std::vector<QLabel*> paragraphs_, sources_;
    QVBoxLayout *text_, *source_list_;
    LessonQuestionCard* card_;
    QWidget* rule_box_;
    QPushButton *back_, *on_;
};

} // namespace pipette
