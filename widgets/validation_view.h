// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evidence/validation.h"
#include "widgets/chart_table.h"

#include <QWidget>

#include <map>
#include <memory>
#include <string>
#include <vector>

class QComboBox;
class QLabel;
class QPushButton;
class QTableView;

namespace pipette {

class ScatterChart;

/// Measured runs and what is predicted for them.
struct ValidationShown {
    std::shared_ptr<const std::vector<MeasuredRun>> runs; ///< null: none opened yet
    std::shared_ptr<const ValidationReport> report;       ///< its rows point into `runs`
    std::map<std::string, int> without_recompute = {};    ///< runs taken so against their label, by source
};

/// Predicted against measured: the scatter, figures by source, model, GPU or size, and the worst runs first;
/// a run can be opened as a plan.
class ValidationView : public QWidget {
    Q_OBJECT

public:
    explicit ValidationView(QWidget* parent = nullptr);

    void setValidation(const ValidationShown& shown);
    void setBusy(bool busy); ///< runs are being read and predicted

    ScatterChart* chart() { return chart_; }
    QAbstractItemModel* figures() { return &figures_; }
    QAbstractItemModel* worst() { return &worst_; }

signals:
    void openRunsRequested();
    void cancelRequested();
    void loadRequested(int run); ///< index into the runs

private:
    struct Row { ///< of the quantity that is shown
        int run = 0, group = 0;
        double measured = 0, predicted = 0;
    };
    QString groupOf(const MeasuredRun& run) const;
    void refresh();
    void choose(int row);
    void loadChosen();

    ValidationShown shown_;
    std::vector<Row> rows_; ///< worst first
    ScatterChart* chart_;
    ChartTable figures_, worst_;
    QTableView *figures_table_, *worst_table_;
    QComboBox *quantity_, *by_;
    QPushButton *open_, *cancel_, *load_;
    QLabel* summary_;
};

} // namespace pipette
