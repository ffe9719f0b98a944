// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/rounds/planner.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace pipette {

/// Processes that make one plan together; one alone by default. All of them call plan() with the same
/// arguments.
struct Peers {
    int rank = 0, size = 1;
    /// Gives every process what each of them passes, in order of rank; all call it equally often.
    std::function<std::vector<std::string>(const std::string&)> gather;

    /// Whether a unit of work is this process's.
    bool does(std::size_t unit) const { return unit % std::size_t(size) == std::size_t(rank); }
};

/// What a unit of work found: a placement (empty: nothing), its annealing cost (or the seconds that no other
/// goes below) and its hops over broken links.
struct PlacedUnit {
    double cost_s = 0;
    long broken_hops = 0;
    std::vector<std::uint32_t> slot_of_block;
    double start_s = 0; ///< of an explored configuration: ConfigSearch::start_s
};

/// Fills in the units of the other processes; each holds its own. Returns whether any of them was `stopped`.
bool share(const Peers& peers, std::vector<PlacedUnit>& units, bool stopped);

/// As plan(), with the configurations and chains spread over processes. Units of work depend on the seed
/// alone, so every process returns the plan that one alone returns.
Plan plan(const PlanInputs& inputs, const Knowledge& knowledge, const SearchSinks& sinks,
          std::stop_token stop, const Peers& peers);

} // namespace pipette
