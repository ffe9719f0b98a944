// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/links.h"
#include "core/cost/traffic.h"
#include "core/plan/rank_mapping.h"

#include <functional>
#include <utility>
#include <vector>

namespace pipette {

/// Calls `hop` with the GPUs of every two nodes between which a mapping sends, sender first, some more than
/// once: peer by peer and both ways between linked stages, all pairs of a group of the layers' collectives,
/// and the rings of those at the end of an iteration, in rank order and node after node.
void each_hop(const Links& links, const Traffic& traffic, const RankMapping& mapping,
              const std::function<void(int from, int to)>& hop);

/// What the traffic of a mapping rests on.
struct Reliance {
    std::vector<int> faults;                        ///< indices into Cluster::faults: met by traffic or GPUs
    std::vector<std::pair<int, int>> assumed_links; ///< from node, to node: not measured; sorted, each once
};

/// Which known faults a mapping meets, and which links it uses that nobody measured. O(GPUs) where there are
/// any of these in the cluster, else nothing.
Reliance reliance_of(const Cluster& cluster, const Links& links, const Traffic& traffic,
                     const RankMapping& mapping);

} // namespace pipette
