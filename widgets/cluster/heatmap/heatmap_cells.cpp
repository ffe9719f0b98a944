// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/heatmap/heatmap_cells.h"

#include "core/base/index.h"
#include "widgets/cluster/gpus/gpu_roles.h"
#include "widgets/cluster/heatmap/heatmap_pool.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>

namespace pipette {
namespace {
struct CellWords {
    Q_DECLARE_TR_FUNCTIONS(pipette::HeatmapCells)
};
} // namespace

HeatmapCells::HeatmapCells(std::shared_ptr<const Cluster> cluster)
    : cluster_(std::move(cluster)), faults_(cluster_) {
    if (!cluster_)
        return;
    between_nodes_ = cluster_->inter_node.between == MatrixBetween::nodes;
    side_ = between_nodes_ ? cluster_->node_count() : cluster_->gpu_count();
}

int HeatmapCells::itemCount() const {
    const std::int64_t side = side_;
    return static_cast<int>(std::min<std::int64_t>(side * side, std::numeric_limits<int>::max()));
}

int HeatmapCells::itemOf(HeatmapCell cell) const {
    const std::int64_t item = std::int64_t{cell.from} * side_ + cell.to;
    return cell.from >= 0 && item < itemCount() ? static_cast<int>(item) : -1;
}

HeatmapCell HeatmapCells::cellOf(int item) const {
    const int row = std::max(1, side_);
    return {item / row, item % row};
}

std::vector<int> HeatmapCells::gpusOf(HeatmapCell cell) const {
    std::vector<int> ends{std::min(cell.from, cell.to), std::max(cell.from, cell.to)};
    if (cell.from == cell.to)
        ends.pop_back();
    return between_nodes_ ? gpusOfNodes(*cluster_, ends) : ends;
}

std::vector<int> HeatmapCells::endsOf(const std::vector<int>& gpus) const {
    std::vector<int> ends;
    for (const int gpu : gpus)
        if (gpu >= 0 && gpu < cluster_->gpu_count()) {
            const int end = between_nodes_ ? cluster_->node_of(gpu) : gpu;
            if (ends.empty() || ends.back() != end)
                ends.push_back(end);
        }
    return ends;
}

std::vector<int> HeatmapCells::faultsOf(HeatmapCell cell) const {
    if (between_nodes_)
        return cell.from == cell.to ? faults_.inside(cell.from) : faults_.ofLink(cell.from, cell.to);
    std::set<int> found;
    const auto add = [&found](const std::vector<int>& faults) { found.insert(faults.begin(), faults.end()); };
    add(faults_.ofGpu(cell.from));
    add(faults_.ofGpu(cell.to));
    if (!insideNode(cell))
        add(faults_.ofLink(nodeOf(cell.from), nodeOf(cell.to)));
    return {found.begin(), found.end()};
}

QString HeatmapCells::nameOf(int end) const {
    return nameText(between_nodes_ ? cluster_->nodes[index(end)].host : cluster_->gpu_name(end));
}

QString HeatmapCells::stateOf(HeatmapCell cell, int snapshot) const {
    const double value = matrixBandwidth(*cluster_, snapshot, cell.from, cell.to);
    const QString state = cell.from == cell.to && !between_nodes_ ? CellWords::tr("the GPU itself")
                          : insideNode(cell)
                              ? filled(CellWords::tr("%1 inside the node"), bandwidthText(value))
                              : linkStateText(*cluster_, value);
    return faultsOf(cell).empty() ? state : filled(CellWords::tr("broken, %1"), state);
}

QString HeatmapCells::textOf(HeatmapCell cell, int snapshot) const {
    if (cell.from == cell.to && !between_nodes_)
        return filled(CellWords::tr("%1 itself"), nameOf(cell.from));
    QString text = filled(QStringLiteral("%1 \u2192 %2: %3"), nameOf(cell.from), nameOf(cell.to),
                          bandwidthText(matrixBandwidth(*cluster_, snapshot, cell.from, cell.to)));
    if (insideNode(cell))
        text += CellWords::tr(" (inside the node)");
    const std::vector<int> faults = faultsOf(cell);
    return faults.empty() ? text : text + QLatin1Char('\n') + faultsText(*cluster_, faults);
}

} // namespace pipette
