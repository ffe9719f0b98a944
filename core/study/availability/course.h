// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

namespace pipette {

/// What a plan does and costs while it runs.
struct CoursePlan {
    double steps_an_hour = 0;
    double money_an_hour = 0; ///< of the GPUs that it holds, at a price factor of 1
    double money_a_step = 0;  ///< of what it sends over links that have a price
    double lost_hours = 0;    ///< of its work, when GPUs of it go without an announcement
};

/// Hours in which the same plans can run.
struct CoursePeriod {
    double hours = 0;
    double price_factor = 1;
    bool announced = false;      ///< nothing is lost when it begins
    int best_plan = -1;          ///< the plan that was made for its GPUs; -1: there is none
    std::vector<char> runs = {}; ///< [plan] whether all its GPUs are there
    bool changes = true;         ///< other GPUs are there than in the period before
};

/// What a run chooses from: at the beginning of each period it keeps its plan, starts another one, or pauses.
/// A plan starts `restart_hours` before its first step; its GPUs are paid for from then on. A pause costs
/// nothing.
struct CourseChoices {
    std::vector<CoursePlan> plans;
    std::vector<CoursePeriod> periods;
    double restart_hours = 0;
    double goal_steps = 0; ///< after so many steps the run ends; 0: it never does
};

/// Index of no plan: nothing trains.
inline constexpr int paused = -1;

/// The plan of each period, or `paused`.
using PlanSequence = std::vector<int>;

/// What a run does in one period.
struct CourseStep {
    int plan = paused;
    double hours = 0;                         ///< until the period or the run ends
    double restart_hours = 0, lost_hours = 0; ///< of them: until the first step; of work that is done again
    double steps = 0;                         ///< that count
    double money = 0;
    bool starts = false; ///< the plan did not run before
};

/// A run from the first period to the last, or to its goal.
struct Course {
    std::vector<CourseStep> periods; ///< empty ones follow when the goal is reached
    double steps = 0, money = 0;
    int starts = 0; ///< the first one counts, too
    std::optional<double> reached_hours =
        {}; ///< hours to the goal; empty: it is not reached, or there is none
};

/// What the sequence does. Every plan of it can run in its period.
Course course_of(const CourseChoices& choices, const PlanSequence& sequence);

/// The sequence that reaches the goal first; where none reaches it, the one with most steps at the end. Of
/// equal ones the cheapest, then the one with fewest starts. Exact: dynamic programming over periods and
/// plans (help: availability.md).
PlanSequence best_sequence(const CourseChoices& choices);

/// In each period the plan that was made for its GPUs.
PlanSequence always_replanned(const CourseChoices& choices);

/// One plan in all periods in which it can run, and a pause in the others. It is the plan that was made for
/// the GPUs of the first period; if no plan fits there, that of the next period which has one.
PlanSequence never_replanned(const CourseChoices& choices);

/// The same choices that end after so many hours: the last period is cut.
CourseChoices cut_after(CourseChoices choices, double hours);

} // namespace pipette
