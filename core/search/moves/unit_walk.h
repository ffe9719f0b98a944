// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/moves/annealer.h"

namespace pipette {

/// A walk of short chains. Before each chain two units of the problem (nodes, NVLink domains, leaves) swap
/// what they hold. Right after a swap an iteration takes longer, so a single chain seldom gets past a swap.
/// The walk goes on from the placement that the short chain ends with, where that placement costs hardly more
/// than the best one of the walk. `budget`: its moves are those of all chains together. Returns the start
/// where the problem has no units.
ChainResult walk_over_units(const PlacementProblem& problem, std::span<const std::uint32_t> start,
                            const ChainBudget& budget, const std::stop_token& stop);

} // namespace pipette
