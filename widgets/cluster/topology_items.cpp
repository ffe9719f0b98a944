// SPDX-License-Identifier: GPL-3.0-or-later
// What TopologyView draws beside GPUs, as items for assistive technology: nodes and links.
#include "widgets/cluster/topology_view.h"
#include "widgets/theme/plain_text.h"

#include <QLineF>

#include <algorithm>

namespace pipette {

int TopologyView::furtherCount() const {
    return laid_ ? firstLink() + static_cast<int>(worst_.size() + routes_.size()) : 0;
}

int TopologyView::firstLink() const {
    return laid_->node_count() + static_cast<int>(layout_.boxes.size());
}

void TopologyView::linksChanged() {
    if (laid_)
        tellItemsChanged(*this, laid_->gpu_count() + firstLink());
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

int TopologyView::linkOf(int item) const {
    return laid_ ? std::max(item - laid_->gpu_count() - firstLink(), -1) : -1;
}

std::vector<int> TopologyView::linkGpus(int number) const {
    const auto [from, to] = linkEnds(number);
    std::vector<int> gpus{from, to};
    if (static_cast<std::size_t>(number) < worst_.size() &&
        laid_->inter_node.between == MatrixBetween::nodes) {
        gpus.clear();
        for (const int node : {laid_->node_of(from), laid_->node_of(to)})
            for (int gpu = laid_->first_gpu(node); gpu < laid_->first_gpu(node + 1); ++gpu)
                gpus.push_back(gpu);
    }
    std::sort(gpus.begin(), gpus.end());
    return gpus;
}

DrawnItem TopologyView::furtherItem(int item) const {
    const int number = item - firstLink();
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
    if (const QPainterPath path = linkPath(sceneOf(size()), number); !path.isEmpty())
        drawn.place = path.boundingRect().adjusted(-2, -2, 2, 2);
    drawn.selected = linkGpus(number) == selection().gpus;
    return drawn;
}

Spot TopologyView::furtherSpot(int item) const {
    if (item < laid_->node_count())
        return {Spot::Kind::node, -1, item, -1, -1};
    if (item < firstLink())
        return spotOfBox(item - laid_->node_count());
    return spotOfGpu(linkEnds(item - firstLink()).first);
}

int TopologyView::furtherItemAt(const QPointF& point) const {
    constexpr double reach = 5; // pixels beside a line
    constexpr int pieces = 32;  // of a bow
    const Scene scene = sceneOf(size());
    const Spot spot = spotAt(point);
    if (spot.kind == Spot::Kind::node && scene.level < TopologyLevel::gpus)
        return spot.node; // its cell lies over the lines
    const auto links = static_cast<int>(worst_.size() + routes_.size());
    for (int number = 0; number < links; ++number) {
        const QPainterPath path = linkPath(scene, number);
        if (path.isEmpty() || !path.controlPointRect().adjusted(-reach, -reach, reach, reach).contains(point))
            continue;
        const double step = path.length() / pieces;
        for (int piece = 0; piece <= pieces; ++piece)
            if (QLineF(point, path.pointAtPercent(static_cast<double>(piece) / pieces)).length() <
                std::max(reach, step / 2))
                return firstLink() + number;
    }
    return spot.kind == Spot::Kind::node  ? spot.node
           : spot.kind == Spot::Kind::box ? laid_->node_count() + spot.box
                                          : -1;
}

/// The tip names the link whose line, or whose mark of a slow link, is under the pointer.
QString TopologyView::tipAt(const QPoint& point) const {
    if (!laid_)
        return {};
    for (const TopologyLabel& label : labels(size()))
        if (label.kind == TopologyLabel::Kind::badge && label.place.contains(point))
            return furtherItem(firstLink() + label.of).name;
    const int item = furtherItemAt(point);
    const bool link = item >= firstLink() && spotAt(point).kind != Spot::Kind::gpu;
    return link ? furtherItem(item).name : GpuView::tipAt(point);
}

bool TopologyView::isLink(int item) const {
    return linkOf(item) >= 0;
}

void TopologyView::chooseDrawn(int item) {
    const int number = linkOf(item);
    if (number < 0)
        return GpuView::chooseDrawn(item);
    Selection next = selection();
    next.gpus = linkGpus(number);
    next.device = next.replica = -1;
    emit selectionRequested(next);
}

void TopologyView::addItemActions(QMenu& menu, int item) {
    const int number = linkOf(item);
    if (number < 0)
        return;
    const auto [from, to] = linkEnds(number);
    if (laid_->node_of(from) != laid_->node_of(to))
        addLinkActions(menu, *laid_, laid_->node_of(from), laid_->node_of(to),
                       [this](const LinkIntent& intent) { emit linkRequested(intent); });
}

} // namespace pipette
