// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/problem/placement_problem.h"
#include "core/search/time/change.h"

#include <optional>

namespace pipette {

/// The two nodes all of whose blocks change places slot by slot, where a move of more than two blocks is
/// nothing else: with fewer there is nothing to save.
std::optional<NodeSwap> node_swap(const PlacementProblem& problem, const Move& move);

/// Whether nodes may change places, and an activation takes as long between two slots of a node as between
/// the same of any other.
bool nodes_alike_inside(const PlacementProblem& problem);

} // namespace pipette
