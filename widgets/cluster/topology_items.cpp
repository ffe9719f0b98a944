// SPDX-License-Identifier: GPL-3.0-or-later
// What TopologyView draws beside GPUs, as items for assistive technology: nodes and links.
#include "widgets/cluster/topology_view.h"
#include "widgets/theme/plain_text.h"

namespace pipette {

int TopologyView::furtherCount() const {
    return laid_ ? laid_->node_count() + static_cast<int>(worst_.size() + routes_.size()) : 0;
}

void TopologyView::linksChanged() {
    if (laid_)
        tellItemsChanged(*this, laid_->gpu_count() + laid_->node_count());
}

std::pair<int, int> TopologyView::linkEnds(int number) const {
    const auto index = static_cast<std::size_t>(number);
    if (index < worst_.size())
        return {worst_[index].from, worst_[index].to};
    const Route& route = routes_[index - worst_.size()];
    return {route.from, route.to};
}

QString TopologyView::linkName(int number) const {
    const auto [from, to] = linkEnds(number);
    const bool slowest = static_cast<std::size_t>(number) < worst_.size();
    // The slowest links are what the matrix is of; a plan's links are those of its GPUs.
    const auto name = [&](int gpu) {
        const std::string& host = laid_->nodes[static_cast<std::size_t>(laid_->node_of(gpu))].host;
        return slowest && laid_->inter_node.between == MatrixBetween::nodes ? nameText(host)
                                                                            : gpuName(*laid_, gpu);
    };
    return filled(tr("%1 to %2"), name(from), name(to));
}

DrawnItem TopologyView::furtherItem(int item) const {
    const int number = item - laid_->node_count();
    if (number < 0)
        return GpuView::furtherItem(item);
    const auto [from, to] = linkEnds(number);
    const auto index = static_cast<std::size_t>(number);
    DrawnItem drawn;
    drawn.value = linkStateText(*laid_, from, to);
    drawn.name = filled(tr("%1: %2"), linkName(number), drawn.value);
    drawn.name += index < worst_.size()                 ? tr(", one of the slowest links")
                  : routes_[index - worst_.size()].ring ? tr(", gradient exchange")
                                                        : tr(", pipeline");
    drawn.place = QRectF(rectOf(spotOfGpu(from)).center(), rectOf(spotOfGpu(to)).center())
                      .normalized()
                      .adjusted(-2, -2, 2, 2);
    return drawn;
}

Spot TopologyView::furtherSpot(int item) const {
    if (item < laid_->node_count())
        return {Spot::Kind::node, -1, item, -1, -1};
    return spotOfGpu(linkEnds(item - laid_->node_count()).first);
}

int TopologyView::furtherItemAt(const QPointF& point) const {
    const Spot spot = spotAt(point);
    return spot.kind == Spot::Kind::node ? spot.node : -1;
}

} // namespace pipette
