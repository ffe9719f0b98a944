// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/topology/topology_layout.h"

#include "core/base/index.h"
#include "widgets/cluster/node_names.h"
#include "widgets/theme/plain_text.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <tuple>

namespace pipette {
namespace {

using Box = TopologyLayout::Box;
using Kind = TopologyLayout::Kind;

constexpr double gap = 0.2;                           // between GPUs
constexpr double pad = 0.5, foot = 0.25;              // inside boxes, and at their lower edge
constexpr QSizeF node_gap(0.5, 0.4);                  // from one node to the next
constexpr double least_title = 2.8, lone_title = 1.6; // of several boxes, and of one
constexpr double few_title = 1.5;                     // of several boxes of few nodes: these are large
constexpr int few = 24;                               // nodes of a cluster
constexpr double title_share = 0.16; // of the height of many nodes, but a row of them at least
constexpr double outer_share = 0.12; // the same of a box of boxes
constexpr double wide_boxes = 1.06;  // boxes that are wider than high read more easily: as if so much larger
constexpr int many = 12;             // nodes of a box
constexpr double beside_top = 0.35;  // above the GPUs where the name stands at their left
constexpr double letter = 0.65; // width of a letter of a name at the left: a GPU is then about 10 pixels high
constexpr int most_letters = 4; // of a name at the left; longer ones stand above

/// Columns of `count` boxes of one size that are drawn largest in a shape of `aspect`, with few places left
/// empty.
int columnsFor(int count, QSizeF box, double aspect) {
    int best = 1;
    double most = 0;
    for (int columns = 1; columns <= count; ++columns) {
        const int rows = (count + columns - 1) / columns;
        const double scale = std::min(aspect / (columns * box.width()), 1 / (rows * box.height()));
        const double empty = 1 - static_cast<double>(count) / (columns * rows);
        if (const double good = scale * (1 - 0.15 * empty); good > most) {
            most = good;
            best = columns;
        }
    }
    return best;
}

/// Rows of cells of one size.
struct Grid {
    QSizeF cell;
    int columns = 1, rows = 1;

    Grid(std::size_t count, QSizeF of, int across)
        : cell(of), columns(across), rows((static_cast<int>(count) + columns - 1) / columns) {}
    Grid(std::size_t count, QSizeF of, double aspect)
        : Grid(count, of, columnsFor(static_cast<int>(count), of, aspect)) {}
    QPointF at(std::size_t i) const {
        const std::size_t row = i / index(columns), column = i % index(columns);
        return {static_cast<double>(column) * cell.width(), static_cast<double>(row) * cell.height()};
    }
    QSizeF size() const { return {columns * cell.width(), rows * cell.height()}; }
};

int gpuColumns(const NodeKind& kind) {
    return kind.gpus <= 4 ? kind.gpus : columnsFor(kind.gpus, {1, 1}, 2);
}

/// How a node is drawn: the width of its GPUs, and of the name at their left (0: the name stands above).
struct NodeLook {
    double chip = 1, beside = 0;

