// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/availability/availability.h"
#include "core/study/availability/course.h"
#include "core/study/goal.h"
#include "core/study/planned_point.h"

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace pipette {

/// A set of GPUs and its plan.
struct PlannedSet {
    int gpus = 0; ///< that are there and may be used
    PlannedPoint planned;
    int plan = paused; ///< index into AvailabilityResult::plans; `paused`: there is none
};

/// A plan that some set of GPUs got; sets whose plans are equal share one.
struct AvailablePlan {
    std::shared_ptr<const Candidate> candidate; ///< never null
    Outcome outcome;                            ///< of the goals, or of one step if they have no tokens
    std::optional<double> gpu_hour_price;       ///< without what transfers cost; empty: nobody knows it
    std::string price_text;                     ///< that price, and who says so; empty without it
    double lost_minutes = 0;                    ///< of work, when some of its GPUs go without an announcement
};

/// A period with its place in time.
struct TimedPeriod {
    double begin_hours = 0, end_hours = 0;
    int set = 0; ///< index into AvailabilityResult::sets
};

/// What a run gets done with GPUs that come and go.
struct AvailabilityResult {
    std::vector<PlannedSet> sets;
    std::vector<AvailablePlan> plans;
    std::vector<TimedPeriod> periods; ///< of all rounds, to the deadline at most
    CourseChoices choices;            ///< what the courses chose from
    Course best;                      ///< the exact optimum
    Course always;                    ///< replans whenever the GPUs change
    Course never;                     ///< keeps the first plan and pauses where it cannot run
    double tokens_a_step = 0;
    bool priced = false;        ///< the money of the courses is a cost; else it stands for GPU-hours
    bool stopped_early = false; ///< not every set was planned: there are no courses
};

/// The three policies with their names: "best", "always replan", "never replan".
struct NamedCourse {
    std::string_view name;
    const Course* course;
};
std::vector<NamedCourse> courses_of(const AvailabilityResult& result);

/// GPUs of the plans times the hours that they hold them.
double gpu_hours_of(const AvailabilityResult& result, const Course& course);

/// Where a running study of availability reports to; each member may be empty.
struct AvailabilitySinks {
    ProgressSink progress{};
    std::function<void(const PlannedSet& set)> planned{}; ///< each set as soon as it has its plan
    PlanStore store{};
};

/// What is asked: a job, the GPUs that it has, and its goals.
struct AvailabilityQuestion {
    PlanInputs
        inputs; ///< of the whole cluster; start mapping, pins and too large numbers of GPUs are dropped
    TrainingGoal goal;
    Availability availability;
};

/// Minutes from one plan to the first step of another: those of the availability, else of the goals.
double restart_minutes(const AvailabilityQuestion& question);

/// Plans each different set of GPUs once and chooses among the plans. A set that cannot be planned says why;
/// only an availability that does not fit the cluster throws InputError.
AvailabilityResult run_availability(const AvailabilityQuestion& question, const Knowledge& knowledge,
                                    const AvailabilitySinks& sinks = {}, std::stop_token stop = {});

} // namespace pipette
