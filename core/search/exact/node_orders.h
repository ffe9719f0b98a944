// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/placement/placement_problem.h"

#include <cstdint>
#include <span>
#include <vector>

namespace pipette {

/// What became of a placement whose nodes were put into another order.
struct NodeOrder {
    std::vector<std::uint32_t> slot_of_block; ///< empty: no other order costs less
    bool is_best = false; ///< no order of the nodes costs less than this one, or than before
};

/// Which node stands where, as the placement's blocks lie in their nodes: all orders, but for those that
/// cannot cost less than the best so far. Rows of a few nodes hold whole pipelines, and the exchanges run
/// from row to row: the rows that nodes can make are few, and each is worked out once; then they are put
/// together. Ends after so many `steps` (rows looked at). Knows placements of equal rows on nodes that are
/// alike, of one network card each, with links measured node by node; of others it says that none costs less,
/// and not that they are the best.
NodeOrder best_node_order(const PlacementProblem& problem, std::span<const std::uint32_t> slot_of_block,
                          long steps);

} // namespace pipette
