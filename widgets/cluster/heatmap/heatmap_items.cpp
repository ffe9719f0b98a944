// SPDX-License-Identifier: GPL-3.0-or-later
// The cells of HeatmapView as items for assistive technology.
#include "widgets/cluster/gpus/gpu_roles.h"
#include "widgets/cluster/heatmap/heatmap_view.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

namespace pipette {
namespace {

/// Row and column of a cell, of so many cells in a row.
std::pair<int, int> ends_of(int item, int cells) {
    const int row = std::max(1, cells);
    return {item / row, item % row};
}

} // namespace

int HeatmapView::cells() const {
    if (!shown_.cluster)
        return 0;
    return betweenNodes() ? shown_.cluster->node_count() : shown_.cluster->gpu_count();
}

int HeatmapView::drawnCount() const {
    const std::int64_t side = cells();
    return static_cast<int>(std::min<std::int64_t>(side * side, std::numeric_limits<int>::max()));
}

int HeatmapView::itemOf(Cell cell) const {
    const std::int64_t item = std::int64_t{cell.from} * cells() + cell.to;
    return cell.from >= 0 && item < drawnCount() ? static_cast<int>(item) : -1;
}

bool HeatmapView::isChosen(Cell cell) const {
    if (cell.from < 0 || std::max(cell.from, cell.to) >= cells())
        return false;
    return gpusOf(cell) == selection_.gpus;
}

DrawnItem HeatmapView::drawnItem(int item) const {
    const auto [from_row, to_column] = ends_of(item, cells());
    const Cell cell{from_row, to_column};
    const Cluster& cluster = *shown_.cluster;
    DrawnItem drawn;
    drawn.role = QAccessible::Cell;
    const double value = matrixBandwidth(cluster, snapshot_, cell.from, cell.to);
    const bool one_gpu = cell.from == cell.to && !betweenNodes();
    const bool inside =
        betweenNodes() ? cell.from == cell.to : cluster.node_of(cell.from) == cluster.node_of(cell.to);
    drawn.value = one_gpu  ? tr("the GPU itself")
                  : inside ? filled(tr("%1 inside the node"), bandwidthText(value))
                           : linkStateText(cluster, value);
    if (!faultsOf(cell).empty())
        drawn.value = filled(tr("broken, %1"), drawn.value);
    drawn.name = filled(tr("%1 to %2: %3"), nameOf(cell.from), nameOf(cell.to), drawn.value);
    if (const QRectF plot = plotArea(chartSize()); pool_)
        drawn.place = cellRect(plot, cell) & plot;
    drawn.selected = isChosen(cell);
    return drawn;
}

int HeatmapView::drawnItemAt(const QPointF& point) const {
    return itemOf(cellAt(point));
}

void HeatmapView::addItemActions(QMenu& menu, int item) {
    if (item < 0)
        return;
    const auto node = [this](int end) { return betweenNodes() ? end : shown_.cluster->node_of(end); };
    const auto [from_row, to_column] = ends_of(item, cells());
    const int from = node(from_row), to = node(to_column);
    if (from != to)
        addLinkActions(menu, *shown_.cluster, from, to,
                       [this](const LinkIntent& intent) { emit linkRequested(intent); });
}

void HeatmapView::chooseDrawn(int item) {
    const auto [from_row, to_column] = ends_of(item, cells());
    choose({from_row, to_column});
}

} // namespace pipette
