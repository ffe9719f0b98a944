// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/cost/calibration.h"
#include "core/cost/links.h"
#include "core/plan/plan.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace pipette {

class MemoryEstimator;
struct Recipe;

/// What the models know, beside the inputs: fitted efficiencies (and, when trained, the memory estimators).
struct Knowledge {
    Calibration calibration;
    /// Trained estimators by framework; empty: memory is analytic.
    std::shared_ptr<const std::vector<MemoryEstimator>> memory;
    /// What others published, for the baseline of that name; null: none.
    std::shared_ptr<const std::vector<Recipe>> recipes = nullptr;
};

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

/// Time and memory of one configuration and mapping, over the snapshots where there are any: what `pipette
/// estimate`, a drag and every table show.
Candidate evaluate(const PlanInputs& inputs, const ParallelConfig& config, const RankMapping& mapping,
                   const Knowledge& knowledge);

/// The same on one table of links; on links_of(inputs) and without a history it is the same figure, and
/// quicker where many evaluations follow.
Candidate evaluate(const PlanInputs& inputs, const Links& links, const ParallelConfig& config,
                   const RankMapping& mapping, const Knowledge& knowledge);

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
