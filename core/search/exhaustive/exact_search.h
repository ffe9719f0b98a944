// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/config_work.h"
#include "core/schedule/pipeline_timer.h"
#include "core/search/exhaustive/distinct_placements.h"
#include "core/search/problem/search_tables.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace pipette {

/// A placement, and the seconds that no other goes below; 0: not known.
struct ProvenPlacement {
    std::vector<std::uint32_t> slot_of_block;
    double least_s = 0;
};

/// Looks for the placement of one configuration by what is reported in the end: the simulated time. The
/// annealing cost says which placements are simulated first and, where it is a bound, which are worth it at
/// all. Only placements with the fewest hops over broken links are looked at. Keeps references to its
/// arguments.
class ExactSearch {
public:
    /// `looked`: is told now and then how far it is, 0 to 1, with what it looks at; may be empty.
    ExactSearch(const SearchTables& tables, const ParallelConfig& config, const PlacementProblem& problem,
                std::function<void(double)> looked = {});

    /// Simulated seconds of an iteration on the tables' links.
    double time_s(std::span<const std::uint32_t> placement);

    /// The best of all of them, begun with those of the least cost and ended after so many simulations or,
    /// where the cost is a bound, with the first that costs as much as the best takes.
    ProvenPlacement best_of(const DistinctPlacements& all, long simulations);

    /// Exchanges blocks (or a block and a spare slot) for as long as the time falls, with so many simulations
    /// at most. Where the cost is no bound, those first that cost least.
    std::vector<std::uint32_t> descend(std::vector<std::uint32_t> placement, long simulations);

private:
    bool may_be_below(double least, double cost_s) const { return !problem_.cost_is_bound || cost_s < least; }

    const SearchTables& tables_;
    const PlacementProblem& problem_;
    ConfigWork work_;
    PipelineTimer timer_;
    std::function<void(double)> looked_;
};

/// The `count` placements with the fewest hops over broken links and, of these, the least annealing cost;
/// equal ones in the order in which they are listed.
std::vector<std::vector<std::uint32_t>> cheapest_of(const PlacementProblem& problem,
                                                    const DistinctPlacements& all, std::size_t count);

} // namespace pipette
