// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/studies/availability_table.h"

#include "app/cli/plan_table.h"
#include "app/cli/text_table.h"
#include "core/base/readable.h"
#include "core/study/availability/availability_answers.h"

#include <cmath>
#include <fmt/format.h>

namespace pipette {
namespace {

using Align = TextTable::Align;

std::string steps_text(double steps) {
    return fmt::format("{:.0f}", std::floor(steps));
}

/// "3 min"; empty for none.
std::string minutes_text(double hours) {
    const double minutes = minutes_of_an_hour * hours;
    if (hours <= 0)
        return {};
    return minutes < 100 ? fmt::format("{:.3g} min", minutes) : fmt::format("{:.0f} min", minutes);
}

std::string price_text(const AvailabilityResult& result, double money) {
    return result.priced ? fmt::format("{:.0f}", money) : "not known";
}

std::string period_table(const AvailabilityQuestion& question, const AvailabilityResult& result) {
    TextTable table;
    for (const char* title : {"from", "to", "GPUs", "used"})
        table.add_column(title, Align::right);
    table.add_column("do", Align::left);
    table.add_column("configuration", Align::left);
    for (const std::string& title : {std::string("step"), std::string("restart"), std::string("lost"),
                                     std::string("steps"), "cost, " + question.goal.currency})
        table.add_column(title, Align::right);
    for (std::size_t p = 0; p < result.periods.size(); ++p) {
        const CourseStep& step = result.best.periods[p];
        const TimedPeriod& timed = result.periods[p];
        const std::string_view action = action_at(result.best, p);
        if (action == "done")
            break;
        std::vector<std::string> cells{hours_words(timed.begin_hours),
                                       hours_words(timed.begin_hours + step.hours),
                                       std::to_string(result.sets[static_cast<std::size_t>(timed.set)].gpus)};
        if (step.plan == paused) {
            cells.insert(cells.end(), {"0", std::string(action), "", "", "", "", "0", ""});
        } else {
            const Candidate& plan = *result.plans[static_cast<std::size_t>(step.plan)].candidate;
            cells.insert(cells.end(), {std::to_string(plan.config.world()), std::string(action),
                                       short_name(plan.config), milliseconds(plan.iteration_time_s),
                                       minutes_text(step.restart_hours), minutes_text(step.lost_hours),
                                       steps_text(step.steps), price_text(result, step.money)});
        }
        table.add_row(cells);
    }
    return table.text();
}

std::string policy_table(const AvailabilityQuestion& question, const AvailabilityResult& result) {
    TextTable table;
    table.add_column("policy", Align::left);
    for (const std::string& title : {std::string("steps"), std::string("tokens"), std::string("starts"),
                                     std::string("GPU-hours"), "cost, " + question.goal.currency})
        table.add_column(title, Align::right);
    const bool goal = question.goal.tokens > 0;
    if (goal)
        table.add_column("goal after", Align::right);
    for (const NamedCourse& policy : courses_of(result)) {
        const Course& course = *policy.course;
        std::vector<std::string> cells{std::string(policy.name),
                                       steps_text(course.steps),
                                       about_tokens(course.steps * result.tokens_a_step),
                                       std::to_string(course.starts),
                                       fmt::format("{:.0f}", gpu_hours_of(result, course)),
                                       price_text(result, course.money)};
        if (goal)
            cells.push_back(course.reached_hours ? hours_words(*course.reached_hours) + " h" : "not reached");
        table.add_row(cells);
    }
    return table.text();
}

} // namespace

std::string availability_text(const AvailabilityQuestion& question, const AvailabilityResult& result) {
    const TrainingJob& job = question.inputs.job;
    std::string text = fmt::format("Job      {}: {} sequences of {} tokens a step in {}, {}\n",
                                   readable(question.inputs.model.name), job.global_batch,
                                   job.sequence_length, name_of(job.precision), readable(job.framework));
    for (const std::string& answer : answers_of(question, result))
        text += fmt::format("Answer   {}\n", readable(answer, longest_shown_sentence));
    if (!result.plans.empty())
        text += period_table(question, result) + "\n" + policy_table(question, result);
    for (const std::string& line : assumptions_of(question, result))
        text += "Assumed: " + readable(line, longest_shown_sentence) + "\n";
    return text;
}

std::string set_note(const PlannedSet& set) {
    if (!set.planned.best)
        return fmt::format("{} GPUs: {}", set.gpus, set.planned.failed);
    return fmt::format("{} GPUs: {} a step ({})", set.gpus, milliseconds(set.planned.best->iteration_time_s),
                       short_name(set.planned.best->config));
}

} // namespace pipette
