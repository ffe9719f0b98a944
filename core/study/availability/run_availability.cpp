// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/availability/run_availability.h"

#include "core/base/input_error.h"
#include "core/search/space/enumeration.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

constexpr double shortest_hours = 1e-6; ///< rounding leaves no shorter period before a deadline

/// The inputs on the GPUs of a set.
PlanInputs inputs_on(const PlanInputs& whole, const std::vector<int>& excluded) {
    PlanInputs inputs = whole;
    inputs.faults.excluded_gpus = excluded;
    inputs.start.reset();
    inputs.pinned_ranks.clear();
    inputs.top = 1;
    const auto there = usable_gpus(inputs).size();
    std::erase_if(inputs.limits.world_sizes,
                  [&](int world) { return static_cast<std::size_t>(world) > there; });
    return inputs;
}

/// Whether all GPUs of the plan are there.
bool all_there(const Candidate& candidate, const std::vector<int>& excluded) {
    const std::vector<int>& used = candidate.mapping.gpu_of_rank;
    return std::none_of(used.begin(), used.end(),
                        [&](int gpu) { return std::binary_search(excluded.begin(), excluded.end(), gpu); });
}

class AvailabilityRun {
public:
    AvailabilityRun(const AvailabilityQuestion& question, const Knowledge& knowledge,
                    const AvailabilitySinks& sinks, std::stop_token stop)
        : question_(question),
          knowledge_(knowledge),
          sinks_(sinks),
          stop_(std::move(stop)),
          gpu_sets_(gpu_sets(question.availability, *question.inputs.cluster,
                             question.inputs.faults.excluded_gpus)) {}

    AvailabilityResult all() {
        result_.tokens_a_step =
            double(question_.inputs.job.global_batch) * question_.inputs.job.sequence_length;
        set_periods();
        for (std::size_t set = 0; set < gpu_sets_.excluded.size(); ++set)
            if (!plan_on(set)) {
                result_.stopped_early = true;
                return std::move(result_);
            }
        tell(1);
        set_choices();
        const CourseChoices& choices = result_.choices;
        result_.best = course_of(choices, best_sequence(choices));
        result_.always = course_of(choices, always_replanned(choices));
        result_.never = course_of(choices, never_replanned(choices));
        return std::move(result_);
    }

private:
    void tell(double of_this_set) const {
        const std::size_t done = result_.sets.size(), all = gpu_sets_.excluded.size();
        if (sinks_.progress)
            sinks_.progress({fmt::format("{} of {} plans", done, all),
                             done == all ? 1 : (double(done) + of_this_set) / double(all), 0});
    }

    /// Whether some period up to the deadline has the set.
    bool is_needed(std::size_t set) const {
        return std::any_of(result_.periods.begin(), result_.periods.end(), [&](const TimedPeriod& period) {
            return static_cast<std::size_t>(period.set) == set;
        });
    }

    /// False: stopped before there was a plan.
    bool plan_on(std::size_t number) {
        const PlanInputs inputs = inputs_on(question_.inputs, gpu_sets_.excluded[number]);
        PlannedSet set;
        set.gpus = static_cast<int>(usable_gpus(inputs).size());
        if (set.gpus == 0) {
            set.planned.failed = "no GPU is there";
        } else if (!is_needed(number)) {
            set.planned.failed = "no period before the deadline has it";
        } else {
            try {
                std::optional<PlannedPoint> found = planned_point(
                    inputs, knowledge_, sinks_.store,
                    [&](const Progress& progress) { tell(progress.fraction); }, stop_);
                if (!found)
                    return false;
                set.planned = std::move(*found);
            } catch (const InputError& error) {
                set.planned.failed =
                    error.place().empty() ? error.reason() : error.place() + ": " + error.reason();
            }
        }
        if (set.planned.best)
            set.plan = number_of(set.planned.best);
        if (sinks_.planned)
            sinks_.planned(set);
        result_.sets.push_back(std::move(set));
        return true;
    }

    /// The plan's index; equal ones have the same.
    int number_of(const std::shared_ptr<const Candidate>& candidate) {
        std::vector<AvailablePlan>& plans = result_.plans;
        const auto known = std::find_if(plans.begin(), plans.end(), [&](const AvailablePlan& plan) {
            return plan.candidate->config == candidate->config &&
                   plan.candidate->mapping == candidate->mapping;
        });
        if (known != plans.end())
            return static_cast<int>(known - plans.begin());
        TrainingGoal goal = question_.goal;
        if (goal.tokens <= 0)
            goal.tokens = result_.tokens_a_step;
        AvailablePlan plan;
        plan.candidate = candidate;
        plan.outcome = outcome_of(*candidate, *question_.inputs.cluster, goal);
        add_price(plan);
        plan.lost_minutes = question_.availability.lost_minutes.value_or(
            plan.outcome.goodput.interval_s / 2 / seconds_of_an_hour * minutes_of_an_hour);
        plans.push_back(std::move(plan));
        return static_cast<int>(plans.size()) - 1;
    }

