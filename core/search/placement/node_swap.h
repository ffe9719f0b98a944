// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/placement/change.h"
#include "core/search/placement/placement_problem.h"

#include <optional>

namespace pipette {

/// The two nodes all of whose blocks change places slot by slot, where a move of more than two blocks is
/// nothing else: with fewer there is nothing to save.
std::optional<NodeSwap> node_swap(const PlacementProblem& problem, const Move& move);

} // namespace pipette
