// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/availability/availability_answers.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace pipette {
namespace {

/// "9,876": a whole number with its thousands apart.
std::string grouped(double number) {
    std::string digits = fmt::format("{:.0f}", std::floor(number));
    for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), ",");
    return digits;
}

std::string cost_clause(const AvailabilityQuestion& question, const AvailabilityResult& result,
                        const Course& course) {
    return result.priced ? ", " + money_text(course.money, question.goal.currency) : std::string();
}

/// Steps of the best choice at both ends of the ranges of its plans' times.
std::pair<double, double> steps_range(const AvailabilityResult& result) {
    double least = 0, most = 0;
    for (const CourseStep& step : result.best.periods)
        if (step.plan != paused) {
            const Candidate& plan = *result.plans[static_cast<std::size_t>(step.plan)].candidate;
            least += step.steps * plan.iteration_time_s / plan.high_s;
            most += step.steps * plan.iteration_time_s / plan.low_s;
        }
    return {least, most};
}

std::string done_text(const AvailabilityQuestion& question, const AvailabilityResult& result) {
    const Course& best = result.best;
    const double budget = question.goal.budget;
    const std::string over =
        result.priced && budget > 0 && best.money > budget
            ? fmt::format(", which is over the budget of {}", money_text(budget, question.goal.currency))
            : std::string();
    const std::string how = fmt::format("with {} {}{}{}", best.starts, best.starts == 1 ? "start" : "starts",
                                        cost_clause(question, result, best), over);
    if (best.reached_hours)
        return fmt::format("The best choice reaches {} tokens after {} hours ({:.1f} days), {}.",
                           tokens_words(question.goal.tokens), hours_words(*best.reached_hours),
                           *best.reached_hours / hours_of_a_day, how);
    const double end = result.periods.back().end_hours;
    const auto [least, most] = steps_range(result);
    return fmt::format("The best choice does {} steps ({} tokens, range {} to {}) in {} hours, {}.",
                       grouped(best.steps), about_tokens(best.steps * result.tokens_a_step),
                       about_tokens(least * result.tokens_a_step), about_tokens(most * result.tokens_a_step),
                       hours_words(end), how);
}

/// "gets as much done", "gets 3.2 % less done", "reaches the goal 4.5 hours later".
std::string against_best(const Course& course, const Course& best) {
    constexpr double least = 0.0005, least_hours = 0.05; // that figures show
    if (best.reached_hours && course.reached_hours) {
        const double later = *course.reached_hours - *best.reached_hours;
        return later < least_hours ? "reaches the goal as soon"
                                   : fmt::format("reaches the goal {} hours later", hours_words(later));
    }
    if (best.reached_hours)
        return "does not reach the goal";
    const double less = best.steps > 0 ? 1 - course.steps / best.steps : 0;
    return less < least ? "gets as much done" : fmt::format("gets {:.1f} % less done", 100 * less);
}

std::string policy_text(const AvailabilityQuestion& question, const AvailabilityResult& result,
                        const char* run, const Course& course) {
    return fmt::format("A run that {} {}{}.", run, against_best(course, result.best),
                       cost_clause(question, result, course));
}

/// "hour 24", "hours 24, 60, 72, and 3 more": when periods begin.
std::string when_text(const AvailabilityResult& result, const std::vector<std::size_t>& periods) {
    constexpr std::size_t most_told = 8;
    std::string text = periods.size() == 1 ? "hour " : "hours ";
    for (std::size_t i = 0; i < std::min(periods.size(), most_told); ++i)
        text += (i == 0 ? "" : ", ") + hours_words(result.periods[periods[i]].begin_hours);
    if (periods.size() > most_told)
        text += fmt::format(", and {} more", periods.size() - most_told);
    return text;
}

/// When the best choice does so, after its first start.
std::vector<std::size_t> periods_with(const AvailabilityResult& result, std::string_view action) {
    std::vector<std::size_t> periods;
    for (std::size_t p = 1; p < result.periods.size(); ++p)
        if (action_at(result.best, p) == action)
            periods.push_back(p);
    return periods;
}

/// Changes at which the best choice keeps its plan though other GPUs would have another one.
std::vector<std::size_t> kept_at(const AvailabilityResult& result) {
    std::vector<std::size_t> periods = periods_with(result, "keep");
    std::erase_if(periods, [&](std::size_t p) {
        const int other = result.choices.periods[p].best_plan;
        return result.periods[p].set == result.periods[p - 1].set || other == paused ||
               other == result.best.periods[p].plan;
    });
    return periods;
}

/// Pauses though some plan could run.
std::vector<std::size_t> waits_of(const AvailabilityResult& result) {
    std::vector<std::size_t> periods = periods_with(result, "pause");
    std::erase_if(periods, [&](std::size_t p) {
        const std::vector<char>& runs = result.choices.periods[p].runs;
        return std::find(runs.begin(), runs.end(), char(1)) == runs.end();
    });
    return periods;
}

