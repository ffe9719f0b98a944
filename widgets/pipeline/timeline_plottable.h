// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/bar_columns.h"
#include "widgets/pipeline/timeline_rows.h"
#include "widgets/theme/bar_palette.h"

#include <QString>

#include <optional>
#include <qcustomplot.h>
#include <vector>

namespace pipette {

/// The bars of a Gantt chart: rows of sorted, disjoint stretches of time, drawn in a time that depends on the
/// pixels and not on the bars. What is too small for a rectangle of its own goes into BarColumns, where idle
/// time stays visible at any zoom. Where bars tell the kind of work and the median one is too narrow for a
/// block, each moment's busy share is drawn as height, backward below, forward on top, idle time grey. Rows
/// follow one another down the (reversed) value axis, each as high as it
/// needs.
class TimelinePlottable : public QCPAbstractPlottable {
    Q_OBJECT

public:
    using Bar = TimelineBar;
    using Row = TimelineRow;
    using Arrow = TimelineArrow;

    TimelinePlottable(QCPAxis* keyAxis, QCPAxis* valueAxis);

    void setRows(std::vector<Row> rows);
    /// Puts the rows one below the other, so that headings get their pixels when all rows share `pixels`.
    void placeRows(double heading_pixels, double pixels) { rows_.place(heading_pixels, pixels); }
    const std::vector<Row>& rows() const { return rows_.all(); }
    /// Text of a bar when it is wide enough.
    void setLabeller(std::function<QString(const Row&, const Bar&)> labeller) {
        labeller_ = std::move(labeller);
    }
    void setCriticalShown(bool shown) { critical_shown_ = shown; }
    bool criticalShown() const { return critical_shown_; }
    void setArrows(std::vector<Arrow> arrows) { arrows_ = std::move(arrows); }
    /// What starts after this time is drawn as an outline only (stepping through a schedule); empty: all is
    /// shown.
    void setPlayTime(std::optional<double> time) { play_time_ = time; }
    void setHighlightedDevice(int device) { highlighted_device_ = device; }
    void setTheme(const Theme* theme);
    const BarPalette& palette() const { return palette_; }
    /// Busy shares are drawn in the place of bars, which are too narrow at this zoom.
    bool showsBands() const;

    /// The bar at a point of the widget, as row and number in it; empty when there is none.
    std::optional<std::pair<int, int>> barAt(const QPointF& position) const;

    /// TimelineRows::barOf()
    std::optional<std::pair<int, int>> barOf(int timeline, std::int32_t operation) const {
        return rows_.barOf(timeline, operation);
    }

    /// Where a bar of a row is drawn now, in pixels of the plot, within the axes; empty: out of sight.
    QRectF placeOf(int row, int bar) const;

    double selectTest(const QPointF& position, bool onlySelectable,
                      QVariant* details = nullptr) const override;
    QCPRange getKeyRange(bool& found, QCP::SignDomain domain = QCP::sdBoth) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain domain = QCP::sdBoth,
                           const QCPRange& keys = QCPRange()) const override;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;

private:
    struct Batches;
    struct Frame;
    void drawRow(const Row& row, double top, double height, const Frame& frame, Batches& batches);
    /// Idle time is what stays of this ground.
    void drawGround(QCPPainter& painter, const Row& row, const QRectF& place, const Frame& frame) const;
    void drawBands(QCPPainter& painter, const Row& row, const QRectF& place, const Frame& frame) const;
    void fillCrowded(const Row& row, std::size_t first, std::size_t last, const Frame& frame);
    /// Not begun at the play time, or never.
    bool waits(const Row& row, const Bar& bar) const {
        return (play_time_ && bar.start >= *play_time_) || bar.start >= row.stuck_from;
    }
    QRgb colourOf(const Row& row, const Bar& bar) const;
    void drawBatches(QCPPainter* painter, const Batches& batches, const Frame& frame) const;
    void drawLabels(QCPPainter* painter, const Batches& batches) const;
    void drawHeading(QCPPainter* painter, const Row& row) const;
    void drawArrows(QCPPainter* painter) const;

    TimelineRows rows_;
    std::vector<Arrow> arrows_;
    std::function<QString(const Row&, const Bar&)> labeller_;
    std::optional<double> play_time_;
    int highlighted_device_ = -1;
    bool critical_shown_ = true;
    const Theme* theme_ = &lightTheme();
    BarPalette palette_{*theme_};
    std::vector<QRgb> solid_, faint_; ///< [style] plain colours: done or running, and still waiting
    BarColumns columns_;
};

} // namespace pipette
