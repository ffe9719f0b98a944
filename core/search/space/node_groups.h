// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"
#include "core/cluster/faults.h"

#include <vector>

namespace pipette {

/// Puts whole nodes together into groups of `gpus` GPUs in which every node reaches every other: as many
/// groups as a search of limited length finds (all that there can be, where few links are broken), neighbours
/// in host order where it can be. Each group ascending, the groups by their first node; nodes may be left
/// over.
std::vector<std::vector<int>> node_groups(const Cluster& cluster, const std::vector<int>& nodes,
                                          const BrokenLinks& broken, int gpus);

} // namespace pipette
