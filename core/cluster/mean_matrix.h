// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"

namespace pipette {

/// One matrix for all snapshots of a history that is not empty: the bandwidth at which each cell takes the
/// mean time of the snapshots that measured it. Cells that none measured stay unmeasured. GB/s. O(cells *
/// snapshots).
BandwidthMatrix mean_matrix(const History& history);

} // namespace pipette
