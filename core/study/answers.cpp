// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/answers.h"

#include "core/base/readable.h"
#include "core/base/time_text.h"
#include <algorithm>
#include <cctype>
#include <cmath>
#include <fmt/format.h>

namespace pipette {
namespace {

using Points = std::vector<const PointResult*>;

std::string sentence(std::string words) {
    words.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(words.front())));
    return words + ".";
}

bool trains(const PointResult& point) {
    return point.outcome.days > 0;
}

/// What is compared: days, else the time of a token.
double time_of(const PointResult& point) {
    return trains(point) ? point.outcome.days : 1 / point.planned.best->tokens_per_s;
}

double cost_of(const PointResult& point) {
    return point.outcome.cost.value_or(1e300);
}

/// "25 % longer", "18 % less time", "as long": a change as a share.
std::string longer(double change) {
    constexpr double least = 0.0005;
    if (std::abs(change) < least)
        return "as long";
    return change > 0 ? fmt::format("{:.3g} % longer", 100 * change)
                      : fmt::format("{:.3g} % less time", -100 * change);
}

/// "55.9 days (range 47.5 to 64.3)" or "412.0 ms a step".
std::string told_time(const PointResult& point) {
    const Candidate& best = *point.planned.best;
    if (!trains(point))
        return time_text(best.iteration_time_s, 4) + " a step";
    const auto [least, most] = days_range(best, point.outcome);
    return fmt::format("{:.1f} days (range {:.1f} to {:.1f})", point.outcome.days, least, most);
}

/// ", 4,258,000 USD at 2.5 USD a GPU-hour (price as entered)"; empty where no price is known.
std::string price_clause(const PointResult& point) {
    const Outcome& outcome = point.outcome;
    return outcome.cost ? fmt::format(", {} at {}", cost_text(outcome), outcome.price_text) : std::string();
}

/// ", which is over the budget of 3,000,000 USD"; empty within it, or where no cost is known.
std::string over_budget_text(const PointResult& point, const TrainingGoal& goal) {
    return !point.outcome.cost || affordable(point.outcome, goal)
               ? std::string()
               : fmt::format(", which is over the budget of {}", money_text(goal.budget, goal.currency));
}

/// What stands before all else of a point: that it misses the deadline, or may.
std::string deadline_text(const PointResult& point, const TrainingGoal& goal) {
    switch (point.deadline) {
    case Deadline::missed:
        return fmt::format("misses the deadline of {:g} days: ", goal.days);
    case Deadline::perhaps:
        return fmt::format("perhaps within the deadline of {:g} days, which lies inside the range of the "
                           "estimate: ",
                           goal.days);
    case Deadline::met:
        return fmt::format("within the deadline of {:g} days: ", goal.days);
    case Deadline::none:
        break;
    }
    return {};
}

/// The number of GPUs that a point was allowed; 0: it does not say.
int allowed_gpus(const StudyPoint& at) {
    for (const auto& [axis, value] : at)
        if (axis == "gpus")
            return static_cast<int>(std::get<double>(value));
    return 0;
}

/// "on 128 GPUs (pp=8 tp=8 dp=2): 44.6 days (range 40.1 to 49.1), 301,000 USD at ..."
std::string told(const PointResult& point, const TrainingGoal& goal) {
    const ParallelConfig& config = point.planned.best->config;
    const std::string used =
        config.world() == allowed_gpus(point.at) ? std::string() : " on " + counted(config.world(), "GPU");
    return fmt::format("{}{} ({}{}): {}{}{}", deadline_text(point, goal), condition_of(point.at),
                       short_name(config), used, told_time(point), price_clause(point),
                       over_budget_text(point, goal));
}

/// The point where every axis changes nothing; null: some axis has no such value, or it was not planned.
const PointResult* unchanged(const Study& study, const Points& points) {
    const auto changes_nothing = [](const std::pair<std::string, AxisValue>& value) {
        const std::optional<double> nothing = as_is(axis_named(value.first));
        return nothing && value.second == AxisValue(*nothing);
    };
    if (study.axes.empty())
        return nullptr;
    const auto found = std::find_if(points.begin(), points.end(), [&](const PointResult* point) {
        return point->planned.best && std::all_of(point->at.begin(), point->at.end(), changes_nothing);
    });
    return found == points.end() ? nullptr : *found;
}

/// Where a point differs from another.
StudyPoint difference(const StudyPoint& point, const StudyPoint& from) {
    StudyPoint rest;
    for (const auto& value : point)
        if (std::find(from.begin(), from.end(), value) == from.end())
            rest.push_back(value);
    return rest;
}

