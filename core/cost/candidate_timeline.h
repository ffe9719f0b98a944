// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/iteration_time.h"

#include <string>

namespace pipette {

/// The simulated iteration of the replica that ends last, each device followed by its gradient exchange and
/// its optimizer (parts that take no time are left out). total() is exact_iteration's time. Throws
/// InputError for more operations than a chart or a trace can hold.
Timeline candidate_timeline(const PipelineCosts& costs, const ParallelConfig& config);

/// The same from what a plan is made of; total() is iteration_time_s of estimate_time. With snapshots it is
/// the timeline of the snapshot at the budget's quantile, or the mean over all of them: each bar starts and
/// ends at the weighted mean of when it does on each snapshot. Which device ends last differs from snapshot
/// to snapshot, so in the mean even the last one waits for others: a tail of its own (waits_for_last). Throws
/// InputError when configuration and mapping do not fit the inputs, and as above.
Timeline candidate_timeline(const PlanInputs& inputs, const ParallelConfig& config,
                            const RankMapping& mapping, const Calibration& calibration);

/// Name of the tail that a mean over snapshots may end with.
inline constexpr const char* waits_for_last = "wait for the last device";

/// What the bars of a timeline with snapshots are, for a person: "each bar is the mean over 5 snapshots";
/// empty without snapshots.
std::string timeline_text(const PlanInputs& inputs);

} // namespace pipette
