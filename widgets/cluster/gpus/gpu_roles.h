// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/rank_mapping.h"
#include "widgets/plans/selection.h"
#include "widgets/plans/shown.h"

#include <QColor>
#include <QString>

#include <vector>

namespace pipette {

struct Theme;

/// What one GPU does in the shown plan.
struct GpuRole {
    int rank = -1;   ///< -1: spare
    RankPlace place; ///< valid with a rank
    bool pinned = false;
    bool excluded = false;
};

/// The role of every GPU of the cluster; empty without a cluster.
std::vector<GpuRole> gpuRoles(const Shown& shown);

/// "excluded", "pinned", "spare" or "in use".
QString useText(const GpuRole& role);

/// All GPUs of some nodes, sorted.
std::vector<int> gpusOfNodes(const Cluster& cluster, const std::vector<int>& nodes);

/// GPUs of the shown candidate on pipeline device `device` and replica `replica` (-1: on all), sorted.
std::vector<int> gpusAt(const Shown& shown, int device, int replica);

/// The GPUs that belong to the selection, sorted: those that are framed, and what a pin, an exclusion or a
/// move is of.
std::vector<int> selectedGpus(const Selection& selection, const Shown& shown);

/// Whether a GPU belongs to the selection: it is in its list or, with an empty list, on its device and
/// replica.
bool isSelected(const Selection& selection, int gpu, const GpuRole& role);

/// The selection after a click on one GPU: it alone, with its device and replica.
Selection selectionOf(int gpu, const std::vector<GpuRole>& roles, const Selection& before);

/// Bandwidth of one stream from GPU to GPU in GB/s: measured, or that of their NVLink domain; NaN when not
/// measured.
double linkBandwidth(const Cluster& cluster, int from_gpu, int to_gpu);

/// A line, after a line end, of why a stage lies on its GPUs; empty: nothing is known.
QString stageReasonNote(const Shown& shown, int stage);

/// "GPU 3 of n0001".
QString gpuName(const Cluster& cluster, int gpu);

/// "23.4 GB/s measured", "23.4 GB/s assumed", "not measured": the bandwidth of a link between nodes.
QString linkStateText(const Cluster& cluster, double gb_per_s);
/// The same of a link from GPU to GPU, which may lie inside a node or an NVLink domain.
QString linkStateText(const Cluster& cluster, int from_gpu, int to_gpu);

/// A quiet tint for each node, apart from the stages' saturated colours; the host name always stands beside
/// it.
QColor nodeTint(int node, const Theme& theme);

/// "a03:5 — rank 37, stage 4, replica 0, tp 5; A100-SXM4-80GB; pinned": one GPU for tooltips and screen
/// readers.
QString gpuText(const Cluster& cluster, int gpu, const GpuRole& role, const ParallelConfig* config);

} // namespace pipette
