// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/topology_layout.h"

#include "widgets/theme/plain_text.h"

#include <algorithm>
#include <cmath>

namespace pipette {
namespace {

constexpr double gap = 0.2; // between GPUs
constexpr double pad = 0.5; // inside boxes

/// Columns of `count` boxes of one size whose grid comes nearest to `aspect`.
int columnsFor(int count, QSizeF box, double aspect) {
    int best = 1;
    double nearest = 1e300;
    for (int columns = 1; columns <= count; ++columns) {
        const int rows = (count + columns - 1) / columns;
        const double shape = columns * box.width() / (rows * box.height());
        const double away = std::abs(std::log(shape / aspect));
        if (away < nearest) {
            nearest = away;
            best = columns;
        }
    }
    return best;
}

int gpuColumns(const NodeKind& kind) {
    return kind.gpus <= 4 ? kind.gpus : columnsFor(kind.gpus, {1, 1}, 2);
}

QSizeF nodeSize(const NodeKind& kind) {
    const int columns = gpuColumns(kind);
    const int rows = (kind.gpus + columns - 1) / columns;
    return {columns * (1 + gap) - gap + 2 * pad,
            TopologyLayout::header + rows * (1 + gap) - gap + TopologyLayout::nic_line + pad};
}

} // namespace

TopologyLayout topologyLayout(const Cluster& cluster, double aspect) {
    TopologyLayout layout;
    std::vector<std::vector<int>> members;
    for (int node = 0; node < cluster.node_count(); ++node) {
        const Node& of = cluster.nodes[static_cast<std::size_t>(node)];
        const QString rack = nameText(of.rack), domain = nameText(of.domain);
        const auto found =
            std::find_if(layout.racks.begin(), layout.racks.end(), [&](const TopologyLayout::Rack& known) {
                return known.name == rack && known.domain == domain;
            });
        if (found == layout.racks.end()) {
            layout.racks.push_back({rack, domain, {}});
            members.push_back({node});
        } else
            members[static_cast<std::size_t>(found - layout.racks.begin())].push_back(node);
    }
    QSizeF cell(0, 0); // one size for all nodes keeps rows straight
    for (const NodeKind& kind : cluster.node_kinds)
        cell = cell.expandedTo(nodeSize(kind));
    cell += QSizeF(0.6, 0.6);
    std::size_t largest = 1;
    for (const auto& rack : members)
        largest = std::max(largest, rack.size());
    const double rack_aspect = members.size() == 1 ? aspect : 1.0;
    const int columns = columnsFor(static_cast<int>(largest), cell, rack_aspect);
    const int rows = (static_cast<int>(largest) + columns - 1) / columns;
    const bool named =
        members.size() > 1 || !layout.racks.front().name.isEmpty() || !layout.racks.front().domain.isEmpty();
    const double title = named ? 1.6 : 0.2;
    const QSizeF rack(columns * cell.width() + 2 * pad, rows * cell.height() + title + pad);
    const QSizeF rack_cell = rack + QSizeF(1, 1);
    const int rack_columns = columnsFor(static_cast<int>(members.size()), rack_cell, aspect);

    layout.nodes.resize(static_cast<std::size_t>(cluster.node_count()));
    layout.gpus.resize(static_cast<std::size_t>(cluster.gpu_count()));
    for (std::size_t r = 0; r < members.size(); ++r) {
        const QPointF corner(
            static_cast<double>(r % static_cast<std::size_t>(rack_columns)) * rack_cell.width(),
            static_cast<double>(r / static_cast<std::size_t>(rack_columns)) * rack_cell.height());
        layout.racks[r].rect = QRectF(corner, rack);
        layout.bounds |= layout.racks[r].rect;
        for (std::size_t i = 0; i < members[r].size(); ++i) {
            const int node = members[r][i];
            const NodeKind& kind = cluster.kind_of_node(node);
            const QPointF at =
                corner +
                QPointF(pad + static_cast<double>(i % static_cast<std::size_t>(columns)) * cell.width() + 0.3,
                        title + static_cast<double>(i / static_cast<std::size_t>(columns)) * cell.height());
            layout.nodes[static_cast<std::size_t>(node)] = QRectF(at, nodeSize(kind));
            const int across = gpuColumns(kind);
            for (int local = 0; local < kind.gpus; ++local)
                layout.gpus[static_cast<std::size_t>(cluster.first_gpu(node) + local)] =
                    QRectF(at.x() + pad + local % across * (1 + gap),
                           at.y() + TopologyLayout::header + local / across * (1 + gap), 1, 1);
        }
    }
    layout.bounds.adjust(-0.5, -0.5, 0.5, 0.5);
    return layout;
}

} // namespace pipette
