// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"
#include "core/plan/parallel_config.h"
#include "core/plan/rank_mapping.h"

#include <string>
#include <string_view>
#include <vector>

namespace pipette {

/// Where one rank runs.
struct RankSeat {
    int node = 0; ///< index into Placement::nodes
    int local_gpu = 0;
};

/// A node that runs at least one rank.
struct SeatedNode {
    std::string host;
    int gpus = 0;                ///< GPUs that the node has
    std::vector<int> ranks;      ///< ascending
    std::vector<int> local_gpus; ///< GPU of each of `ranks`
    std::string domain = {};     ///< NVLink domain of several nodes that it is in; empty: none
};

/// A mapping as launchers see it: hosts in the order of their first rank, and the seat of each rank.
struct Placement {
    std::vector<RankSeat> seat_of_rank;
    std::vector<SeatedNode> nodes;
    /// Nodes, by index, that must lie in one NVLink domain so that the plan's tensor, context and expert
    /// groups do: as many in each, all nodes in one of them. Empty: no group needs it, or some lie on several
    /// domains already, or they are not of one size.
    std::vector<std::vector<int>> segments = {};

    int world() const { return static_cast<int>(seat_of_rank.size()); }
    const SeatedNode& node_of(int rank) const {
        return nodes[static_cast<std::size_t>(seat_of_rank[static_cast<std::size_t>(rank)].node)];
    }
    /// Ranks of the node that runs most.
    int most_ranks_per_node() const;
    /// Whether every node runs as many ranks as the others.
    bool same_ranks_per_node() const;
    /// Whether there are several nodes and all lie in one NVLink domain.
    bool in_one_domain() const;
};

/// `config`: whose groups make the segments.
Placement placement_of(const RankMapping& mapping, const Cluster& cluster, const ParallelConfig& config);

/// For launchers that number ranks node after node: throws InputError naming the first host whose ranks are
/// not consecutive, what `launcher` does, and the formats that can express the mapping.
void require_node_order(const Placement& placement, std::string_view launcher);

/// Throws InputError: `launcher` cannot express the mapping for this reason; ends with the formats that can.
[[noreturn]] void refuse_mapping(std::string_view launcher, const std::string& reason);

} // namespace pipette
