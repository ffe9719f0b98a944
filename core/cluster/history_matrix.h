// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"

namespace pipette {

/// One matrix for all snapshots of a history that is not empty: each cell's time per byte is the mean
/// (`quantile` 0) or that quantile (0.9: a slow day) of the snapshots that measured it. Cells that none
/// measured stay unmeasured. GB/s. O(cells * snapshots).
BandwidthMatrix over_history(const History& history, double quantile);

} // namespace pipette
