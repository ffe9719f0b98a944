// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/topology/topology_scene.h"

#include "core/base/index.h"
#include "widgets/cluster/topology/topology_key.h"
#include "widgets/cluster/topology/topology_lines.h"
#include "widgets/theme/plain_text.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainterPath>

namespace pipette {
namespace {
constexpr double cell_width = 8; // pixels of a node in a box from which the node is met by itself
struct SceneWords {
    Q_DECLARE_TR_FUNCTIONS(pipette::TopologyScene)
};
} // namespace

TopologyScene::TopologyScene(const TopologyContent& content, const TopologyZoom& zoom, const QRectF& area,
                             const QFont& small)
    : GpuScene(content.gpus),
      content_(content),
      camera_(zoom.camera(area)),
      level_(zoom.level(camera_)),
      area_(area),
      small_(small),
      told_links_(linksInKey(content.links, QFontMetricsF(small), area.width())) {}

QRectF TopologyScene::gpuRect(int gpu) const {
    return camera_.map(content_.boxes.layout().gpus[index(gpu)]);
}

QRectF TopologyScene::nodeRect(int node) const {
    return camera_.map(content_.boxes.layout().nodes[index(node)]);
}

QRectF TopologyScene::boxRect(int box) const {
    return camera_.map(content_.boxes.layout().boxes[index(box)].rect);
}

QRectF TopologyScene::cellRect(int node) const {
    const QRectF box = nodeRect(node);
    if (level_ != TopologyLevel::nodes)
        return box;
    const double line = QFontMetricsF(small_).height();
    return box.height() >= 2 * line ? box.adjusted(0, line, 0, 0) : box;
}

bool TopologyScene::namesBeside() const {
    return level_ == TopologyLevel::gpus && content_.boxes.layout().beside > 0;
}

QRectF TopologyScene::nameRoom(int node) const {
    if (level_ == TopologyLevel::gpus)
        return camera_.map(content_.boxes.layout().nameRoom(node));
    const QRectF box = nodeRect(node);
    return QRectF(box.topLeft(), QPointF(box.right(), cellRect(node).top()));
}

Spot TopologyScene::spotOf(int gpu, TopologyLevel level) const {
    const int node = cluster().node_of(gpu);
    return level == TopologyLevel::gpus    ? spotOfGpu(gpu)
           : level == TopologyLevel::nodes ? spotOfNode(node)
                                           : spotOfBox(content_.boxes.boxOf(node, level));
}

Spot TopologyScene::spotAt(const QPointF& point) const {
    if (!area_.contains(point))
        return {};
    const TopologyLayout& layout = content_.boxes.layout();
    const QPointF at = camera_.plane(point);
    const int node = layout.nodeAt(at);
    const bool boxes = level_ < TopologyLevel::nodes;
    if (node >= 0 && (!boxes || nodeRect(node).width() >= cell_width)) {
        if (level_ == TopologyLevel::gpus)
            for (int gpu = cluster().first_gpu(node); gpu < cluster().first_gpu(node + 1); ++gpu)
                if (layout.gpus[index(gpu)].contains(at))
                    return spotOfGpu(gpu);
        return spotOfNode(node);
    }
    int box = boxes ? layout.boxAt(at) : -1;
    if (box >= 0 && level_ == TopologyLevel::racks && layout.boxes[index(box)].around >= 0)
        box = layout.boxes[index(box)].around;
    return box < 0 ? Spot{} : spotOfBox(box);
}

QRectF TopologyScene::rectOf(const Spot& spot) const {
    switch (spot.kind) {
    case Spot::Kind::gpu:
        return gpuRect(spot.gpu);
    case Spot::Kind::node:
        return nodeRect(spot.node);
    case Spot::Kind::box:
        return boxRect(spot.box);
    case Spot::Kind::link: {
        const QPainterPath path = linkPath(*this, spot.link);
        return path.isEmpty() ? QRectF() : path.boundingRect().adjusted(-2, -2, 2, 2);
    }
    case Spot::Kind::cell:
    case Spot::Kind::stage:
    case Spot::Kind::replica:
    case Spot::Kind::group:
    case Spot::Kind::none:
        break;
    }
    return {};
}

bool TopologyScene::opens(const Spot& spot) const {
    return spot.kind == Spot::Kind::box || (spot.kind == Spot::Kind::node && level_ != TopologyLevel::gpus);
}

QString TopologyScene::levelText() const {
    return filled(SceneWords::tr("Topology: %1"), content_.boxes.levelName(level_));
}

Spot TopologyScene::spotOfItem(int item) const {
    return item < cluster().gpu_count() ? spotOfGpu(item)
           : item < firstBox()          ? spotOfNode(item - cluster().gpu_count())
           : item < firstLink()         ? spotOfBox(item - firstBox())
                                        : spotOfLink(item - firstLink());
}

int TopologyScene::itemOf(const Spot& spot) const {
    return spot.kind == Spot::Kind::gpu    ? spot.gpu
           : spot.kind == Spot::Kind::node ? cluster().gpu_count() + spot.node
           : spot.kind == Spot::Kind::box  ? firstBox() + spot.box
           : spot.kind == Spot::Kind::link ? firstLink() + spot.link
                                           : -1;
}

Spot TopologyScene::itemAt(const QPointF& point) const {
    const Spot spot = spotAt(point);
    if (spot.kind == Spot::Kind::gpu || (spot.kind == Spot::Kind::node && level_ < TopologyLevel::gpus))
        return spot; // GPUs and the cells of nodes lie over lines
    const int link = linkAt(*this, point);
    return link < 0 ? spot : spotOfLink(link);
}

std::vector<int> TopologyScene::gpusOf(const Spot& spot) const {
    return spot.kind == Spot::Kind::box
               ? gpusOfNodes(cluster(), content_.boxes.layout().boxes[index(spot.box)].nodes)
           : spot.kind == Spot::Kind::link ? content_.links.gpus(spot.link)
                                           : GpuScene::gpusOf(spot);
}

QString TopologyScene::nameOf(const Spot& spot) const {
    return spot.kind == Spot::Kind::box    ? content_.boxes.text(spot.box)
           : spot.kind == Spot::Kind::link ? content_.links.text(spot.link)
                                           : GpuScene::nameOf(spot);
}

QString TopologyScene::stateOf(const Spot& spot) const {
    return spot.kind == Spot::Kind::link ? content_.links.state(spot.link) : GpuScene::stateOf(spot);
}

} // namespace pipette
