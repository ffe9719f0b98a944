// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/topology/topology_lines.h"

#include "core/base/index.h"
#include "widgets/cluster/topology/topology_painter.h"
#include "widgets/cluster/topology/topology_scene.h"
#include "widgets/theme/marks.h"
#include "widgets/theme/theme.h"

#include <QLineF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace pipette {
namespace {

constexpr std::size_t most_bundles = 64;    // more lines than that hide the nodes
constexpr std::size_t crowd_of_links = 10;  // from which lines become thin, but for the selected GPU's own
constexpr std::size_t crowd_of_faults = 24; // broken links from which lines and crosses become small
constexpr double least_broken = 8;          // pixels of the cross on a broken GPU, however small

/// A gentle bow between two points, so that lines over the same nodes stay apart.
QPainterPath bow(const QPointF& from, const QPointF& to) {
    const QPointF way = to - from;
    QPainterPath path(from);
    path.quadTo(from + way / 2 + QPointF(-way.y(), way.x()) * 0.12, to);
    return path;
}

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

/// Only lines that are asked for end at single GPUs; of the rest one line a pair of nodes is enough.
TopologyLevel endLevel(const TopologyScene& scene, const PlanLink& link) {
    const TopologyLinks& links = scene.content().links;
    const bool crowd = links.ofPlan().size() > crowd_of_links; // each is thin
    return scene.level() == TopologyLevel::gpus && !(links.anySelected() && (!crowd || link.selected))
               ? TopologyLevel::nodes
               : scene.level();
}

void paintBrokenLinks(QPainter& painter, const TopologyScene& scene, const Theme& theme) {
    const std::vector<Fault>& faults = scene.cluster().faults;
    const bool crowd = faults.size() > crowd_of_faults;
    painter.setBrush(Qt::NoBrush);
    for (const Fault& fault : faults) {
        if (!fault.is_link())
            continue;
        const QPainterPath path =
            bow(scene.nodeRect(fault.node).center(), scene.nodeRect(fault.other).center());
        painter.setPen(QPen(theme.base, crowd ? 2.6 : 4.5));
        painter.drawPath(path);
        painter.setPen(QPen(theme.error, crowd ? 1 : 2, Qt::DashLine, Qt::FlatCap));
        painter.drawPath(path);
    }
}

void paintPlan(QPainter& painter, const TopologyScene& scene, const Theme& theme) {
    const TopologyLinks& links = scene.content().links;
    const MeasuredLinks& measured = links.measured();
    const bool any = links.anySelected();
    const std::vector<LinkBundle> all = linkBundles(scene);
    if (!any && all.size() > most_bundles)
        return;
    const bool crowd = all.size() > crowd_of_links;
    for (const LinkBundle& bundle : all) {
        const bool faint = !any || (crowd && !bundle.selected);
        painter.setOpacity(!faint ? 1 : crowd ? 0.45 : 0.55);
        const QPainterPath path = bow(bundle.from.center(), bundle.to.center());
        const QColor colour = std::isnan(bundle.slowest)
                                  ? theme.missing
                                  : bandwidthColour(logPosition(bundle.slowest, measured.low, measured.high));
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

void paintWorst(QPainter& painter, const TopologyScene& scene, const Theme& theme) {
    painter.setBrush(Qt::NoBrush);
    const bool beside_plan = drawsPlan(scene); // its lines come first; badges at both ends tell the slow ones
    for (std::size_t number = 0; number < scene.content().links.measured().worst.size(); ++number) {
        const QPainterPath path = linkPath(scene, static_cast<int>(number));
        if (path.isEmpty())
            continue;
        if (!beside_plan) {
            painter.setPen(QPen(theme.base, 4));
            painter.drawPath(path);
        }
        painter.setPen(QPen(theme.error, beside_plan ? 1 : 2, Qt::DashDotLine));
        painter.drawPath(path);
    }
}

} // namespace

QPainterPath linkPath(const TopologyScene& scene, int number) {
    const TopologyLinks& links = scene.content().links;
    const PlanLink* planned = links.planLink(number);
    if (!planned && number >= scene.toldLinks())
        return {};
    const TopologyLevel ends = planned ? endLevel(scene, *planned)
                               : scene.cluster().inter_node.between == MatrixBetween::gpus
                                   ? scene.level()
                                   : std::min(scene.level(), TopologyLevel::nodes);
    const auto [from, to] = links.ends(number);
    const QRectF a = scene.rectOf(scene.spotOf(from, ends)), b = scene.rectOf(scene.spotOf(to, ends));
    return a == b ? QPainterPath() : bow(a.center(), b.center());
}

int linkAt(const TopologyScene& scene, const QPointF& point) {
    constexpr double reach = 5; // pixels beside a line
    constexpr int pieces = 32;  // of a bow
    for (int number = 0; number < scene.content().links.count(); ++number) {
        const QPainterPath path = linkPath(scene, number);
        if (path.isEmpty() || !path.controlPointRect().adjusted(-reach, -reach, reach, reach).contains(point))
            continue;
        const double step = path.length() / pieces;
        for (int piece = 0; piece <= pieces; ++piece)
            if (QLineF(point, path.pointAtPercent(static_cast<double>(piece) / pieces)).length() <
                std::max(reach, step / 2))
                return number;
    }
    return -1;
}

std::vector<LinkBundle> linkBundles(const TopologyScene& scene) {
    std::vector<LinkBundle> bundles;
    std::map<std::array<int, 3>, std::size_t> known;
    for (const PlanLink& link : scene.content().links.ofPlan()) {
        const TopologyLevel ends = endLevel(scene, link);
        const Spot from = scene.spotOf(link.from, ends), to = scene.spotOf(link.to, ends);
        if (from == to)
            continue;
        const auto [at, fresh] =
            known.try_emplace({scene.itemOf(from), scene.itemOf(to), link.ring ? 1 : 0}, bundles.size());
        if (fresh)
            bundles.push_back({scene.rectOf(from), scene.rectOf(to)});
        LinkBundle& bundle = bundles[at->second];
        const double slower = linkBandwidth(scene.cluster(), link.from, link.to);
        bundle.slowest = fresh ? slower : std::fmin(bundle.slowest, slower);
        bundle.ring = link.ring;
        bundle.selected = bundle.selected || link.selected;
        ++bundle.count;
    }
    std::stable_partition(bundles.begin(), bundles.end(),
                          [](const LinkBundle& bundle) { return !bundle.selected; });
    return bundles;
}

bool drawsPlan(const TopologyScene& scene) {
    const std::size_t lines = linkBundles(scene).size();
    return lines > 0 && (scene.content().links.anySelected() || lines <= most_bundles);
}

void paintLines(QPainter& painter, const TopologyScene& scene, const Theme& theme) {
    paintBrokenLinks(painter, scene, theme);
    paintPlan(painter, scene, theme);
    paintWorst(painter, scene, theme);
}

void paintFaults(QPainter& painter, const TopologyScene& scene, const Theme& theme) {
    const std::vector<Fault>& faults = scene.cluster().faults;
    const bool crowd = faults.size() > crowd_of_faults;
    const auto cross = [&](const QPointF& centre, double side) {
        paintBroken(painter, QRectF(centre - QPointF(side, side) / 2, QSizeF(side, side)), theme);
    };
    for (const Fault& fault : faults) {
        const QRectF box = scene.nodeRect(fault.node);
        if (fault.is_link())
            cross(bow(box.center(), scene.nodeRect(fault.other).center()).pointAtPercent(0.5),
                  crowd ? 9 : 14);
        else if (fault.gpu < 0) {
            painter.setPen(QPen(theme.error, 2, Qt::DashLine));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(box);
            paintBroken(painter, box, theme);
        } else if (scene.level() == TopologyLevel::gpus) {
            const QRectF square = scene.gpuRect(scene.cluster().first_gpu(fault.node) + fault.gpu);
            if (square.width() < chip_text_side)
                cross(square.center(), std::max(square.width(), least_broken));
        } else
            cross(box.center(), std::clamp(box.width() / 2, least_broken, 14.0));
    }
}

} // namespace pipette
