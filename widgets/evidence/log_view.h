// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_table.h"
#include "widgets/evidence/logged_runs.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QTableView;
class QSplitter;

namespace pipette {

class EmptyNote;
class StepChart;

/// Training logs: a row for each run, measured beside predicted, and the chosen run held against the plan:
/// the time of its steps over the planned range, what is slower, since when, and which part of the step.
class LogView : public QWidget {
    Q_OBJECT

public:
    explicit LogView(QWidget* parent = nullptr);

    void setLogs(const LogsShown& shown);
    void setBusy(bool busy);
    void chooseRun(int run); ///< as a click on its row does

    StepChart* chart() { return chart_; }
    QAbstractItemModel* runs() { return &runs_; }
    QAbstractItemModel* parts() { return &parts_; }
    QString answer() const; ///< what is said of the chosen run

signals:
    void openLogsRequested();
    void fillRequested(pipette::FilledFrom from);
    void calibrateRequested();
    void cancelRequested();

private:
    void layOut();
    void showRun();
    void showParts(const LogAgainstPlan* against);

    LogsShown shown_;
    int chosen_ = 0;
    bool held_chosen_ = false; ///< a person has chosen what runs are held against
    ChartTable runs_, parts_;
    StepChart* chart_;
    QTableView *runs_table_, *parts_table_;
    QPushButton *open_, *cancel_, *calibrate_;
    QCheckBox* fill_;
    QComboBox* held_;
    QLabel *answer_, *gaps_;
    EmptyNote* note_; ///< in the place of all else where no log is open
    QWidget* tools_;
    QSplitter* content_;
};

} // namespace pipette