std::string what_if(const PointResult& point, const PointResult& before, const TrainingGoal& goal) {
    const std::string condition = condition_of(difference(point.at, before.at));
    if (!point.planned.best)
        return fmt::format("{} nothing can be planned: {}", condition, point.planned.failed);
    const Candidate &now = *point.planned.best, &then = *before.planned.best;
    std::string text = fmt::format("{}{} a step takes {}: ", deadline_text(point, goal), condition,
                                   longer(now.iteration_time_s / then.iteration_time_s - 1));
    if (trains(point)) {
        const auto [least, most] = days_range(now, point.outcome);
        text += fmt::format("{:.1f} (range {:.1f} to {:.1f}) instead of {:.1f} days", point.outcome.days,
                            least, most, before.outcome.days);
    } else {
        text += fmt::format("{} instead of {}", time_text(now.iteration_time_s, 4),
                            time_text(then.iteration_time_s, 4));
    }
    if (point.outcome.cost && before.outcome.cost)
        text += fmt::format(", cost {:+.1f} % to {} at {}",
                            100 * (*point.outcome.cost / *before.outcome.cost - 1), cost_text(point.outcome),
                            point.outcome.price_text);
    return text;
}

/// "costs 12.5 % more", "costs 16.7 times as much".
std::string costs(double times) {
    constexpr double many = 2;
    return times >= many
               ? fmt::format("costs {:.3g} times as much", times)
               : fmt::format("costs {:.3g} % {}", 100 * std::abs(times - 1), times < 1 ? "less" : "more");
}

/// Whether the upper end of the sooner point's time reaches the lower end of the later point's time.
bool may_be_as_long(const PointResult& sooner, const PointResult& later) {
    const Candidate &first = *sooner.planned.best, &second = *later.planned.best;
    return time_of(sooner) * first.high_s / first.iteration_time_s >=
           time_of(later) * second.low_s / second.iteration_time_s;
}

/// Which of two is sooner and which is cheaper, by how much.
std::string compared(const PointResult& a, const PointResult& b, const TrainingGoal& goal) {
    const PointResult &sooner = time_of(b) < time_of(a) ? b : a, &later = &sooner == &a ? b : a;
    std::string text = fmt::format("{}{} it takes {} than {}: {} instead of {}", deadline_text(sooner, goal),
                                   condition_of(sooner.at), longer(time_of(sooner) / time_of(later) - 1),
                                   condition_of(later.at), told_time(sooner), told_time(later));
    const Outcome &paid = sooner.outcome, &saved = later.outcome;
    if (paid.cost && saved.cost) {
        text += fmt::format(", and {}: {} at {} instead of {} at {}", costs(*paid.cost / *saved.cost),
                            cost_text(paid), paid.price_text, cost_text(saved), saved.price_text);
    }
    if (may_be_as_long(sooner, later))
        text += "; the ranges meet, so that the estimates do not tell for sure which is sooner";
    return text;
}

const PointResult& first_by(const Points& points, double (*key)(const PointResult&)) {
    return **std::min_element(points.begin(), points.end(),
                              [&](const PointResult* a, const PointResult* b) { return key(*a) < key(*b); });
}

/// Whether a study is over nothing but numbers of GPUs, and asks which are enough.
bool asks_for_size(const Study& study) {
    return study.axes.size() == 1 && study.axes.front().axis == "gpus" && study.base.goal.days > 0 &&
           study.base.goal.tokens > 0;
}

bool in_time(const PointResult& point) {
    return point.meets_deadline;
}

/// What a study over numbers of GPUs asks for: the point of the answer, and the fewest where another is
/// cheaper.
std::vector<std::string> enough(const StudyResult& result, const TrainingGoal& goal) {
    const PointResult *best = point_of_answer(result, goal), *fewest = fewest_in_time(result);
    if (best == nullptr)
        return {fmt::format("None of these numbers of GPUs trains {} tokens within {:g} days.",
                            tokens_words(goal.tokens), goal.days)};
    std::vector<std::string> answers;
    if (best != fewest)
        answers.push_back(size_text(allowed_gpus(best->at), *best, goal, "the cheapest of the sizes tried"));
    answers.push_back(size_text(allowed_gpus(fewest->at), *fewest, goal, "the fewest of the sizes tried"));
    return answers;
}

/// The soonest, the cheapest, and the point of the answer where it is the cheapest in time; a point that is
/// several of these is told once. `told_in_time`: the last was told before.
std::vector<std::string> best_of(const StudyResult& result, const Points& planned, const TrainingGoal& goal,
                                 bool told_in_time) {
    std::vector<std::pair<const PointResult*, std::string>> best;
    const auto add = [&](const PointResult& point, const std::string& what) {
        const auto known =
            std::find_if(best.begin(), best.end(), [&](const auto& entry) { return entry.first == &point; });
        if (known == best.end())
            best.emplace_back(&point, what);
        else
            known->second += " and " + what;
    };
    std::vector<std::string> answers;
    add(first_by(planned, time_of), "soonest");
    if (const PointResult& cheapest = first_by(planned, cost_of); cheapest.outcome.cost)
        add(cheapest, "cheapest");
    if (goal.budget > 0) {
        Points paid = planned;
        std::erase_if(paid, [&](const PointResult* point) { return !affordable(point->outcome, goal); });
        if (paid.empty())
            answers.push_back(
                fmt::format("No point is known to cost {} or less.", money_text(goal.budget, goal.currency)));
        else
            add(first_by(paid, time_of),
                fmt::format("soonest within the budget of {}", money_text(goal.budget, goal.currency)));
    }
    if (!told_in_time && goal.days > 0) {
        const PointResult* answer = point_of_answer(result, goal);
        if (answer == nullptr)
            answers.push_back(fmt::format("Every point misses the deadline of {:g} days.", goal.days));
        else if (answer->outcome.cost) // else no point in time has a price
            add(*answer, answer->deadline == Deadline::perhaps
                             ? "cheapest of those that may meet the deadline"
                             : "cheapest of those that meet the deadline");
    }
    for (const auto& [point, what] : best)
        answers.push_back(sentence(what + ", " + told(*point, goal)));
    return answers;
}

