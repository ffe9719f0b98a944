// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"

namespace pipette {

/// How much more the last snapshot of a history says about those that follow than all of them together, 0 to
/// 1, as the history itself shows: of what a cell's time differed from its mean until then, the share that
/// was left in the mean of the snapshots after it (least squares over all cells and the middle third of the
/// history). 0 where links vary independently, towards 1 where they drift slowly; 0 for fewer than six
/// snapshots. O(cells * snapshots).
double persistence(const History& history);

/// One matrix for the time to come, from a history that is not empty: every cell takes the mean time of the
/// snapshots that measured it, and that share of what its last time differs from it. Cells that none measured
/// stay unmeasured. GB/s. O(cells * snapshots).
BandwidthMatrix expected_matrix(const History& history);

} // namespace pipette
