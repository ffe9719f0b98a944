// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/pipeline_costs.h"
#include "core/plan/plan.h"
#include "core/schedule/pipeline_timer.h"

#include <cstddef>

namespace pipette {

/// The simulated iteration and the device on which it ends.
struct ExactTime {
    double time_s = 0;
    int replica = 0, device = 0; ///< the one that ends last, gradient exchange and optimizer included
};

/// Timer of the configuration's schedule. Throws InputError when the schedule does not allow its sizes.
PipelineTimer timer_of(const ParallelConfig& config);

/// The times of one replica as a simulation takes them: views on `costs`.
PipelineTimes replica_times(const PipelineCosts& costs, int replica);

/// Simulates every replica (those with equal costs once): the largest over replicas and devices of the end of
/// the device's last operation + its gradient exchange + its optimizer (help: time.md, "The law"). `timer`:
/// that of timer_of(config), to make once where many mappings follow.
ExactTime exact_iteration(const PipelineCosts& costs, const ParallelConfig& config, PipelineTimer& timer);
ExactTime exact_iteration(const PipelineCosts& costs, const ParallelConfig& config);
double exact_time(const PipelineCosts& costs, const ParallelConfig& config);

/// Never above exact_time of the same costs.
double bound_time(const PipelineCosts& costs, const ParallelConfig& config);

/// Pipette as published: (n/pp)*(sum X + 2*sum P) + (pp-1)*max X + T_DP, slowest pipeline. The paper knows no
/// interleaving: X is all that a device computes for a microbatch.
double pipette_time(const PipelineCosts& costs, const ParallelConfig& config);

/// AMP: (n-1)*max X + sum X + 2*sum P + T_DP; AMP's own view is on the costs of uniform_links().
double amp_time(const PipelineCosts& costs, const ParallelConfig& config);

/// Where the iteration goes on the device that ends last; the parts sum to `exact.time_s`.
Breakdown breakdown_of(const PipelineCosts& costs, const ParallelConfig& config, const ExactTime& exact,
                       PipelineTimer& timer);

/// Time, range, tokens/s, MFU, model times and breakdown of one configuration and mapping; memory is filled
/// by search::evaluate. The same numbers wherever they are shown: planner, estimate, drag, table. On the
/// cluster's own matrix or, with a history, simulated on every snapshot: the mean of each figure, or the
/// snapshot at the budget's quantile of the times, each counted by its weight (see snapshot_weights). With
/// the degraded links of the inputs' faults.
Candidate estimate_time(const PlanInputs& inputs, const ParallelConfig& config, const RankMapping& mapping,
                        const Calibration& calibration);

/// What the search looks at: the cluster's own matrix or, with a history, what is to be expected of every
/// link after it (see forecast); with the degraded links. To make once where many estimates follow.
Links links_of(const PlanInputs& inputs);

/// One snapshot of the cluster's history, with the degraded links.
Links links_of(const PlanInputs& inputs, std::size_t snapshot);

/// For a person: what the times on these links rest on that was not measured, or not as the job runs.
std::vector<std::string> assumptions_of(const PlanInputs& inputs, const Links& links,
                                        const Calibration& calibration);

/// The estimate on one table of links.
Candidate estimate_time(const PlanInputs& inputs, const Links& links, const ParallelConfig& config,
                        const RankMapping& mapping, const Calibration& calibration);

} // namespace pipette