std::string lost_text(const AvailabilityQuestion& question, const AvailabilityResult& result) {
    if (const auto& minutes = question.availability.lost_minutes)
        return fmt::format("GPUs that go without an announcement cost {:g} minutes of work, as the file says",
                           *minutes);
    double least = 1e300, most = 0;
    for (const AvailablePlan& plan : result.plans)
        least = std::min(least, plan.lost_minutes), most = std::max(most, plan.lost_minutes);
    return fmt::format("GPUs that go without an announcement cost half the time between two checkpoints: "
                       "{:.0f} to {:.0f} minutes of work, by plan",
                       std::min(least, most), most);
}

void add_end(std::vector<std::string>& lines, const AvailabilityQuestion& question) {
    const double hours = hours_of(question.availability), deadline = question.goal.days * hours_of_a_day;
    constexpr double rounding = 1e-6; // hours
    if (deadline > hours + rounding)
        lines.push_back(fmt::format("nothing is known after {} hours, where the periods end: the deadline of "
                                    "{:g} days is later",
                                    hours_words(hours), question.goal.days));
    if (deadline > 0 && deadline < hours - rounding)
        lines.push_back(
            fmt::format("what is after the deadline of {:g} days does not count", question.goal.days));
}

const PlannedSet& largest_set(const AvailabilityResult& result) {
    return *std::max_element(result.sets.begin(), result.sets.end(),
                             [](const PlannedSet& a, const PlannedSet& b) { return a.gpus < b.gpus; });
}

} // namespace

std::string_view action_at(const Course& course, std::size_t period) {
    const CourseStep& step = course.periods[period];
    if (step.hours <= 0)
        return "done";
    if (step.plan == paused)
        return "pause";
    if (!step.starts)
        return "keep";
    for (std::size_t before = period; before-- > 0;)
        if (const int plan = course.periods[before].plan; plan != paused)
            return plan == step.plan ? "start" : "replan";
    return "start";
}

std::string hours_words(double hours) {
    std::string text = fmt::format("{:.1f}", hours);
    return text.ends_with(".0") ? text.substr(0, text.size() - 2) : text;
}

std::string about_tokens(double tokens) {
    for (const auto& [unit, letter] : {std::pair(1e12, 'T'), {1e9, 'B'}, {1e6, 'M'}})
        if (tokens >= 0.9995 * unit) { // three digits, rounded first
            const double count = tokens / unit;
            const int decimals = count < 9.995 ? 2 : count < 99.95 ? 1 : 0;
            return fmt::format("{:.{}f}{}", count, decimals, letter);
        }
    return fmt::format("{:.0f}", tokens);
}

std::vector<std::string> answers_of(const AvailabilityQuestion& question, const AvailabilityResult& result) {
    if (result.stopped_early)
        return {"This study was stopped before every set of GPUs had its plan."};
    if (result.plans.empty())
        return {"No plan fits on any of the sets of GPUs: " + largest_set(result).planned.failed + "."};
    std::vector<std::string> answers{done_text(question, result)};
    const double goal = question.goal.tokens;
    if (goal > 0 && !result.best.reached_hours)
        answers.push_back(fmt::format("That is {:.1f} % of the goal of {} tokens.",
                                      100 * result.best.steps * result.tokens_a_step / goal,
                                      tokens_words(goal)));
    answers.push_back(policy_text(question, result, "always replans", result.always));
    answers.push_back(policy_text(question, result, "never replans", result.never));
    if (const auto replans = periods_with(result, "replan"); !replans.empty())
        answers.push_back(fmt::format("Replan at {}.", when_text(result, replans)));
    if (const auto kept = kept_at(result); !kept.empty())
        answers.push_back(
            fmt::format("Keep the plan at {}: a new one does not pay.", when_text(result, kept)));
    if (const auto waits = waits_of(result); !waits.empty())
        answers.push_back(fmt::format("Wait at {}: no plan that could run there gets more done.",
                                      when_text(result, waits)));
    return answers;
}

std::vector<std::string> assumptions_of(const AvailabilityQuestion& question,
                                        const AvailabilityResult& result) {
    const Availability& availability = question.availability;
    std::vector<std::string> lines;
    lines.push_back(
        fmt::format("a plan starts {:g} minutes before its first step ({})", restart_minutes(question),
                    availability.restart_minutes ? "as the file says" : "the restart time of the goals"));
    if (!result.plans.empty())
        lines.push_back(lost_text(question, result));
    lines.emplace_back("a checkpoint is written whenever the GPUs change and the run can know it");
    if (std::any_of(availability.periods.begin(), availability.periods.end(),
                    [](const AvailabilityPeriod& period) { return !period.nodes.empty(); }))
        lines.emplace_back("of a kind of which some nodes are there, these are the first of the cluster");
    add_end(lines, question);
    TrainingGoal goal = question.goal;
    goal.tokens = 0; // prices are told below
    const auto add = [&](const std::vector<std::string>& more) {
        for (const std::string& line : more)
            if (std::find(lines.begin(), lines.end(), line) == lines.end())
                lines.push_back(line);
    };
    add(assumptions_of(goal, *question.inputs.cluster));
    if (result.priced)
        for (const AvailablePlan& plan : result.plans)
            add({fmt::format("{}, while a plan holds the GPU; a pause costs nothing", plan.price_text)});
    for (const PlannedSet& set : result.sets)
        add(set.planned.assumptions);
    return lines;
}

} // namespace pipette
