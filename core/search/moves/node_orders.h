// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/problem/placement_problem.h"

#include <cstdint>
#include <span>
#include <vector>

namespace pipette {

/// Up to so many nodes get all moves that are asked for, and no chain was seen to find a better order.
inline constexpr int nodes_ordered_fully = 16;

/// The placement with its nodes in the cheapest order that `moves` exchanges of two of them find; empty where
/// it is not of a kind that this knows. Rows of a few nodes hold whole pipelines, and the exchanges of
/// gradients run from row to row: the times of rows are remembered, and a move of the simulated annealing
/// looks up two rows and the hops between rows. It begins with the order as it is and then, as often as moves
/// allow, with another. The same for the same placement. Knows placements of equal rows on nodes that are
/// alike, of one network card each, with links measured node by node, where blocks share these cards; up to
/// some 250 nodes, and rows of so many that their numbers fit 64 bits. More nodes than
/// nodes_ordered_fully get fewer moves: 400,000 by their number over that at most.
std::vector<std::uint32_t> best_node_order(const PlacementProblem& problem,
                                           std::span<const std::uint32_t> slot_of_block, long moves);

} // namespace pipette
