// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evidence/validation.h"
#include "core/memory/memory_estimator.h"
#include "widgets/charts/scatter_chart.h"

#include <QWidget>

#include <memory>
#include <vector>

class QComboBox;
class QLabel;
class QPushButton;
class QSplitter;

namespace pipette {

class LossCurve;

/// What came out of a training: the runs it learned from and those kept out of it, as it predicts them.
struct TrainingShown {
    QString framework;
    std::vector<ScatterPoint> points; ///< group 0: learned from, 1: kept out
    ErrorFigures kept_out;
    double within_upper = 0; ///< share of those kept out at most at the upper estimate
    bool stopped_early = false;
};

/// Trains a memory estimator on measured runs: live loss, cancel, and predicted against measured at the end.
class TrainingView : public QWidget {
    Q_OBJECT

public:
    explicit TrainingView(QWidget* parent = nullptr);

    /// Frameworks that runs with a measured peak come from, and how many there are of each.
    void setRuns(const std::vector<MeasuredRun>& runs);
    void setRunning(bool running);
    void begin(int epochs);
    void addProgress(const std::vector<TrainingProgress>& news);
    void setResult(const TrainingShown& result);

    LossCurve* loss() { return loss_; }
    ScatterChart* scatter() { return scatter_; }

signals:
    void openRunsRequested();
    void trainRequested(const QString& framework, pipette::MemoryTarget target);
    void cancelRequested();
    void saveRequested();
    void useRequested(); ///< plan with what was learned

private:
    void nameFields();
    void layOut();
    void showButtons();

    QComboBox *framework_, *target_;
    QPushButton *open_, *train_, *cancel_, *save_, *use_;
    QLabel* summary_;
    LossCurve* loss_;
    ScatterChart* scatter_;
    QSplitter* halves_; ///< what the training draws
    bool running_ = false, trained_ = false;
};

} // namespace pipette
