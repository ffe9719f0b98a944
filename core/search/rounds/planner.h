// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/plan/plan.h"
#include "core/search/space/knowledge.h"

#include <functional>
#include <stop_token>

namespace pipette {

/// One point of an annealing curve.
struct AnnealingPoint {
    int candidate = 0; ///< number of the configuration in this search
    int chain = 0;
    long moves = 0;
    double cost_s = 0; ///< current cost
    double best_s = 0;
    ParallelConfig config = {}; ///< that is being placed
};

/// Where a running search reports to; every member may be empty. Called from worker threads, one call at a
/// time.
struct SearchSinks {
    ProgressSink progress;
    std::function<void(const Candidate&)> found; ///< each candidate as soon as it is exact
    std::function<void(const AnnealingPoint&)> annealing;
};

/// Enumerates, filters by memory, prunes by the bound, anneals and simulates (help: search.md).
/// Deterministic by seed and chains. Stopped early it returns the best so far with Plan::stopped_early set.
/// Throws InputError when the inputs cannot be planned at all (no GPU left, precision not supported...).
Plan plan(const PlanInputs& inputs, const Knowledge& knowledge, const SearchSinks& sinks = {},
          std::stop_token stop = {});

/// Anneals one configuration from `start` ("Improve from here"): pins and exclusions of the inputs are
/// respected.
Candidate improve(const PlanInputs& inputs, const ParallelConfig& config, const RankMapping& start,
                  const Knowledge& knowledge, const SearchSinks& sinks = {}, std::stop_token stop = {});

} // namespace pipette
