// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/picture_zoom.h"
#include "widgets/cluster/heatmap/heatmap_cells.h"

#include <QRectF>

namespace pipette {

/// Which cells of a heatmap are in sight, and where they lie in its plot. At first all are.
class HeatmapZoom : public PictureZoom {
public:
    void setSide(int cells) { side_ = cells; } ///< of a row; 0: nothing is drawn yet
    void setPlot(const QRectF& plot) { plot_ = plot; }

    const QRectF& plot() const { return plot_; }
    const QPointF& origin() const { return origin_; } ///< column and row in the plot's top left corner
    double pixelsPerCell() const;
    double drawnRight() const; ///< right edge of the cells
    /// Of a pyramid of so many levels the finest whose cells are at least a pixel: every link is inside a
    /// drawn cell.
    int level(int levels) const;
    HeatmapCell cellAt(const QPointF& point) const;
    QRectF rectOf(HeatmapCell cell) const;

    void zoomAt(const QPointF& point, double factor) override;
    void panBy(const QPointF& delta) override;
    void fitAll() override;
    /// `across`: cells along the plot's shorter side.
    void zoomTo(HeatmapCell first, double across);
    void bringIntoSight(HeatmapCell cell);

private:
    double clampedZoom(double zoom) const;

    int side_ = 0;
    QRectF plot_;
    double zoom_ = 1;
    QPointF origin_;
};

} // namespace pipette
