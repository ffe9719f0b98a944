// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of TopologyView: what the plan and the selection use, the slowest links, and the broken ones.
// They are drawn below chips and names.
#include "core/base/index.h"
#include "widgets/cluster/topology_view.h"
#include "widgets/theme/marks.h"
#include "widgets/theme/theme.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace pipette {
namespace {

constexpr int most_routes = 1024;           // that are looked for where nothing is selected
constexpr std::size_t most_bundles = 64;    // more lines than that hide the nodes
constexpr std::size_t crowd_of_routes = 10; // from which lines become thin, but for the selected GPU's own
constexpr std::size_t crowd_of_faults = 24; // broken links from which lines and crosses become small
constexpr double least_broken = 8;          // pixels of the cross on a broken GPU, however small

/// Where an arrow of a line can be seen: as near to `wanted` as it leaves what lies over the line.
double arrowPlace(const QPainterPath& path, const QRectF& from, const QRectF& to, double wanted) {
    for (const double step : {0.0, 0.08, 0.16, 0.24, 0.32})
        for (const double along : {wanted + step, wanted - step})
            if (along > 0 && along < 1 && !from.contains(path.pointAtPercent(along)) &&
                !to.contains(path.pointAtPercent(along)))
                return along;
    return wanted;
}

void paintArrow(QPainter& painter, const QPainterPath& path, double along, double side) {
    const double angle = -path.angleAtPercent(along) * M_PI / 180;
    const QPointF tip = path.pointAtPercent(along);
    const auto wing = [&](double turn) {
        return tip - QPointF(std::cos(angle + turn), std::sin(angle + turn)) * side;
    };
    painter.drawPolygon(QPolygonF{tip, wing(0.5), wing(-0.5)});
}

} // namespace

QPainterPath TopologyView::bow(const QPointF& from, const QPointF& to) {
    const QPointF way = to - from;
    QPainterPath path(from);
    path.quadTo(from + way / 2 + QPointF(-way.y(), way.x()) * 0.12, to);
    return path;
}

QRectF TopologyView::endOf(const Scene& scene, int gpu, TopologyLevel at) const {
    const int node = laid_->node_of(gpu);
    switch (at) {
    case TopologyLevel::gpus:
        return scene.view.map(layout_.gpus[index(gpu)]);
    case TopologyLevel::nodes:
        return nodeRect(scene, node);
    case TopologyLevel::racks:
    case TopologyLevel::domains:
        break;
    }
    return boxRect(scene, boxOf(node, at));
}

bool TopologyView::anySelected() const {
    return selection().device >= 0 || selection().replica >= 0 || groupSelected();
}

/// Only what is asked for ends at single GPUs; of the rest one line a pair of nodes is enough.
TopologyLevel TopologyView::endLevel(const Scene& scene, const Route& route) const {
    const bool crowd = routes_.size() > crowd_of_routes; // each is thin
    return scene.level == TopologyLevel::gpus && !(anySelected() && (!crowd || route.own))
               ? TopologyLevel::nodes
               : scene.level;
}

QPainterPath TopologyView::linkPath(const Scene& scene, int number) const {
    const auto at = index(number);
    const auto [from, to] = linkEnds(number);
    const bool worst = at < worst_.size();
    if (worst && !isSlow(worst_[at]))
        return {};
    const TopologyLevel ends = !worst ? endLevel(scene, routes_[at - worst_.size()])
                               : laid_->inter_node.between == MatrixBetween::gpus
                                   ? scene.level
                                   : std::min(scene.level, TopologyLevel::nodes);
    const QRectF a = endOf(scene, from, ends), b = endOf(scene, to, ends);
    return a == b ? QPainterPath() : bow(a.center(), b.center());
}

void TopologyView::findRoutes() {
    routes_.clear();
    if (shown().candidate)
        groupSelected() ? findGroupRoutes() : findPlanRoutes();
    const std::vector<int>& chosen = selection().gpus;
    if (chosen.size() != 1)
        return;
    const auto pipeline =
        std::count_if(routes_.begin(), routes_.end(), [](const Route& route) { return !route.ring; });
    for (Route& route : routes_)
        route.own = route.from == chosen[0] || route.to == chosen[0] ||
                    (!route.ring && pipeline <= long{crowd_of_routes});
}

