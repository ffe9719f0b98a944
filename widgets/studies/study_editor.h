// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/study.h"
#include "widgets/studies/question_cards.h"

#include <QPointer>
#include <QWidget>

#include <vector>

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QMenu;
class QProgressBar;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace pipette {

/// A study as fields: its goals with their units, what is varied and over which values, sensitivity; New and
/// Run. Asks for what is entered, and shows what it is given.
class StudyEditor : public QWidget {
    Q_OBJECT

public:
    explicit StudyEditor(QWidget* parent = nullptr);

    /// `of`: what its plans are of, in a line: cluster, model and batch.
    void setStudy(const Study& study, const QString& of);
    /// All studies of the document, by what they ask, and which of them is open.
    void setStudies(const QStringList& names, int open);
    void setRunning(double fraction, const QString& step); ///< 0 to 1; less: not known
    void setResting(const QString& summary);
    /// Questions to ask of the plan, behind a button.
    void setQuestions(QMenu* questions);
    /// Of these a person chooses while there is no study.
    void addCard(const QuestionCard& card) { cards_->add(card); }
    /// To the goals, or to the values of the first axis, where a person has to enter some.
    void enterGoals();
    /// Behind the values of the axis that asked for a file.
    void addValue(const QString& value);
    void enterValues();
    void run();      ///< as the button does: takes what stands in the fields, then asks for a run
    void findSize(); ///< in the same way

signals:
    void newRequested();
    void studyChosen(int number); ///< of setStudies()
    void removeRequested();       ///< the person wants the open study removed
    void edited(const pipette::Study& study);
    void runRequested();
    void sizeRequested();
    void clusterFileRequested(); ///< for addValue
    void cancelRequested();

private:
    struct AxisRow {
        QWidget* whole;
        QComboBox* axis;
        QLineEdit* values;
        QToolButton* file; ///< asks for a cluster file; hidden where the axis has none
    };
    QWidget* makeFields(QPushButton& fresh); ///< all that scrolls; `fresh` makes a new study
    QWidget* makeList();
    QWidget* makeGoals();
    QWidget* makeAxes();
    QDoubleSpinBox* connected(QDoubleSpinBox* box, const QString& name, const QString& none);
    void addAxis(const StudyAxis& axis);
    void removeAxis(const QWidget* whole);
    void showFileButtons();
    bool enter(); ///< takes what stands in the fields, or says why not
    void say(const QString& text);

    Study study_;
    bool filling_ = true; ///< the fields follow the study, not the person
    QString said_;
    QString refused_; ///< why the fields are not the study; empty: they are. Shown before all that is said
    QuestionCards* cards_; ///< in the place of the fields while there is no study
    QWidget* actions_;     ///< what runs a study; hidden without one
    QLabel *of_, *note_;
    QLineEdit* currency_ = nullptr;
    QWidget* list_ = nullptr; ///< hidden where there is but one study
    QComboBox* studies_ = nullptr;
    QDoubleSpinBox *tokens_ = nullptr, *step_tokens_ = nullptr, *days_ = nullptr, *price_ = nullptr,
                   *budget_ = nullptr, *power_ = nullptr, *pue_ = nullptr, *mtbf_ = nullptr,
                   *checkpoint_ = nullptr, *restart_ = nullptr, *share_ = nullptr;
    QWidget *goals_ = nullptr, *varied_ = nullptr;
    QVBoxLayout* axes_ = nullptr;
    std::vector<AxisRow> rows_;
    QPointer<QLineEdit> asking_; ///< null: no axis has asked for a file
    QPushButton *run_, *size_, *cancel_, *ask_, *add_ = nullptr;
    QProgressBar* progress_;
};

} // namespace pipette
