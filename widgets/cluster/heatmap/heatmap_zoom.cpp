// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/heatmap/heatmap_zoom.h"

#include <algorithm>
#include <cmath>

namespace pipette {

double HeatmapZoom::pixelsPerCell() const {
    const double across = std::max(side_ > 0 ? side_ / zoom_ : 1.0, 1e-9);
    return std::min(plot_.width(), plot_.height()) / across;
}

double HeatmapZoom::drawnRight() const {
    return std::min(plot_.right(), plot_.left() + (side_ - origin_.x()) * pixelsPerCell());
}

int HeatmapZoom::level(int levels) const {
    int level = 0;
    while (level + 1 < levels && pixelsPerCell() * (1 << level) < 1)
        ++level;
    return level;
}

HeatmapCell HeatmapZoom::cellAt(const QPointF& point) const {
    if (!plot_.contains(point))
        return {};
    const QPointF at = origin_ + (point - plot_.topLeft()) / pixelsPerCell();
    const HeatmapCell cell{static_cast<int>(std::floor(at.y())), static_cast<int>(std::floor(at.x()))};
    const bool inside = std::min(cell.from, cell.to) >= 0 && std::max(cell.from, cell.to) < side_;
    return inside ? cell : HeatmapCell{};
}

QRectF HeatmapZoom::rectOf(HeatmapCell cell) const {
    const double pixels = pixelsPerCell();
    return {plot_.left() + (cell.to - origin_.x()) * pixels, plot_.top() + (cell.from - origin_.y()) * pixels,
            pixels, pixels};
}

double HeatmapZoom::clampedZoom(double zoom) const {
    return std::clamp(zoom, 1.0, std::max(side_ / 4.0, 1.0));
}

void HeatmapZoom::zoomAt(const QPointF& point, double factor) {
    if (side_ == 0)
        return;
    const QPointF inside(std::clamp(point.x(), plot_.left(), plot_.right()) - plot_.left(),
                         std::clamp(point.y(), plot_.top(), plot_.bottom()) - plot_.top());
    const QPointF at = origin_ + inside / pixelsPerCell();
    zoom_ = clampedZoom(zoom_ * factor);
    origin_ = at - inside / pixelsPerCell();
    panBy({});
}

/// Never beyond the first or the last cell.
void HeatmapZoom::panBy(const QPointF& delta) {
    if (side_ == 0)
        return;
    const double pixels = pixelsPerCell();
    const auto held = [&](double first, double length) {
        return std::clamp(first, 0.0, std::max(side_ - length / pixels, 0.0));
    };
    origin_ -= delta / pixels;
    origin_ = {held(origin_.x(), plot_.width()), held(origin_.y(), plot_.height())};
}

void HeatmapZoom::fitAll() {
    zoom_ = 1;
    origin_ = {};
}

void HeatmapZoom::zoomTo(HeatmapCell first, double across) {
    zoom_ = clampedZoom(side_ / across);
    origin_ = QPointF(first.to, first.from);
    panBy({});
}

void HeatmapZoom::bringIntoSight(HeatmapCell cell) {
    const double pixels = pixelsPerCell();
    const auto into = [pixels](double origin, int index, double length) {
        return std::clamp(origin, index + 1 - length / pixels, static_cast<double>(index));
    };
    origin_ = {into(origin_.x(), cell.to, plot_.width()), into(origin_.y(), cell.from, plot_.height())};
    panBy({});
}

} // namespace pipette
