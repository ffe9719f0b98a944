// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/availability/run_availability.h"
#include "widgets/charts/chart_table.h"

#include <QWidget>

#include <memory>

class QLabel;
class QProgressBar;
class QPushButton;
class QStackedLayout;
class QTableView;

namespace pipette {

class EmptyNote;

/// A question about GPUs that come and go, with its answer.
struct AnsweredAvailability {
    AvailabilityQuestion question;
    AvailabilityResult result;
};

/// What a run gets done on GPUs that come and go: the answer in sentences, what is assumed, and a row a
/// period. Asks for a run, and for an end of one.
class AvailabilityView : public QWidget {
    Q_OBJECT

public:
    explicit AvailabilityView(QWidget* parent = nullptr);

    enum class State {
        empty,    ///< no file was opened
        ready,    ///< a file was opened
        outdated, ///< the answer is of what was entered before
        running
    };
    /// `name`: of the file that is asked about. `answered`: null: nothing yet.
    void setAnswer(const QString& name, std::shared_ptr<const AnsweredAvailability> answered, State state);
    void setProgress(double fraction, const QString& step);
    const ChartTable& model() const { return rows_; }
    EmptyNote& emptyNote() { return *note_; } ///< while no file is open
    QString answerText() const;               ///< the sentences

signals:
    void runRequested();
    void cancelRequested();

private:
    void showSentences(const QString& name, State state);
    void showRows();

    std::shared_ptr<const AnsweredAvailability> answered_;
    ChartTable rows_;
    QTableView* table_;
    QLabel *heading_, *answer_, *assumed_;
    QProgressBar* progress_;
    QPushButton *run_, *cancel_;
    EmptyNote* note_;
    QStackedLayout* pages_; ///< the note or the answer
};

} // namespace pipette