void TopologyView::findPlanRoutes() {
    const std::vector<int>& gpus = shown().candidate->mapping.gpu_of_rank;
    const RankGrid grid(shown().candidate->config);
    const int stages = grid.size(Spread::stages), replicas = grid.size(Spread::replicas);
    const Selection& chosen = selection();
    const bool any = chosen.device >= 0 || chosen.replica >= 0;
    if (!any && grid.blocks() > most_routes)
        return;
    int peer = 0; // the selected GPU's own place in its block
    if (chosen.gpus.size() == 1 && chosen.gpus[0] < static_cast<int>(roles().size()) &&
        role(chosen.gpus[0]).rank >= 0)
        peer = role(chosen.gpus[0]).place.peer;
    const auto gpu = [&](int stage, int replica) {
        return gpus[static_cast<std::size_t>(grid.rank({stage, replica, peer}))];
    };
    for (int replica = 0; replica < replicas; ++replica)
        for (int stage = 0; stage + 1 < stages; ++stage)
            if (!any || chosen.replica == replica)
                routes_.push_back({gpu(stage, replica), gpu(stage + 1, replica), false});
    for (int stage = 0; stage < stages && replicas > 1; ++stage)
        for (int replica = 0; replica < replicas; ++replica)
            if ((any && chosen.device == stage) && (replicas > 2 || replica == 0))
                routes_.push_back({gpu(stage, replica), gpu(stage, (replica + 1) % replicas), true});
}

/// Between each two nodes that hold members one link, the slower way.
void TopologyView::findGroupRoutes() {
    std::vector<int> firsts; // GPU on each of its nodes
    for (const int gpu : selection().gpus)
        if (firsts.empty() || laid_->node_of(firsts.back()) != laid_->node_of(gpu))
            firsts.push_back(gpu);
    if (const auto nodes = static_cast<int>(firsts.size()); nodes * (nodes - 1) / 2 > most_routes)
        return;
    for (std::size_t a = 0; a < firsts.size(); ++a)
        for (std::size_t b = a + 1; b < firsts.size(); ++b) {
            const bool back =
                linkBandwidth(*laid_, firsts[b], firsts[a]) < linkBandwidth(*laid_, firsts[a], firsts[b]);
            routes_.push_back({firsts[back ? b : a], firsts[back ? a : b], true});
        }
}

std::vector<TopologyView::Bundle> TopologyView::bundles(const Scene& scene) const {
    std::vector<Bundle> bundles;
    std::map<std::array<int, 4>, std::size_t> known;
    for (const Route& route : routes_) {
        const TopologyLevel ends = endLevel(scene, route);
        const auto unit = [&](int gpu) {
            const int node = laid_->node_of(gpu);
            return ends == TopologyLevel::gpus    ? gpu
                   : ends == TopologyLevel::nodes ? node
                                                  : boxOf(node, ends);
        };
        const int from = unit(route.from), to = unit(route.to);
        if (from == to)
            continue;
        const auto [at, fresh] =
            known.try_emplace({static_cast<int>(ends), from, to, route.ring ? 1 : 0}, bundles.size());
        if (fresh)
            bundles.push_back({endOf(scene, route.from, ends), endOf(scene, route.to, ends)});
        Bundle& bundle = bundles[at->second];
        const double link = linkBandwidth(*laid_, route.from, route.to);
        bundle.slowest = fresh ? link : std::fmin(bundle.slowest, link);
        bundle.ring = route.ring;
        bundle.own = bundle.own || route.own;
        ++bundle.count;
    }
    // The selected GPU's own lie on top of the others.
    std::stable_partition(bundles.begin(), bundles.end(), [](const Bundle& bundle) { return !bundle.own; });
    return bundles;
}

