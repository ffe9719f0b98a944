// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/links.h"
#include "core/plan/rank_grid.h"
#include "core/search/space/slot_layout.h"

#include <optional>
#include <span>
#include <vector>

namespace pipette {

/// How the groups of a collective lie in the nodes of a block that fills whole nodes, wherever it comes to
/// lie. Nodes are numbered inside the block.
struct BlockNodes {
    int members = 1;        ///< of a group in each node where it has some
    std::vector<int> first; ///< [group] its first node
    std::vector<int> next;  ///< of a group with first node 0, all its nodes: of each other as much further on
};

/// None where the groups of these axes do not cut the nodes alike.
std::optional<BlockNodes> block_nodes(const RankGrid& grid, std::span<const Axis> axes, int gpus_of_node,
                                      int gpus_of_block);

/// What groups need of the links inside slots, whatever blocks lie there. Seconds a byte, the best slot
/// first; empty where blocks do not fill whole nodes, or links differ inside nodes.
struct InnerLinks {
    std::vector<double> hop;     ///< slowest hop from a node of a group to the next one
    std::vector<double> fan_out; ///< of the node that takes longest, a byte to each other one of its group
};

InnerLinks inner_links(const Links& links, const SlotLayout& slots, const BlockNodes& nodes,
                       int gpus_of_node);

} // namespace pipette
