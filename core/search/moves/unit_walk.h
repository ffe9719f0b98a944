// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/moves/annealer.h"

namespace pipette {

/// A walk of short chains. Before each chain two units of the problem (nodes, NVLink domains, leaves) swap
/// what they hold. Right after a swap an iteration takes longer, so one chain seldom gets across: the walk
/// goes on from what the short chain makes of the swap, if it is faster or hardly slower than before.
/// `budget`: moves of all chains together, without stagnation. Returns the start where the problem has no
/// units.
ChainResult walk_over_units(const PlacementProblem& problem, std::span<const std::uint32_t> start,
                            const ChainBudget& budget, const std::stop_token& stop);

} // namespace pipette
