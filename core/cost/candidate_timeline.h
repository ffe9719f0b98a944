// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/iteration_time.h"

namespace pipette {

/// The simulated iteration of the replica that ends last, each device followed by its gradient exchange and
/// its optimizer (parts that take no time are left out). total() is exact_iteration's time. Throws
/// InputError for more operations than a chart or a trace can hold.
Timeline candidate_timeline(const PipelineCosts& costs, const ParallelConfig& config);

/// The same from what a plan is made of; total() is iteration_time_s of estimate_time. Throws InputError when
/// configuration and mapping do not fit the inputs, and as above.
Timeline candidate_timeline(const PlanInputs& inputs, const ParallelConfig& config,
                            const RankMapping& mapping, const Calibration& calibration);

} // namespace pipette
