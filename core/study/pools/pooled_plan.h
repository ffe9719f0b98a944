// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/cost/traffic/priced_levels.h"
#include "core/search/rounds/planner.h"
#include "core/study/pools/pool.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace pipette {

/// What one pool does in a step.
struct PoolShare {
    Pool pool;
    int sequences = 0;   ///< of the step
    Candidate candidate; ///< its batch is the pool's part; its GPUs are numbered as in the whole cluster
};

/// A pool that has no part in the step.
struct PoolLeftOut {
    Pool pool;
    bool has_plan = false; ///< by itself
    std::string reason;    ///< for a person
};

/// A step whose sequences are shared out among pools of unlike replicas, whose gradients are added up at its
/// end.
struct PooledPlan {
    std::vector<PoolShare> shares; ///< of the pools that take part; empty: no pool has a plan
    std::vector<PoolLeftOut> left_out;
    double exchange_s = 0;        ///< of gradients between the pools
    double iteration_time_s = 0;  ///< of the slowest pool, and the exchange
    double low_s = 0, high_s = 0; ///< range: those of the pools, and of the exchange as wide as the widest
    double tokens_per_s = 0;
    Transfers transfers; ///< of a step: of the pools, and of the exchange
    /// The best plan whose replicas are alike, on the GPUs of all pools; null: there is none.
    std::optional<Candidate> joint;
    std::vector<std::string> assumptions; ///< of links and calibrations
    /// Figures that the times were computed with, as of Plan::calibration.
    std::shared_ptr<const Calibration> calibration = nullptr;
    bool stopped_early = false; ///< the shares are the best that were found until then

    /// Seconds that a pool waits for the slowest one.
    double waits_s(const PoolShare& share) const;
};

/// Plans each pool by itself, with the whole batch and with parts of it, and shares out the sequences of a
/// step so that the pools end together. The pools are planned again with about the shares that they got,
/// until no layout is new or four times. A set of pools is left out if a step of another set is shorter, or
/// if its gradients would cross a link that is known to be broken. (Unlike replicas: Yan et al., "HexiScale",
/// 2024; Strati et al., "Sailor", SOSP 2025.) Pins, a start mapping and numbers of GPUs of the inputs do not
/// count. Throws InputError if neither the pools nor all GPUs together can be planned at all.
PooledPlan plan_pools(const PlanInputs& inputs, const std::vector<Pool>& pools, const Knowledge& knowledge,
                      const ProgressSink& progress = {}, std::stop_token stop = {});

/// A plan of the pool alone with its part of the step, as one may save, place and export it. It assumes that
/// the exchange with the other pools comes on top. `inputs`: those of the pooled plan.
Plan plan_of_share(const PlanInputs& inputs, const PooledPlan& plan, const PoolShare& share);

} // namespace pipette
