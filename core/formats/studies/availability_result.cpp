// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/candidate_json.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/studies/availability_json.h"
#include "core/study/availability/availability_answers.h"

#include <nlohmann/json.hpp>

namespace pipette {
namespace {

using nlohmann::ordered_json;

ordered_json plan_number(int plan) {
    return plan == paused ? ordered_json() : ordered_json(plan);
}

ordered_json plan_to_json(const AvailablePlan& plan) {
    const Candidate& candidate = *plan.candidate;
    ordered_json value{{"gpus", candidate.config.world()},
                       {"iteration_time_s", finite(candidate.iteration_time_s, "iteration_time_s")},
                       {"low_s", finite(candidate.low_s, "low_s")},
                       {"high_s", finite(candidate.high_s, "high_s")},
                       {"tokens_per_s", finite(candidate.tokens_per_s, "tokens_per_s")},
                       {"verdict", name_of(verdict_of(candidate))},
                       {"config", config_to_json(candidate.config)},
                       {"goodput", finite(plan.outcome.goodput.share, "goodput")},
                       {"lost_minutes", finite(plan.lost_minutes, "lost_minutes")}};
    if (plan.gpu_hour_price)
        value["price"] = plan.price_text;
    return value;
}

ordered_json set_to_json(const PlannedSet& set) {
    ordered_json value{{"gpus", set.gpus}, {"plan", plan_number(set.plan)}};
    if (set.plan == paused)
        value["reason"] = set.planned.failed;
    return value;
}

ordered_json step_to_json(const AvailabilityResult& result, const Course& course, std::size_t period) {
    const CourseStep& step = course.periods[period];
    ordered_json value{{"action", action_at(course, period)},
                       {"plan", plan_number(step.plan)},
                       {"hours", finite(step.hours, "hours")},
                       {"restart_hours", finite(step.restart_hours, "restart_hours")},
                       {"lost_hours", finite(step.lost_hours, "lost_hours")},
                       {"steps", finite(step.steps, "steps")}};
    if (result.priced)
        value["cost"] = finite(step.money, "cost");
    return value;
}

ordered_json policy_to_json(const AvailabilityResult& result, const NamedCourse& policy) {
    const Course& course = *policy.course;
    ordered_json value{{"policy", policy.name},
                       {"steps", finite(course.steps, "steps")},
                       {"tokens", finite(course.steps * result.tokens_a_step, "tokens")},
                       {"starts", course.starts},
                       {"gpu_hours", finite(gpu_hours_of(result, course), "gpu_hours")}};
    if (result.priced)
        value["cost"] = finite(course.money, "cost");
    if (course.reached_hours)
        value["reached_hours"] = finite(*course.reached_hours, "reached_hours");
    value["periods"] = ordered_json::array();
    for (std::size_t p = 0; p < course.periods.size(); ++p)
        value["periods"].push_back(step_to_json(result, course, p));
    return value;
}

} // namespace

std::string availability_to_text(const AvailabilityQuestion& question, const AvailabilityResult& result) {
    ordered_json plans = ordered_json::array(), sets = plans, periods = plans, policies = plans;
    for (const AvailablePlan& plan : result.plans)
        plans.push_back(plan_to_json(plan));
    for (const PlannedSet& set : result.sets)
        sets.push_back(set_to_json(set));
    for (std::size_t p = 0; p < result.periods.size(); ++p)
        periods.push_back({{"begin_hours", result.periods[p].begin_hours},
                           {"end_hours", result.periods[p].end_hours},
                           {"set", result.periods[p].set},
                           {"price_factor", result.choices.periods[p].price_factor},
                           {"announced", result.choices.periods[p].announced}});
    for (const NamedCourse& policy : courses_of(result))
        policies.push_back(policy_to_json(result, policy));
    ordered_json document{{"name", question.availability.name},
                          {"global_batch", question.inputs.job.global_batch},
                          {"sequence_length", question.inputs.job.sequence_length},
                          {"restart_minutes", restart_minutes(question)},
                          {"currency", question.goal.currency},
                          {"answers", answers_of(question, result)},
                          {"sets", std::move(sets)},
                          {"plans", std::move(plans)},
                          {"periods", std::move(periods)},
                          {"policies", std::move(policies)},
                          {"assumptions", assumptions_of(question, result)}};
    if (question.goal.tokens > 0)
        document["tokens"] = question.goal.tokens;
    if (question.goal.days > 0)
        document["deadline_days"] = question.goal.days;
    return pretty_json(document);
}

} // namespace pipette
