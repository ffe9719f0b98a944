// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/cluster/gpus/gpu_zoom.h"
#include "widgets/cluster/topology/topology_boxes.h"

#include <optional>

namespace pipette {

/// How the plane of a layout lies on screen.
struct TopologyCamera {
    double scale = 1; ///< pixels a unit
    QPointF offset;   ///< of the plane's origin on screen
    QRectF map(const QRectF& rect) const { return {rect.topLeft() * scale + offset, rect.size() * scale}; }
    QPointF plane(const QPointF& point) const {
        return (point - offset) / scale;
    } ///< under a point on screen
};

/// The part of a topology that is in sight. At first all of it is. The level that is drawn goes by the zoom,
/// unless one is held.
class TopologyZoom : public GpuZoom {
public:
    explicit TopologyZoom(const TopologyBoxes& boxes) : boxes_(boxes) {}

    void setArea(const QRectF& area) {
        area_ = area;
    }                                                ///< the part of the view that shows the plane, in pixels
    TopologyCamera camera(const QRectF& area) const; ///< in a picture with another area
    TopologyLevel level(const TopologyCamera& camera) const;
    void hold(TopologyLevel level) { held_ = level; } ///< until the zoom changes

    void zoomAt(const QPointF& point, double factor) override;
    void panBy(const QPointF& delta) override; ///< never loses the cluster out of sight
    void fitAll() override;
    void open(const Spot& spot) override;
    void goOut(int gpu) override; ///< from a node to its box, from there to the whole cluster

private:
    double mostZoom() const;
    void frame(const QRectF& rect, double share); ///< fills this share of the area with a part of the plane

    const TopologyBoxes& boxes_;
    QRectF area_;
    double zoom_ = 1;
    QPointF pan_;
    std::optional<TopologyLevel> held_;
};

} // namespace pipette
