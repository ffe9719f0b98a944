// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/pipeline/gantt_marks.h"
#include "widgets/pipeline/gantt_shares.h"
#include "widgets/pipeline/timeline_plottable.h"

namespace pipette {

class PlotLegend;
class TimelineMarks;

/// The plot of a Gantt chart: bars by time and device with marks over them, the legend below, the shares of
/// one step above. It gets the mouse.
class GanttPlot : public QCustomPlot {
    Q_OBJECT

public:
    static constexpr int left_margin = 68; ///< pixels at least, so that charts below it can align

    explicit GanttPlot(QWidget* parent);

    TimelinePlottable& bars() { return *bars_; }
    const TimelinePlottable& bars() const { return *bars_; }
    GanttShares& shares() { return *shares_; }
    void setRows(std::vector<TimelinePlottable::Row> rows, BarColours colours);
    /// Draws marks over the bars until the next call. Their operations are those of the shown timelines.
    void setMarks(GanttMarks marks);
    void setTheme(const Theme& theme);
    /// Gives rows their places in a picture of this height: headings as high as their words.
    void placeRows(int height);
    void showLegend();     ///< of what is drawn
    void showAll();        ///< of the timelines
    bool showsAll() const; ///< nobody has zoomed or moved the chart since then

    /// The operation at a point; empty: none there.
    std::optional<GanttOperation> operationAt(const QPointF& point) const;
    /// Seconds at a place across.
    double timeAt(double x) const { return xAxis->pixelToCoord(x); }
    /// Where an operation is drawn now; empty: out of sight.
    QRectF placeOf(const GanttOperation& operation) const;

protected:
    void changeEvent(QEvent* event) override;

private:
    TimelinePlottable* bars_;
    TimelineMarks* marks_;
    PlotLegend* legend_;
    GanttShares* shares_;
    const Theme* theme_ = &lightTheme();
    BarColours colours_ = BarColours::kind;
    std::vector<BarStyle> styles_;        ///< that the rows use
    std::pair<double, double> all_{0, 1}; ///< the stretch of time of the last showAll()
};

} // namespace pipette
