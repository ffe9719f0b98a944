// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/pipeline_costs.h"
#include "core/plan/plan.h"

namespace pipette {

/// Iteration time of the same costs by each model, seconds (DESIGN section 4).
double exact_time(const PipelineCosts &costs, const ParallelConfig &config);
/// Never above exact_time of the same costs.
double bound_time(const PipelineCosts &costs, const ParallelConfig &config);
/// Pipette as published: (n/pp)*(sum X + 2*sum P) + (pp-1)*max X + T_DP, slowest pipeline.
double pipette_time(const PipelineCosts &costs);
/// AMP: (n-1)*max X + sum X + 2*sum P + T_DP, on costs with uniform bandwidth.
double amp_time(const PipelineCosts &costs);

/// Time, range, tokens/s, MFU, model times and breakdown of one configuration and mapping; memory is filled
/// by search::evaluate. The same numbers wherever they are shown: planner, estimate, drag, table.
Candidate estimate_time(const PlanInputs &inputs, const ParallelConfig &config, const RankMapping &mapping,
                        const Calibration &calibration);

} // namespace pipette
