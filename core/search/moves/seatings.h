// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/problem/placement_problem.h"
#include "core/search/time/change.h"

#include <cstdint>
#include <vector>

namespace pipette {

/// Slots for all blocks of a configuration, in the order in which starts fill them.
struct Seating {
    std::vector<std::uint32_t> slots; ///< [seat]
    std::uint32_t together = 0;       ///< so many seats, one after another, lie in one unit; 0: they vary
};

/// The first slots in host order; then, where slots_units() knows units, how many slots of each: all ways
/// where they are few, else as many of each of some units, or unit after unit. The slots that a unit leaves
/// spare are its last ones, or the last ones of its nodes in turn.
std::vector<Seating> seatings(const PlacementProblem& problem);

/// A placement in which every line lies in `over` of the units, evenly: each takes those that have the most
/// slots left. [block] a slot; empty where they have too few.
std::vector<std::uint32_t> spread_evenly(const PlacementProblem& problem, const SlotUnits& units,
                                         BlockLine kind, std::size_t over);

} // namespace pipette
