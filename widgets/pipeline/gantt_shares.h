// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/candidate.h"
#include "widgets/charts/plot_strip.h"

#include <QString>

#include <optional>
#include <vector>

namespace pipette {

/// A part of a step's time, as a share of it.
struct TimeShare {
    QString name;
    double share = 0; ///< of the whole
    QBrush brush;
    Ink ink = Ink::idle;
    bool operator==(const TimeShare&) const = default;
};

/// The bar above a Gantt chart: where the whole step's time goes, as wide as the chart's time axis. A part
/// says its name and its share, or its share alone, as far as there is room.
class GanttShares : public PlotStrip {
    Q_OBJECT

public:
    GanttShares(QCustomPlot* plot, QCPAxisRect& above) : PlotStrip(plot), above_(above) {}

    /// Of a step; empty: the bar takes no room.
    void setParts(const std::optional<Breakdown>& parts);
    void setTheme(const Theme* theme) override;
    int height() const override;
    const std::vector<TimeShare>& shares() const { return shares_; }
    /// "compute: 54 %" of the part at a point of the plot; empty: none there.
    QString textAt(const QPointF& point) const;

protected:
    void draw(QCPPainter* painter) override;

private:
    QRectF bar() const;

    QCPAxisRect& above_; ///< the bar is as wide as it
    std::optional<Breakdown> parts_;
    std::vector<TimeShare> shares_; ///< of parts_
};

} // namespace pipette
