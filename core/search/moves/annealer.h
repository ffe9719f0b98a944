// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/problem/placement_problem.h"

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

namespace pipette {

/// What a chain may move.
enum class MoveKinds { all, whole_nodes };

/// How long one chain works.
struct ChainBudget {
    std::uint64_t seed = 1;
    long moves = 200'000; ///< at most
    long stagnation = 0;  ///< ends after so many moves without a better placement; 0: never
    long report = 4'096;  ///< moves between two points of the curve
    /// Above 0: the best placement is that of the least expected maximum when the time of every pipeline and
    /// ring hop varies by itself (Gumbel distributions of this scale): blur * log(sum e^(time / blur)), which
    /// is the energy that moves are judged by anyway. 0: of the least maximum.
    double blur_s = 0;
    MoveKinds kinds = MoveKinds::all;
    /// Begins with a good placement. Where blocks share network cards what makes such a one better is small:
    /// the chain starts cooler, and cools further down.
    bool polishes = false;
    /// The chain cools once, slowly, from hot, over all of its moves. It has no cycles.
    bool cools_once = false;
    bool walks_over_units = false; ///< see walk_over_units()
};

/// The best placement that a chain saw, and its cost (without blur). The fewer hops over broken links the
/// better, then the less it costs.
struct ChainResult {
    std::vector<std::uint32_t> slot_of_block;
    double cost_s = 0;
    double start_cost_s = 0;
    long moves = 0; ///< tried
    long broken_hops = 0;
    long cycles = 1; ///< of falling temperature

    /// Of two results that hold a placement.
    bool better_than(const ChainResult& other) const {
        return broken_hops < other.broken_hops || (broken_hops == other.broken_hops && cost_s < other.cost_s);
    }
};

/// One point of the curve of a chain.
struct ChainPoint {
    long moves = 0;
    double cost_s = 0, best_s = 0;
};
using ChainSink = std::function<void(const ChainPoint&)>;

/// Simulated annealing with restarts from the best, by `budget` and seed alone: the same on every machine and
/// with any number of threads, unless `stop` ends it early. `sink` (may be empty) gets about a hundred
/// points.
ChainResult anneal(const PlacementProblem& problem, std::span<const std::uint32_t> start,
                   const ChainBudget& budget, const ChainSink& sink, const std::stop_token& stop);

} // namespace pipette