std::string change_text(const std::optional<double>& change) {
    return change ? fmt::format("{:+.1f} %", 100 * *change) : "not known";
}

/// What changes most when one input moves.
std::vector<std::string> largest_swings(const Study& study, const StudyResult& result) {
    std::vector<std::string> answers;
    const double share = 100 * study.sensitivity.share;
    constexpr std::size_t told = 3;
    for (const Swing& swing : swings_of(study, result)) {
        if (answers.size() == told)
            break;
        std::string text = fmt::format(
            "{}{}: with {:g} % less the time changes by {}, with {:g} % more by {}",
            axis_named(swing.axis).title, answers.empty() ? " has the largest effect" : " comes next", share,
            change_text(swing.time_down), share, change_text(swing.time_up));
        if (swing.cost_down && swing.cost_up)
            text += fmt::format("; the cost changes by {} and {}", change_text(swing.cost_down),
                                change_text(swing.cost_up));
        answers.push_back(text + ".");
    }
    return answers;
}

std::string failures_text(const Points& points) {
    const auto failed = std::count_if(points.begin(), points.end(),
                                      [](const PointResult* point) { return !point->planned.best; });
    const auto first = std::find_if(points.begin(), points.end(),
                                    [](const PointResult* point) { return !point->planned.best; });
    if (failed == 0)
        return {};
    return sentence(fmt::format("{} of {} points cannot be planned; {}: {}", failed, points.size(),
                                condition_of((*first)->at), (*first)->planned.failed));
}

} // namespace

int gpus_of(const PointResult& point) {
    return point.planned.best->config.world();
}

const PointResult* point_of_answer(const StudyResult& result, const TrainingGoal& goal) {
    if (goal.days > 0)
        return first_in(result, in_time,
                        [](const PointResult& point) { return std::pair(cost_of(point), gpus_of(point)); });
    return first_in(
        result, [](const PointResult&) { return true; }, time_of);
}

const PointResult* fewest_in_time(const StudyResult& result) {
    return first_in(result, in_time, gpus_of);
}

std::string size_text(int gpus, const PointResult& point, const TrainingGoal& goal,
                      const std::string& praise) {
    const bool perhaps = point.deadline == Deadline::perhaps;
    return fmt::format("{}{}{} {} {} that train {} tokens within {:g} days: {}{}{}.",
                       perhaps ? "Perhaps " : "", counted(gpus, "GPU"),
                       point.assumed_cluster ? " (assumed)" : "", gpus == 1 ? "is" : "are", praise,
                       tokens_words(goal.tokens), goal.days, told_time(point),
                       price_clause(point) + over_budget_text(point, goal),
                       perhaps ? "; the deadline lies inside the range of the estimate" : "");
}

std::vector<std::string> answers_of(const Study& study, const StudyResult& result) {
    const TrainingGoal& goal = study.base.goal;
    Points points, planned;
    for (const PointResult& point : result.points)
        if (point.done && !point.moved)
            points.push_back(&point);
    std::copy_if(points.begin(), points.end(), std::back_inserter(planned),
                 [](const PointResult* point) { return point->planned.best != nullptr; });
    if (points.empty())
        return {"This study has not run: none of its points is planned yet."};
    if (planned.empty())
        return {failures_text(points)};
    std::vector<std::string> answers = largest_swings(study, result);
    if (const PointResult* before = unchanged(study, points)) {
        for (const PointResult* point : points)
            if (point != before)
                answers.push_back(sentence(what_if(*point, *before, goal)));
        return answers;
    }
    if (study.axes.empty()) {
        answers.push_back(sentence(told(*planned.front(), goal)));
        return answers;
    }
    const auto add = [&](const std::vector<std::string>& more) {
        answers.insert(answers.end(), more.begin(), more.end());
    };
    if (asks_for_size(study))
        add(enough(result, goal));
    else if (planned.size() == 2 && points.size() == 2)
        answers.push_back(sentence(compared(*planned[0], *planned[1], goal)));
    add(best_of(result, planned, goal, asks_for_size(study)));
    if (const std::string failed = failures_text(points); !failed.empty())
        answers.push_back(failed);
    return answers;
}

} // namespace pipette
