// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/topology/topology_labels.h"

#include "core/base/index.h"
#include "widgets/cluster/topology/topology_scene.h"
#include "widgets/theme/fitting_text.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <map>

namespace pipette {
namespace {

using NameLength = TopologyBoxes::NameLength;
using Labels = std::vector<TopologyLabel>;

constexpr double badge_side = 14;  // of the mark of a slow link
constexpr double least_badge = 11; // the same where a box is small

struct LabelWords {
    Q_DECLARE_TR_FUNCTIONS(pipette::TopologyLabel)
};

/// Of a name at the left of GPUs.
double lineHeight(const TopologyScene& scene) {
    return QFontMetricsF(scene.small()).height() + 2;
}

/// Where marks of slow links stand on an item: at its top, or below the name at the left of a node's GPUs.
QRectF badgeRoom(const TopologyScene& scene, const Spot& spot) {
    if (spot.kind != Spot::Kind::node || !scene.namesBeside())
        return scene.rectOf(spot);
    return scene.nameRoom(spot.node).adjusted(0, lineHeight(scene), 0, 0);
}

void addBadges(Labels& labels, const TopologyScene& scene) {
    const MeasuredLinks& measured = scene.content().links.measured();
    const TopologyLevel level = std::min(scene.level(), TopologyLevel::nodes);
    std::map<int, int> taken; // marks by the item that they stand on
    for (int number = 0; number < scene.toldLinks(); ++number) {
        const MeasuredLink& link = measured.worst[index(number)];
        Spot before;
        for (const int gpu : {link.from, link.to}) {
            const Spot spot = scene.spotOf(gpu, level);
            if (spot == std::exchange(before, spot))
                continue; // both ends stand here: one mark
            const QRectF rect = badgeRoom(scene, spot);
            const double side = std::min(badge_side, std::max(rect.height() / 3, least_badge));
            const int others = taken[scene.itemOf(spot)]++;
            const double right = rect.right() - 1 - others * (side + 1);
            const QRectF place(right - side, rect.top() + 1, side, side);
            if ((place.left() >= rect.left() || others == 0) &&
                std::none_of(labels.begin(), labels.end(), [&](const TopologyLabel& other) {
                    return other.place.intersects(place); // of a small neighbour
                }))
                labels.push_back({TopologyLabel::Kind::badge, number, place, QString::number(number + 1)});
        }
    }
}

/// The line for a node's name, as far as no mark stands in it.
QRectF nameLine(const TopologyScene& scene, int node, const Labels& badges) {
    QRectF room = scene.nameRoom(node);
    if (scene.namesBeside())
        room.setHeight(std::min(room.height(), lineHeight(scene)));
    else
        room.setRight(room.right() - 2);
    room.setLeft(room.left() + std::min(4.0, scene.nodeRect(node).width() / 12));
    for (const TopologyLabel& badge : badges)
        if (room.intersects(badge.place))
            room.setRight(std::min(room.right(), badge.place.left() - 1));
    return room;
}

/// The names of all nodes in sight in full, or of none.
void addNodeLabels(Labels& labels, const TopologyScene& scene) {
    if (scene.level() < TopologyLevel::nodes)
        return;
    const QFontMetricsF small(scene.small());
    Labels names;
    bool fit = true;
    for (int node = 0; node < scene.cluster().node_count(); ++node) {
        const QRectF room = nameLine(scene, node, labels);
        if (!scene.nodeRect(node).intersects(scene.area()) || room.height() < small.height() - 2)
            continue;
        const QString host = scene.content().boxes.nodeName(node, NameLength::full);
        const QString kind = scene.gpus().kindOfNode(node), both = host + QStringLiteral(" \u00b7 ") + kind;
        const bool told = !kind.isEmpty() && small.horizontalAdvance(both) <= room.width();
        names.push_back({TopologyLabel::Kind::node, node, room, told ? both : host});
        fit = fit && small.horizontalAdvance(names.back().text) <= room.width();
    }
    for (TopologyLabel& name : names) {
        if (!fit)
            name.text = scene.content().boxes.nodeName(name.of, NameLength::brief);
        const double width = small.horizontalAdvance(name.text);
        if (name.text.isEmpty() || width > name.place.width())
            continue;
        name.place =
            QRectF(name.place.left(), name.place.center().y() - small.height() / 2, width, small.height());
        labels.push_back(name);
    }
}

/// Below the name of a box, the most important first; each as long as there is room.
QStringList figureLines(const BoxFigures& figures, const QFontMetricsF& metrics, double room) {
    const QString stages = rangesText(figures.stages);
    QStringList lines{longestFit({filled(LabelWords::tr("%1 nodes, %2 GPUs"), figures.nodes, figures.gpus),
                                  filled(LabelWords::tr("%1 nodes"), figures.nodes)},
                                 metrics, room)};
    if (!stages.isEmpty())
        lines << longestFit(
            {filled(figures.stages.size() == 1 ? LabelWords::tr("stage %1") : LabelWords::tr("stages %1"),
                    stages),
             filled(LabelWords::tr("%1 stages"), figures.stages.size())},
            metrics, room);
    if (figures.slowest > 0)
        lines << longestFit({filled(LabelWords::tr("slowest link %1"), bandwidthText(figures.slowest)),
                             bandwidthText(figures.slowest)},
                            metrics, room);
    lines.removeAll(QString());
    return lines;
}

/// A box whose name is in sight, with the room for its lines and that for its name beside the marks there.
struct NamedBox {
    int box = 0;
    QRectF room, head;
};

std::vector<NamedBox> namedBoxes(const Labels& badges, const TopologyScene& scene) {
    const double line = QFontMetricsF(scene.small()).height();
    const std::vector<TopologyLayout::Box>& boxes = scene.content().boxes.layout().boxes;
    std::vector<NamedBox> named;
    for (std::size_t b = 0; b < boxes.size(); ++b) {
        const QRectF rect = scene.boxRect(static_cast<int>(b));
        const double left = std::min(6.0, rect.width() / 12);
        const QRectF room(rect.left() + left, rect.top() + 1, rect.width() - 2 * left,
                          boxes[b].title * scene.scale());
        if (room.height() < line + 1 || !room.intersects(scene.area()) ||
            (boxes.size() == 1 && boxes[b].title < 1))
            continue;
        QRectF head(room.topLeft(), QSizeF(room.width(), line));
        for (const TopologyLabel& badge : badges)
            if (scene.level() < TopologyLevel::nodes && head.intersects(badge.place))
                head.setRight(std::min(head.right(), badge.place.left() - 1));
        named.push_back({static_cast<int>(b), room, head});
    }
    return named;
}

/// The names of all boxes in sight in full, or of none.
void addBoxLabels(Labels& labels, const TopologyScene& scene) {
    const QFontMetricsF small(scene.small());
    const TopologyBoxes& boxes = scene.content().boxes;
    const std::vector<NamedBox> named = namedBoxes(labels, scene);
    const bool fit = std::all_of(named.begin(), named.end(), [&](const NamedBox& at) {
        return small.horizontalAdvance(boxes.boxName(at.box, NameLength::full)) <= at.head.width();
    });
    for (const NamedBox& at : named) {
        const QString name = boxes.boxName(at.box, fit ? NameLength::full : NameLength::brief);
        if (small.horizontalAdvance(name) > at.head.width())
            continue;
        const double pitch = small.height() + 1;
        const auto most = static_cast<qsizetype>(at.room.height() / pitch);
        const QStringList lines =
            QStringList{name} + figureLines(boxes.figures(at.box), small, at.room.width());
        for (qsizetype i = 0; i < std::min(most, lines.size()); ++i)
            labels.push_back({i == 0 ? TopologyLabel::Kind::box : TopologyLabel::Kind::figures, at.box,
                              QRectF(at.room.left(), at.room.top() + static_cast<double>(i) * pitch,
                                     small.horizontalAdvance(lines[i]), small.height()),
                              lines[i]});
    }
}

} // namespace

std::vector<TopologyLabel> topologyLabels(const TopologyScene& scene) {
    Labels labels;
    addBadges(labels, scene); // names leave them room
    addNodeLabels(labels, scene);
    addBoxLabels(labels, scene);
    std::erase_if(labels, [&](const TopologyLabel& label) { return !label.place.intersects(scene.area()); });
    return labels;
}

} // namespace pipette
