// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_table.h"
#include "widgets/charts/view_tools.h"
#include "widgets/evidence/validation_content.h"

#include <QWidget>

#include <vector>

class QLabel;
class QPushButton;
class QTableView;

namespace pipette {

class FloatingChoice;
class OwnRunsCard;

/// Predicted against measured: the scatter, figures by source, model, GPU or size, and the worst runs first;
/// or the rankings that the predictions make of the runs. A run can be opened as a plan.
class ValidationView : public QWidget, public WithTools {
    Q_OBJECT

public:
    explicit ValidationView(QWidget* parent = nullptr);

    void setValidation(const ValidationShown& shown);
    void setBusy(bool busy); ///< runs are being read and predicted

    ViewTools& tools() const override { return *tools_; }
    ScatterChart* chart() { return chart_; }
    OwnRunsCard& ownRuns() { return *own_runs_; }
    QAbstractItemModel* figures() { return &figures_; }
    QAbstractItemModel* worst() { return &worst_; }

    bool mayLoad() const; ///< a run is chosen
    void loadChosen();    ///< asks for the plan of the chosen run

signals:
    void chosenChanged();
    void cancelRequested();
    void loadRequested(int run); ///< index into the runs

private:
    QString groupOf(const MeasuredRun& run) const;
    QString notCounted() const;
    QWidget* makeHalves(); ///< chart and groups above the runs
    void refresh();
    void choose(int row);

    ValidationShown shown_;
    std::vector<int> runs_; ///< of the worst, the first first
    ScatterChart* chart_;
    OwnRunsCard* own_runs_;
    ChartTable figures_, worst_;
    QTableView *figures_table_, *worst_table_;
    ViewTools* tools_;
    FloatingChoice *quantity_, *by_;
    QPushButton* cancel_;
    QLabel* summary_;
};

} // namespace pipette
