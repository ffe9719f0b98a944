// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/availability/course.h"

#include "core/study/availability/lost_work.h"

#include <algorithm>

namespace pipette {
namespace {

constexpr double near_goal = 1e-9; // share of the goal that may be missing, because sums are rounded

bool can_run(const CourseChoices& choices, std::size_t period, int plan) {
    return choices.periods[period].runs[static_cast<std::size_t>(plan)] != 0;
}

} // namespace

double unsaved_hours(const CourseChoices& choices, std::size_t period, int plan, double before,
                     double worked) {
    return std::min(choices.plans[static_cast<std::size_t>(plan)].lost_hours,
                    (choices.periods[period].changes ? 0 : before) + worked);
}

double lost_hours_after(const CourseChoices& choices, std::size_t period, int plan, double unsaved) {
    const bool goes = period + 1 < choices.periods.size() && !choices.periods[period + 1].announced &&
                      !can_run(choices, period + 1, plan);
    return goes ? unsaved : 0;
}

std::optional<double> hours_to_goal(const CourseChoices& choices, double steps, double worked,
                                    double steps_an_hour) {
    if (choices.goal_steps <= 0 || worked * steps_an_hour < choices.goal_steps * (1 - near_goal) - steps)
        return std::nullopt;
    return std::clamp((choices.goal_steps - steps) / steps_an_hour, 0.0, worked);
}

Course course_of(const CourseChoices& choices, const PlanSequence& sequence) {
    Course course;
    course.periods.resize(choices.periods.size());
    double begin = 0, restart = 0; // hours: of the period; that the plan still needs to its first step
    double unsaved = 0;            // hours of work that no checkpoint holds
    for (std::size_t p = 0; p < choices.periods.size(); ++p) {
        const CoursePeriod& period = choices.periods[p];
        CourseStep& step = course.periods[p];
        step.plan = sequence[p];
        step.hours = period.hours;
        if (step.plan != paused) {
            const CoursePlan& plan = choices.plans[static_cast<std::size_t>(step.plan)];
            step.starts = p == 0 || sequence[p - 1] != step.plan;
            course.starts += step.starts ? 1 : 0;
            restart = step.starts ? choices.restart_hours : restart;
            step.restart_hours = std::min(restart, period.hours);
            restart -= step.restart_hours;
            const double worked = period.hours - step.restart_hours;
            unsaved = unsaved_hours(choices, p, step.plan, step.starts ? 0 : unsaved, worked);
            if (const auto needed = hours_to_goal(choices, course.steps, worked, plan.steps_an_hour)) {
                step.hours = step.restart_hours + *needed;
                step.steps = *needed * plan.steps_an_hour;
                course.reached_hours = begin + step.hours;
            } else {
                step.lost_hours = lost_hours_after(choices, p, step.plan, unsaved);
                step.steps = (worked - step.lost_hours) * plan.steps_an_hour;
            }
            step.money = step.hours * plan.money_an_hour * period.price_factor +
                         (step.hours - step.restart_hours) * plan.steps_an_hour * plan.money_a_step;
            course.steps += step.steps;
            course.money += step.money;
        }
        if (course.reached_hours)
            break;
        begin += period.hours;
    }
    return course;
}

PlanSequence always_replanned(const CourseChoices& choices) {
    PlanSequence sequence;
    for (const CoursePeriod& period : choices.periods)
        sequence.push_back(period.best_plan);
    return sequence;
}

PlanSequence never_replanned(const CourseChoices& choices) {
    const auto first = std::find_if(choices.periods.begin(), choices.periods.end(),
                                    [](const CoursePeriod& period) { return period.best_plan != paused; });
    const int plan = first == choices.periods.end() ? paused : first->best_plan;
    PlanSequence sequence;
    for (std::size_t p = 0; p < choices.periods.size(); ++p)
        sequence.push_back(plan != paused && can_run(choices, p, plan) ? plan : paused);
    return sequence;
}

CourseChoices cut_after(CourseChoices choices, double hours) {
    double begin = 0;
    for (std::size_t p = 0; p < choices.periods.size(); ++p) {
        double& length = choices.periods[p].hours;
        if (begin + length >= hours) {
            length = hours - begin;
            choices.periods.resize(p + 1);
            break;
        }
        begin += length;
    }
    return choices;
}

} // namespace pipette
