// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/config_work.h"
#include "core/cost/links.h"
#include "core/plan/kept_off.h"
#include "core/search/problem/node_reach.h"
#include "core/search/problem/placement_problem.h"
#include "core/search/space/knowledge.h"

#include <map>
#include <memory>
#include <vector>

namespace pipette {

/// Slots for blocks of one size.
struct SlotShape {
    SlotLayout layout; ///< empty_layout
    SlotGroups groups;
    int least_streams = 1;    ///< fewest GPUs of one block that send through one NIC
    int least_full = 1;       ///< fewest GPUs on the busiest NIC of a slot when all slots are in use
    bool whole_nodes = false; ///< every gpus_of_node of a slot's GPUs, in order, are one node
};

/// What all configurations of one search share, made once. Keeps references to inputs and knowledge.
struct SearchTables {
    SearchTables(const PlanInputs& inputs, const Knowledge& knowledge);

    const PlanInputs& inputs;
    const Knowledge& knowledge;
    KeptOff kept_off;
    Links links;                             ///< links_of(inputs): what times and placements rest on
    std::shared_ptr<const SiteTable> nodes;  ///< null where links are measured GPU by GPU
    std::vector<double> gpu_memory_bytes;    ///< of the usable GPUs, largest first
    std::vector<double> fusing_memory_bytes; ///< the same of those that run the job with flash attention
    // The best that any two GPUs have: no placement is faster.
    double inter_s_per_byte = 0, inter_latency_s = 0; ///< between nodes
    double intra_s_per_byte = 0, intra_latency_s = 0; ///< inside a node
    NodeReach reach;                                  ///< the best that single nodes have
    int gpus_of_node = 1;                             ///< of the largest node
    int nics_of_node = 1;                             ///< that GPUs use, of the node with the most

    /// Made on first use: not for several threads at once.
    const SlotShape& shape(int block_size);
    /// One that shape() has made before: for any thread.
    const SlotShape& known_shape(int block_size) const { return shapes_.at(block_size); }

private:
    std::map<int, SlotShape> shapes_; // by block size
};

/// What a configuration of the search computes and exchanges.
ConfigWork config_work(const SearchTables& tables, const ParallelConfig& config);

} // namespace pipette