void TopologyView::paintRoutes(QPainter& painter, const Scene& scene) const {
    const Theme& theme = themeOf(this);
    const bool any = anySelected();
    const std::vector<Bundle> all = bundles(scene);
    if (!any && all.size() > most_bundles)
        return;
    const bool crowd = all.size() > crowd_of_routes;
    for (const Bundle& bundle : all) {
        const bool faint = !any || (crowd && !bundle.own);
        painter.setOpacity(!faint ? 1 : crowd ? 0.45 : 0.55);
        const QPainterPath path = bow(bundle.from.center(), bundle.to.center());
        const QColor colour = std::isnan(bundle.slowest)
                                  ? theme.missing
                                  : bandwidthColour(logPosition(bundle.slowest, low_, high_));
        const double width = (faint && crowd ? 1
                              : faint        ? 1.6
                                             : 2.6) +
                             std::min(0.5 * std::log2(bundle.count), 3.0);
        if (!faint || !crowd) { // dark in both themes, so that the gaps of a ring's dashes are too
            painter.setPen(QPen(theme.kind == ThemeKind::light ? theme.text : theme.base, width + 2,
                                Qt::SolidLine, Qt::RoundCap));
            painter.drawPath(path);
        }
        painter.setPen(QPen(colour, width, bundle.ring ? Qt::DashLine : Qt::SolidLine, Qt::FlatCap));
        painter.drawPath(path);
        if (!bundle.ring && !(faint && crowd)) {
            painter.setPen(QPen(theme.text, 1));
            painter.setBrush(colour);
            paintArrow(painter, path, arrowPlace(path, bundle.from, bundle.to, 0.6), 5 + width);
            painter.setBrush(Qt::NoBrush);
        }
    }
    painter.setOpacity(1);
}

bool TopologyView::isSlow(const Link& link) const {
    return link.gb_per_s <= 0.75 * std::sqrt(low_ * high_) || link.gb_per_s <= 0.8 * high_;
}

bool TopologyView::anySlow() const {
    return std::any_of(worst_.begin(), worst_.end(), [this](const Link& link) { return isSlow(link); });
}

void TopologyView::paintWorst(QPainter& painter, const Scene& scene) const {
    const Theme& theme = themeOf(this);
    painter.setBrush(Qt::NoBrush);
    for (std::size_t number = 0; number < worst_.size(); ++number) {
        const QPainterPath path = linkPath(scene, static_cast<int>(number));
        if (path.isEmpty())
            continue;
        painter.setPen(QPen(theme.base, 4));
        painter.drawPath(path);
        painter.setPen(QPen(theme.error, 2, Qt::DashDotLine));
        painter.drawPath(path);
    }
}

void TopologyView::paintFaultLines(QPainter& painter, const Scene& scene) const {
    const Theme& theme = themeOf(this);
    const bool crowd = laid_->faults.size() > crowd_of_faults;
    painter.setBrush(Qt::NoBrush);
    for (const Fault& fault : laid_->faults) {
        if (!fault.is_link())
            continue;
        const QPainterPath path =
            bow(nodeRect(scene, fault.node).center(), nodeRect(scene, fault.other).center());
        painter.setPen(QPen(theme.base, crowd ? 2.6 : 4.5));
        painter.drawPath(path);
        painter.setPen(QPen(theme.error, crowd ? 1 : 2, Qt::DashLine, Qt::FlatCap));
        painter.drawPath(path);
    }
}

/// Broken links have a cross; a broken host is crossed out as a whole. Broken GPUs have their mark already
/// where they are large enough.
void TopologyView::paintFaults(QPainter& painter, const Scene& scene) const {
    const Theme& theme = themeOf(this);
    const bool crowd = laid_->faults.size() > crowd_of_faults;
    const auto cross = [&](const QPointF& centre, double side) {
        paintBroken(painter, QRectF(centre - QPointF(side, side) / 2, QSizeF(side, side)), theme);
    };
    for (const Fault& fault : laid_->faults) {
        const QRectF box = nodeRect(scene, fault.node);
        if (fault.is_link())
            cross(bow(box.center(), nodeRect(scene, fault.other).center()).pointAtPercent(0.5),
                  crowd ? 9 : 14);
        else if (fault.gpu < 0) {
            painter.setPen(QPen(theme.error, 2, Qt::DashLine));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(box);
            paintBroken(painter, box, theme);
        } else if (scene.level == TopologyLevel::gpus) {
            const QRectF square =
                scene.view.map(layout_.gpus[index(laid_->first_gpu(fault.node) + fault.gpu)]);
            if (square.width() < chip_text_side)
                cross(square.center(), std::max(square.width(), least_broken));
        } else
            cross(box.center(), std::clamp(box.width() / 2, least_broken, 14.0));
    }
}

} // namespace pipette
