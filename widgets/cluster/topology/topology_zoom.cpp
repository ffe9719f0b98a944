// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/topology/topology_zoom.h"

#include "core/base/index.h"

#include <algorithm>

namespace pipette {
namespace {
constexpr double gpus_width = 60;   // pixels of a node from which its GPUs are drawn
constexpr double nodes_width = 36;  // from which nodes are drawn by themselves, with their names
constexpr double domain_width = 90; // the same of a domain
constexpr double least_zoom = 0.5;
constexpr double largest_gpu = 56; // pixels of a GPU where the whole cluster is small
} // namespace

TopologyCamera TopologyZoom::camera(const QRectF& area) const {
    const QRectF& bounds = boxes_.layout().bounds;
    const double fit = std::min(area.width() / bounds.width(), area.height() / bounds.height());
    TopologyCamera camera;
    camera.scale = std::min(fit, largest_gpu) * zoom_;
    camera.offset = area.center() - bounds.center() * camera.scale + pan_;
    return camera;
}

TopologyLevel TopologyZoom::level(const TopologyCamera& camera) const {
    const TopologyLayout& layout = boxes_.layout();
    const std::vector<TopologyLevel> levels = boxes_.levels();
    if (held_ && std::find(levels.begin(), levels.end(), *held_) != levels.end())
        return *held_;
    const double node = layout.nodes.empty() ? 0 : layout.nodes.front().width() * camera.scale;
    if (node >= gpus_width)
        return TopologyLevel::gpus;
    if (levels.front() == TopologyLevel::nodes || node >= nodes_width)
        return TopologyLevel::nodes;
    return layout.nested() && layout.boxes.back().rect.width() * camera.scale >= domain_width
               ? TopologyLevel::domains
               : levels.front();
}

/// However large the cluster is: until its GPUs are as large as those of the smallest.
double TopologyZoom::mostZoom() const {
    return std::max(60.0, zoom_ * largest_gpu / camera(area_).scale);
}

void TopologyZoom::zoomAt(const QPointF& point, double factor) {
    if (boxes_.layout().boxes.empty())
        return;
    const QPointF fixed = camera(area_).plane(point);
    held_.reset();
    zoom_ = std::clamp(zoom_ * factor, least_zoom, mostZoom());
    const TopologyCamera after = camera(area_);
    pan_ += point - (fixed * after.scale + after.offset);
    panBy({});
}

void TopologyZoom::panBy(const QPointF& delta) {
    pan_ += delta;
    const QSizeF drawn = boxes_.layout().bounds.size() * camera(area_).scale;
    const QSizeF most = ((drawn + area_.size()) / 2 - QSizeF(40, 40)).expandedTo(QSizeF(0, 0));
    pan_ = {std::clamp(pan_.x(), -most.width(), most.width()),
            std::clamp(pan_.y(), -most.height(), most.height())};
}

void TopologyZoom::fitAll() {
    held_.reset();
    zoom_ = 1;
    pan_ = {};
}

void TopologyZoom::open(const Spot& spot) {
    const bool box = spot.kind == Spot::Kind::box;
    const TopologyLayout& layout = boxes_.layout();
    frame(box ? layout.boxes[index(spot.box)].rect : layout.nodes[index(spot.node)], box ? 1 : 0.5);
}

void TopologyZoom::goOut(int gpu) {
    const TopologyLayout& layout = boxes_.layout();
    const double before = zoom_;
    if (gpu >= 0 && layout.boxes.size() > 1)
        frame(layout.boxes[index(boxes_.boxOf(boxes_.nodeOf(gpu), TopologyLevel::domains))].rect, 1);
    if (zoom_ > before * 0.95 || zoom_ < 1)
        fitAll();
}

void TopologyZoom::frame(const QRectF& rect, double share) {
    const double wanted = share * std::min(area_.width() / rect.width(), area_.height() / rect.height());
    fitAll();
    zoom_ = std::clamp(wanted / camera(area_).scale, least_zoom, mostZoom());
    const TopologyCamera view = camera(area_);
    pan_ = area_.center() - (rect.center() * view.scale + view.offset);
    panBy({});
}

} // namespace pipette
