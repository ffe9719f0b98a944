// SPDX-License-Identifier: GPL-3.0-or-later
// Levels of zoom of TopologyView: which one is drawn, what stands there, and the way in and out.
#include "core/base/index.h"
#include "widgets/cluster/topology_view.h"
#include "widgets/theme/button_row.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <algorithm>
#include <set>

namespace pipette {
namespace {
constexpr double gpus_width = 60;   // pixels of a node from which its GPUs are drawn
constexpr double nodes_width = 36;  // from which nodes are drawn by themselves, with their names
constexpr double domain_width = 90; // the same of a domain
constexpr double cell_width = 8;    // of a node in a box from which it is met by itself
} // namespace

QString rangesText(const std::vector<int>& sorted) {
    QStringList parts;
    for (std::size_t i = 0; i < sorted.size();) {
        std::size_t last = i;
        while (last + 1 < sorted.size() && sorted[last + 1] == sorted[last] + 1)
            ++last;
        parts << (last == i       ? QString::number(sorted[i])
                  : last == i + 1 ? filled(QStringLiteral("%1, %2"), sorted[i], sorted[last])
                                  : filled(TopologyView::tr("%1 to %2"), sorted[i], sorted[last]));
        i = last + 1;
    }
    return parts.join(QStringLiteral(", "));
}

void TopologyView::findLevels() {
    levels_.clear();
    if (layout_.boxes.size() > 1)
        levels_.push_back(TopologyLevel::racks);
    if (layout_.nested())
        levels_.push_back(TopologyLevel::domains);
    levels_.push_back(TopologyLevel::nodes);
    levels_.push_back(TopologyLevel::gpus);
    level_row_->clear();
    for (const TopologyLevel level : levels_) {
        const TopologyLayout::Kind outer = layout_.boxes.front().kind;
        const bool racks = level == TopologyLevel::racks;
        const QString text = level == TopologyLevel::nodes                     ? tr("Nodes")
                             : level == TopologyLevel::gpus                    ? tr("GPUs")
                             : !racks || outer == TopologyLayout::Kind::domain ? tr("Domains")
                             : outer == TopologyLayout::Kind::hosts            ? tr("Parts")
                                                                               : tr("Racks");
        level_row_->add(static_cast<int>(level), text,
                        racks && outer == TopologyLayout::Kind::hosts
                            ? tr("Nodes by the order of their names: no rack is known")
                            : filled(tr("Show %1 whatever the zoom"), text));
    }
}

void TopologyView::findFigures() {
    figures_.assign(layout_.boxes.size(), {});
    for (std::size_t b = 0; b < layout_.boxes.size(); ++b) {
        BoxFigures& figures = figures_[b];
        std::set<int> stages;
        for (const int node : layout_.boxes[b].nodes) {
            ++figures.nodes;
            for (int gpu = laid_->first_gpu(node); gpu < laid_->first_gpu(node + 1); ++gpu, ++figures.gpus)
                if (role(gpu).rank < 0)
                    ++figures.spare;
                else
                    stages.insert(role(gpu).place.stage);
            if (const double slowest = slowest_of_node_.empty() ? 0 : slowest_of_node_[index(node)];
                slowest > 0 && (figures.slowest == 0 || slowest < figures.slowest))
                figures.slowest = slowest;
        }
        figures.stages.assign(stages.begin(), stages.end());
    }
}

void TopologyView::hold(TopologyLevel level) {
    held_ = level;
    showLevel();
    announce(filled(tr("Topology: %1"), level_row_->textOf(static_cast<int>(level))));
    tellItemsChanged(*this);
    update();
}

void TopologyView::showLevel() {
    if (laid_)
        level_row_->choose(static_cast<int>(level()));
}

TopologyLevel TopologyView::levelFor(const Camera& view) const {
    if (held_ && std::find(levels_.begin(), levels_.end(), *held_) != levels_.end())
        return *held_;
    const double node = layout_.nodes.empty() ? 0 : layout_.nodes.front().width() * view.scale;
    if (node >= gpus_width)
        return TopologyLevel::gpus;
    if (levels_.front() == TopologyLevel::nodes || node >= nodes_width)
        return TopologyLevel::nodes;
    return layout_.nested() && layout_.boxes.back().rect.width() * view.scale >= domain_width
               ? TopologyLevel::domains
               : levels_.front();
}

TopologyView::Scene TopologyView::sceneOf(QSize size) const {
    const Camera view = camera(size);
    return {view, laid_ ? levelFor(view) : TopologyLevel::gpus, mapArea(size)};
}

int TopologyView::boxOf(int node, TopologyLevel level) const {
    return level == TopologyLevel::racks ? layout_.outerBox(node) : layout_.box_of_node[index(node)];
}

QRectF TopologyView::nodeRect(const Scene& scene, int node) const {
    return scene.view.map(layout_.nodes[index(node)]);
}

QRectF TopologyView::boxRect(const Scene& scene, int box) const {
    return scene.view.map(layout_.boxes[index(box)].rect);
}

Spot TopologyView::spotAt(const QPointF& point) const {
    const Scene scene = sceneOf(size());
    if (!laid_ || !scene.area.contains(point))
        return {};
    const QPointF at = (point - scene.view.offset) / scene.view.scale;
    const int node = layout_.nodeAt(at);
    const bool boxes = scene.level < TopologyLevel::nodes;
    if (node >= 0 && (!boxes || nodeRect(scene, node).width() >= cell_width)) {
        if (scene.level == TopologyLevel::gpus)
            for (int gpu = laid_->first_gpu(node); gpu < laid_->first_gpu(node + 1); ++gpu)
                if (layout_.gpus[index(gpu)].contains(at))
                    return spotOfGpu(gpu);
        return {Spot::Kind::node, -1, node, -1, -1};
    }
    int box = boxes ? layout_.boxAt(at) : -1;
    if (box >= 0 && scene.level == TopologyLevel::racks && layout_.boxes[index(box)].around >= 0)
        box = layout_.boxes[index(box)].around;
    return box < 0 ? Spot{} : spotOfBox(box);
}

QRectF TopologyView::rectOf(const Spot& spot) const {
    const Scene scene = sceneOf(size());
    if (spot.kind == Spot::Kind::gpu)
        return scene.view.map(layout_.gpus[index(spot.gpu)]);
    if (spot.kind == Spot::Kind::node)
        return nodeRect(scene, spot.node);
    if (spot.kind == Spot::Kind::box)
        return boxRect(scene, spot.box);
    return {};
}

Spot TopologyView::stopOf(int gpu) const {
    const TopologyLevel now = level();
    if (now == TopologyLevel::gpus)
        return spotOfGpu(gpu);
    if (now == TopologyLevel::nodes)
        return nodeSpot(gpu);
    return spotOfBox(boxOf(laid_->node_of(gpu), now));
}

int TopologyView::stopItem(int gpu) const {
    const Spot stop = stopOf(gpu);
    return stop.kind == Spot::Kind::gpu    ? gpu
           : stop.kind == Spot::Kind::node ? laid_->gpu_count() + stop.node
                                           : laid_->gpu_count() + laid_->node_count() + stop.box;
}

std::vector<int> TopologyView::boxGpus(int box) const {
    std::vector<int> gpus;
    for (const int node : layout_.boxes[index(box)].nodes)
        for (int gpu = laid_->first_gpu(node); gpu < laid_->first_gpu(node + 1); ++gpu)
            gpus.push_back(gpu);
    std::sort(gpus.begin(), gpus.end());
    return gpus;
}

QString TopologyView::boxText(int box) const {
    const TopologyLayout::Box& at = layout_.boxes[index(box)];
    const BoxFigures& figures = figures_[index(box)];
    QString text =
        filled(tr("%1: %2 nodes, %3 GPUs"), boxTitle(at.name, at.domain), figures.nodes, figures.gpus);
    if (!figures.stages.empty())
        text += filled(figures.stages.size() == 1 ? tr(", stage %1") : tr(", stages %1"),
                       rangesText(figures.stages));
    if (figures.spare > 0 && shown().candidate)
        text += filled(tr(", %1 GPUs spare"), figures.spare);
    if (figures.slowest > 0)
        text += filled(tr(", slowest link %1"), bandwidthText(figures.slowest));
    return text;
}

bool TopologyView::opens(const Spot& spot) const {
    return spot.kind == Spot::Kind::box || (spot.kind == Spot::Kind::node && level() != TopologyLevel::gpus);
}

void TopologyView::open(const Spot& spot) {
    const bool box = spot.kind == Spot::Kind::box;
    frame(box ? layout_.boxes[index(spot.box)].rect : layout_.nodes[index(spot.node)], box ? 1 : 0.5);
    announce(filled(tr("Topology: %1"), level_row_->textOf(static_cast<int>(level()))));
}

/// From a node to its box, from there to the whole cluster.
void TopologyView::goOut() {
    const double before = zoom_;
    if (cursor() >= 0 && levels_.front() != TopologyLevel::nodes)
        frame(layout_.boxes[index(layout_.box_of_node[index(laid_->node_of(cursor()))])].rect, 1);
    if (zoom_ > before * 0.95 || zoom_ < 1)
        fitAll();
}

void TopologyView::frame(const QRectF& rect, double share) {
    held_.reset();
    const QRectF area = mapArea(size());
    const double wanted = share * std::min(area.width() / rect.width(), area.height() / rect.height());
    zoom_ = 1;
    pan_ = {};
    zoom_ = std::clamp(wanted / camera(size()).scale, least_zoom, mostZoom());
    const Camera view = camera(size());
    pan_ = area.center() - (rect.center() * view.scale + view.offset);
    panBy({});
    showLevel();
}

} // namespace pipette