    /// That of one step of a run which sends nothing over links with a price and never fails: with many
    /// failures a run may never end.
    void add_price(AvailablePlan& plan) const {
        Candidate alone = *plan.candidate;
        alone.transfer_bytes = alone.transfer_usd = 0;
        TrainingGoal step = question_.goal;
        step.tokens = result_.tokens_a_step, step.failures = {};
        const Outcome outcome = outcome_of(alone, *question_.inputs.cluster, step);
        if (outcome.cost)
            plan.gpu_hour_price = *outcome.cost / outcome.gpu_hours;
        plan.price_text = outcome.price_text;
    }

    void set_periods() {
        const Availability& availability = question_.availability;
        const double end =
            question_.goal.days > 0 ? question_.goal.days * hours_of_a_day : hours_of(availability) + 1;
        double begin = 0;
        for (int round = 0; round < availability.rounds; ++round)
            for (std::size_t i = 0; i < availability.periods.size() && begin < end - shortest_hours; ++i) {
                const double after = std::min(begin + availability.periods[i].hours, end);
                result_.periods.push_back({begin, after, gpu_sets_.of_period[i]});
                begin = after;
            }
    }

    CoursePlan course_plan(const AvailablePlan& plan) const {
        const Candidate& candidate = *plan.candidate;
        const Outcome& outcome = plan.outcome;
        CoursePlan course;
        course.steps_an_hour = seconds_of_an_hour * outcome.goodput.share / candidate.iteration_time_s;
        course.lost_hours = plan.lost_minutes / minutes_of_an_hour;
        course.money_an_hour = candidate.config.world();
        if (result_.priced) {
            course.money_an_hour *= *plan.gpu_hour_price;
            course.money_a_step = outcome.transfer_cost > 0 ? candidate.transfer_usd : 0;
        }
        return course;
    }

    void set_choices() {
        CourseChoices& choices = result_.choices;
        const Availability& availability = question_.availability;
        const std::vector<AvailablePlan>& plans = result_.plans;
        result_.priced =
            !plans.empty() && std::all_of(plans.begin(), plans.end(), [](const AvailablePlan& plan) {
                return plan.gpu_hour_price.has_value();
            });
        for (const AvailablePlan& plan : plans)
            choices.plans.push_back(course_plan(plan));
        choices.restart_hours = restart_minutes(question_) / minutes_of_an_hour;
        choices.goal_steps = question_.goal.tokens / result_.tokens_a_step;
        std::vector<std::vector<char>> runs_of_set; // [plan] whether all its GPUs are there
        for (const std::vector<int>& excluded : gpu_sets_.excluded) {
            std::vector<char>& runs = runs_of_set.emplace_back();
            for (const AvailablePlan& plan : plans)
                runs.push_back(all_there(*plan.candidate, excluded));
        }
        for (std::size_t p = 0; p < result_.periods.size(); ++p) {
            const TimedPeriod& timed = result_.periods[p];
            const AvailabilityPeriod& period = availability.periods[p % availability.periods.size()];
            CoursePeriod& choice = choices.periods.emplace_back();
            choice.hours = timed.end_hours - timed.begin_hours;
            choice.price_factor = period.price_factor;
            choice.announced = period.announced;
            choice.changes = p == 0 || timed.set != result_.periods[p - 1].set;
            choice.best_plan = result_.sets[static_cast<std::size_t>(timed.set)].plan;
            choice.runs = runs_of_set[static_cast<std::size_t>(timed.set)];
        }
    }

    const AvailabilityQuestion& question_;
    const Knowledge& knowledge_;
    const AvailabilitySinks& sinks_;
    std::stop_token stop_;
    GpuSets gpu_sets_;
    AvailabilityResult result_;
};

} // namespace

double restart_minutes(const AvailabilityQuestion& question) {
    return question.availability.restart_minutes.value_or(question.goal.failures.restart_s /
                                                          seconds_of_an_hour * minutes_of_an_hour);
}

std::vector<NamedCourse> courses_of(const AvailabilityResult& result) {
    return {{"best", &result.best}, {"always replan", &result.always}, {"never replan", &result.never}};
}

double gpu_hours_of(const AvailabilityResult& result, const Course& course) {
    double hours = 0;
    for (const CourseStep& step : course.periods)
        if (step.plan != paused)
            hours += step.hours * result.plans[static_cast<std::size_t>(step.plan)].candidate->config.world();
    return hours;
}

AvailabilityResult run_availability(const AvailabilityQuestion& question, const Knowledge& knowledge,
                                    const AvailabilitySinks& sinks, std::stop_token stop) {
    return AvailabilityRun(question, knowledge, sinks, std::move(stop)).all();
}

} // namespace pipette