    double left() const { return beside > 0 ? beside : pad; }
    double top() const { return beside > 0 ? beside_top : TopologyLayout::header; }
};

QSizeF nodeSize(const NodeKind& kind, const NodeLook& look) {
    const int columns = gpuColumns(kind);
    const int rows = (kind.gpus + columns - 1) / columns;
    return {look.left() + columns * (look.chip + gap) - gap + pad,
            look.top() + rows * (1 + gap) - gap + TopologyLayout::nic_line + foot};
}

/// The width that the names of all nodes take at the left of the GPUs. 0: the names are too long for that,
/// kinds of GPUs stand beside the names, or nodes are many and too small for names.
double besideWidth(const Cluster& cluster) {
    const qsizetype letters = NodeNames(cluster).longestFull().size();
    return letters > most_letters || cluster.node_kinds.size() > 1 || cluster.node_count() > few
               ? 0
               : pad + letter * static_cast<double>(letters);
}

/// Nodes by rack and domain, in the order in which these come.
std::vector<Box> knownBoxes(const Cluster& cluster) {
    std::vector<Box> boxes;
    std::map<std::tuple<std::string, std::string, std::string>, std::size_t> known;
    for (int node = 0; node < cluster.node_count(); ++node) {
        const Node& of = cluster.nodes[index(node)];
        const auto [at, fresh] = known.try_emplace({of.zone, of.rack, of.domain}, boxes.size());
        const Kind kind = !of.rack.empty()     ? Kind::rack
                          : !of.zone.empty()   ? Kind::zone
                          : !of.domain.empty() ? Kind::domain
                                               : Kind::rack;
        if (fresh)
            boxes.push_back({kind, rackName(of), nameText(of.domain)});
        boxes[at->second].nodes.push_back(node);
    }
    return boxes;
}

/// So many of a large cluster that there are about as many boxes as nodes in a box.
std::vector<Box> hostBoxes(const Cluster& cluster) {
    const int count = cluster.node_count();
    const auto size = static_cast<int>(
        std::bit_ceil(static_cast<unsigned>(std::ceil(std::sqrt(static_cast<double>(count))))));
    const auto host = [&](int node) { return nameText(cluster.nodes[index(node)].host); };
    std::vector<Box> boxes;
    for (int first = 0; first < count; first += size) {
        const int last = std::min(first + size, count) - 1;
        Box box{Kind::hosts, filled(QStringLiteral("%1 – %2"), host(first), host(last)), {}};
        for (int node = first; node <= last; ++node)
            box.nodes.push_back(node);
        boxes.push_back(std::move(box));
    }
    return boxes;
}

/// Puts racks around domains where some rack holds several: the racks first.
void nest(TopologyLayout& layout) {
    std::map<QString, int> rack_of;
    std::vector<Box> racks;
    for (Box& box : layout.boxes) {
        const auto [at, fresh] = rack_of.try_emplace(box.name, static_cast<int>(racks.size()));
        if (fresh)
            racks.push_back({box.kind, box.name, {}});
        box.around = at->second;
    }
    layout.outer = static_cast<int>(layout.boxes.size());
    if (racks.size() < 2 || racks.size() == layout.boxes.size()) { // one box a rack, or one rack
        for (Box& box : layout.boxes)
            box.around = -1;
        return;
    }
    for (Box& box : layout.boxes) {
        box.kind = Kind::domain;
        box.name.clear();
        std::vector<int>& all = racks[index(box.around)].nodes;
        all.insert(all.end(), box.nodes.begin(), box.nodes.end());
    }
    layout.outer = static_cast<int>(racks.size());
    layout.boxes.insert(layout.boxes.begin(), std::make_move_iterator(racks.begin()),
                        std::make_move_iterator(racks.end()));
}

/// The nodes of a box and their GPUs, from the box's corner on.
void fill(TopologyLayout& layout, const Cluster& cluster, const Box& box, const Grid& grid,
          const NodeLook& look) {
    for (std::size_t i = 0; i < box.nodes.size(); ++i) {
        const int node = box.nodes[i];
        const NodeKind& kind = cluster.kind_of_node(node);
        const QPointF at = box.rect.topLeft() + QPointF(pad + 0.3, box.title) + grid.at(i);
        layout.nodes[index(node)] = QRectF(at, nodeSize(kind, look));
        const int across = gpuColumns(kind);
        for (int local = 0; local < kind.gpus; ++local) {
            const int row = local / across, column = local % across;
            layout.gpus[index(cluster.first_gpu(node) + local)] =
                QRectF(at.x() + look.left() + column * (look.chip + gap),
                       at.y() + look.top() + row * (1 + gap), look.chip, 1);
        }
    }
}

/// Sizes all boxes alike and stands the outer ones in rows, with the inner ones in them.
void arrange(TopologyLayout& layout, const Grid& nodes, double aspect) {
    layout.bounds = {};
    const bool one = layout.boxes.size() == 1;
    const double several = layout.box_of_node.size() <= few ? few_title : least_title;
    const std::size_t first_inner = layout.nested() ? index(layout.outer) : 0;
    std::size_t most_inner = 1;
    std::vector<std::size_t> place(layout.boxes.size()), inner(index(layout.outer));
    for (std::size_t b = first_inner; b < layout.boxes.size() && layout.nested(); ++b)
        most_inner = std::max(most_inner, (place[b] = inner[index(layout.boxes[b].around)]++) + 1);
    const bool named = !one || !layout.boxes.front().name.isEmpty() || !layout.boxes.front().domain.isEmpty();
    const double title = nodes.columns * nodes.rows > many && !one
                             ? std::max(title_share * nodes.size().height(), 1.05 * nodes.cell.height())
                         : named ? (one ? lone_title : several)
                                 : 0.2;
    const QSizeF box = nodes.size() + QSizeF(2 * pad, title + foot);
    const Grid inside(most_inner, box + QSizeF(0.8, 0.8), 1.0);
    const double outer_title = std::max(outer_share * inside.size().height(), least_title);
    const QSizeF outer = layout.nested() ? inside.size() + QSizeF(2 * pad, outer_title + pad) : box;
    const double between = std::max(0.8, 0.03 * outer.width());
    const Grid rows(index(layout.outer), outer + QSizeF(between, between), aspect);
    for (std::size_t b = 0; b < layout.boxes.size(); ++b) {
        Box& at = layout.boxes[b];
        if (at.around < 0) {
            at.rect = QRectF(rows.at(b), outer);
            at.title = layout.nested() ? outer_title : title;
            layout.bounds |= at.rect;
        } else {
            const Box& around = layout.boxes[index(at.around)];
            at.rect =
                QRectF(around.rect.topLeft() + QPointF(pad + 0.4, around.title) + inside.at(place[b]), box);
            at.title = title;
        }
    }
    layout.bounds.adjust(-0.5, -0.5, 0.5, 0.5);
}

/// How the nodes of the largest box stand, and how each is drawn.
struct NodeGrid {
    Grid grid;
    NodeLook look;
};

/// The one that draws everything largest in a shape of `aspect`. GPUs are wider than high where that takes
/// no height from them: their numbers get room.
NodeGrid bestNodeGrid(TopologyLayout& layout, const Cluster& cluster, std::size_t largest, double aspect) {
    NodeGrid best{Grid(largest, {1, 1}, 1), {}};
    double most = 0;
    std::vector<NodeLook> looks;
    for (const double chip : {1.0, 1.2, 1.4}) {
        looks.push_back({chip});
        if (const double beside = besideWidth(cluster); beside > 0)
            looks.push_back({chip, beside});
    }
    for (const NodeLook& look : looks) {
        QSizeF cell(0, 0); // one size for all nodes keeps rows straight
        for (const NodeKind& kind : cluster.node_kinds)
            cell = cell.expandedTo(nodeSize(kind, look));
        for (int columns = 1; columns <= static_cast<int>(largest); ++columns) {
            const Grid grid(largest, cell + node_gap, columns);
            arrange(layout, grid, aspect);
            const double scale = std::min(aspect / layout.bounds.width(), 1 / layout.bounds.height());
            const double empty = 1 - static_cast<double>(largest) / (grid.columns * grid.rows);
            const double wide = grid.columns >= grid.rows ? wide_boxes : 1;
            const double good = scale * std::pow(look.chip, 0.25) * wide * (1 - 0.4 * empty);
            if (good > most * 1.001) {
                most = good;
                best = {grid, look};
            }
        }
    }
    return best;
}

} // namespace

QString rackName(const Node& node) {
    const QString rack = nameText(node.rack), zone = nameText(node.zone);
    return rack.isEmpty() || zone.isEmpty() ? zone + rack : filled(QStringLiteral("%1, %2"), zone, rack);
}

int TopologyLayout::outerBox(int node) const {
    const int box = box_of_node[index(node)];
    return boxes[index(box)].around < 0 ? box : boxes[index(box)].around;
}

QRectF TopologyLayout::nameRoom(int node) const {
    const QRectF& box = nodes[index(node)];
    return beside > 0 ? QRectF(box.topLeft(), QSizeF(beside, box.height()))
                      : QRectF(box.topLeft(), QSizeF(box.width(), header));
}

int TopologyLayout::boxAt(const QPointF& point) const {
    for (std::size_t b = boxes.size(); b-- > 0;) // the inner ones come last
        if (boxes[b].rect.contains(point))
            return static_cast<int>(b);
    return -1;
}

int TopologyLayout::nodeAt(const QPointF& point) const {
    const int box = boxAt(point);
    if (box < 0)
        return -1;
    const std::vector<int>& inside = boxes[index(box)].nodes;
    const auto found = std::find_if(inside.begin(), inside.end(),
                                    [&](int node) { return nodes[index(node)].contains(point); });
    return found == inside.end() ? -1 : *found;
}

TopologyLayout topologyLayout(const Cluster& cluster, double aspect) {
    TopologyLayout layout;
    layout.boxes = knownBoxes(cluster);
    if (layout.boxes.size() == 1 && cluster.node_count() > TopologyLayout::most_loose)
        layout.boxes = hostBoxes(cluster);
    nest(layout);
    std::size_t largest = 0;
    const std::size_t first_inner = layout.nested() ? index(layout.outer) : 0;
    layout.box_of_node.resize(index(cluster.node_count()));
    for (std::size_t b = first_inner; b < layout.boxes.size(); ++b) {
        largest = std::max(largest, layout.boxes[b].nodes.size());
        for (const int node : layout.boxes[b].nodes)
            layout.box_of_node[index(node)] = static_cast<int>(b);
    }
    const NodeGrid nodes = bestNodeGrid(layout, cluster, largest, aspect);
    arrange(layout, nodes.grid, aspect);
    layout.beside = nodes.look.beside;
    layout.nodes.resize(index(cluster.node_count()));
    layout.gpus.resize(index(cluster.gpu_count()));
    for (std::size_t b = first_inner; b < layout.boxes.size(); ++b)
        fill(layout, cluster, layout.boxes[b], nodes.grid, nodes.look);
    return layout;
}

} // namespace pipette
