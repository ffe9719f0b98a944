// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/moves/unit_walk.h"

#include "core/base/random.h"
#include "core/search/time/placement_cost.h"

#include <algorithm>

namespace pipette {
namespace {

/// The placement after two units, drawn at random, have swapped what they hold.
std::vector<std::uint32_t> drawn_swap(const PlacementProblem& problem,
                                      const std::vector<std::uint32_t>& placement, Random& random) {
    const SlotUnits& units = problem.units[random.below(std::uint32_t(problem.units.size()))];
    const auto count = std::uint32_t(units.count());
    const std::uint32_t a = random.below(count), b = random.below(count);
    return with_units_swapped(placement, units, a, b);
}

bool moves_fixed_block(const SlotLayout& layout, const std::vector<std::uint32_t>& from,
                       const std::vector<std::uint32_t>& to) {
    for (std::size_t block = 0; block < from.size(); ++block)
        if (layout.fixed[block] && from[block] != to[block])
            return true;
    return false;
}

} // namespace

ChainResult walk_over_units(const PlacementProblem& problem, std::span<const std::uint32_t> start,
                            const ChainBudget& budget, const std::stop_token& stop) {
    const long moves_of_chain = std::clamp(256L * problem.blocks(), 4'000L, 16'000L);
    constexpr double hardly_slower = 0.004; // than the best, as a share
    const PlacementCost cost(problem, start);
    ChainResult best{{start.begin(), start.end()}, cost.cost(), cost.cost(), 0, cost.broken_hops()};
    std::vector<std::uint32_t> at = best.slot_of_block;
    Random random(budget.seed);
    ChainBudget of_chain = budget;
    of_chain.moves = std::min(budget.moves, moves_of_chain), of_chain.polishes = true;
    const long chains = problem.units.empty() ? 0 : budget.moves / std::max(1L, of_chain.moves);
    for (long chain = 0; chain < chains && !stop.stop_requested(); ++chain) {
        const std::vector<std::uint32_t> swapped = drawn_swap(problem, at, random);
        of_chain.seed = random.next();
        if (swapped == at || moves_fixed_block(problem.layout, at, swapped))
            continue;
        ChainResult found = anneal(problem, swapped, of_chain, {}, stop);
        best.moves += found.moves, best.cycles += found.cycles;
        if (found.better_than(best)) {
            best.slot_of_block = found.slot_of_block;
            best.cost_s = found.cost_s, best.broken_hops = found.broken_hops;
        }
        if (found.broken_hops == best.broken_hops && found.cost_s < best.cost_s * (1 + hardly_slower))
            at = std::move(found.slot_of_block);
    }
    return best;
}

} // namespace pipette
