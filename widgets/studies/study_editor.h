// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/study.h"
#include "widgets/studies/question_cards.h"

#include <QPointer>
#include <QWidget>

#include <vector>

class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QMenu;
class QProgressBar;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace pipette {

class FoldCard;

/// Edits a study in fields: the axes and their values, the goals with their units, the sensitivity.
/// setStudy() fills the fields; edited() tells what a person has entered.
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
    void run();      ///< takes what stands in the fields, then asks for a run
    void findSize(); ///< in the same way

signals:
    void studyChosen(int number); ///< of setStudies()
    void removeRequested();       ///< the person wants the open study removed
    void edited(const pipette::Study& study);
    void runRequested();
    void sizeRequested();
    void clusterFileRequested(); ///< for addValue

private:
    struct AxisRow {
        QWidget* whole;
        QComboBox* axis;
        QLineEdit* values;
        QToolButton* file; ///< asks for a cluster file; hidden where the axis has none
    };
    QWidget* makeFields(); ///< all that scrolls
    QWidget* makeList();
    QWidget* makeBase();
    QWidget* makeGoal();
    QWidget* makePrices();
    QWidget* makeFailures();
    QWidget* makeAxes();
    QDoubleSpinBox* number(QFormLayout& form, const QString& name, const QString& unit, double most,
                           const QString& none = {});
    QDoubleSpinBox* tokens(QFormLayout& form, const QString& name, const QString& none);
    void showValues(); ///< in the heads of the cards
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
    QLabel *of_, *note_;
    QLineEdit* currency_ = nullptr;
    QWidget* list_ = nullptr; ///< hidden without a study
    QComboBox* studies_ = nullptr;
    QDoubleSpinBox *tokens_ = nullptr, *step_tokens_ = nullptr, *days_ = nullptr, *price_ = nullptr,
                   *budget_ = nullptr, *power_ = nullptr, *pue_ = nullptr, *mtbf_ = nullptr,
                   *checkpoint_ = nullptr, *restart_ = nullptr, *share_ = nullptr;
    FoldCard *base_ = nullptr, *varied_ = nullptr, *goal_ = nullptr, *prices_ = nullptr, *failures_ = nullptr;
    QVBoxLayout* axes_ = nullptr;
    std::vector<AxisRow> rows_;
    QPointer<QLineEdit> asking_; ///< null: no axis has asked for a file
    QPushButton *ask_, *add_ = nullptr;
    QProgressBar* progress_;
};

} // namespace pipette
