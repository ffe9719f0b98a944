// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evidence/steady_steps.h"
#include "core/plan/candidate.h"

#include <optional>
#include <string>
#include <vector>

namespace pipette {

/// A timer of the log: medians over the steps of two levels.
struct TimerTime {
    std::string name;
    double measured_s = 0; ///< of the steps that are held against the plan
    double before_s = 0;   ///< of the steps before the times left their level; 0: they did not, or no figure
};

/// One part of a step, as it was planned and as the log's timers measured it.
struct PartTime {
    StepPart part = StepPart::outside;
    double planned_s = 0;
    double measured_s = 0; ///< as TimerTime
    double before_s = 0;   ///< as TimerTime
    /// What measures the part. Where compute is timed, "forward-backward" stands beside the pipeline, which
    /// is what compute leaves of it.
    std::vector<TimerTime> timers;
    double excess_s() const { return measured_s - planned_s; }
};

/// A run held against the candidate that it was started with.
struct LogAgainstPlan {
    double planned_s = 0, low_s = 0, high_s = 0; ///< of the candidate, and its range
    double measured_s = 0;                       ///< of the slowest level of the run
    /// The step from which on the times are at that level; none: they were from the first counted step.
    std::optional<long> since;
    std::optional<long> until;   ///< the last step of that level, where another level follows
    double before_s = 0;         ///< median of the level before; 0 without `since`
    std::vector<PartTime> parts; ///< empty: the log has no timers that tell parts apart
    /// The part that explains the longer step: without `since` what exceeds its planned time most, else what
    /// grew most. None: no part did, or no timer tells.
    std::optional<StepPart> slower;
    double slower_share = 0; ///< of all that its and other parts grew by or exceed their plans by, 0 to 1
    bool in_range() const { return low_s <= measured_s && measured_s <= high_s; }
    bool is_slower() const { return measured_s > planned_s; }
    /// The first counted steps are already so much longer or shorter than planned that the run must be of
    /// another job than the plan.
    bool of_another_job() const;
};

/// Holds the run against the plan: which level is slower, since when, and what explains it. `steady`: of the
/// run, with a counted step at least.
LogAgainstPlan log_against_plan(const LogRun& run, const SteadySteps& steady, const Candidate& planned);

/// The same in sentences for a person.
std::vector<std::string> sentences_of(const LogAgainstPlan& against);

} // namespace pipette
