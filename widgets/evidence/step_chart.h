// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_view.h"
#include "widgets/evidence/logged_runs.h"

#include <QRectF>

#include <optional>
#include <vector>

namespace pipette {

/// The time of each step of a run, the medians of its levels, and the planned time with its range as a band.
/// Steps that do not count are circles. Where there are more steps than pixels, each column of pixels shows
/// the shortest and the longest.
class StepChart : public ChartView {
    Q_OBJECT

public:
    explicit StepChart(QWidget* parent = nullptr);

    /// `run` null: nothing is shown.
    void setRun(const LoggedRunShown* run, HeldAgainst held);

    void renderTo(QPainter* painter, QSize size) override;

protected:
    QString tipAt(const QPoint& point) const override;

private:
    struct Range {
        double first = 0, last = 1; ///< numbers of steps
        double low = 0, high = 1;   ///< seconds
    };
    Range range() const;
    QRectF plotArea(QSize size) const;
    QPointF at(const QRectF& area, double step, double seconds) const;
    void paintAxes(QPainter& painter, const QRectF& area) const;
    void paintPlan(QPainter& painter, const QRectF& area) const;
    void paintSteps(QPainter& painter, const QRectF& area) const;
    void paintLevels(QPainter& painter, const QRectF& area) const;
    void refreshTable();

    std::optional<LoggedRunShown> run_;
    std::optional<LogAgainstPlan> against_;
    std::vector<bool> counts_; ///< by the index of the step
    Range range_;
};

} // namespace pipette
