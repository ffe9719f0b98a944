// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/log_against_plan.h"

#include "core/base/median.h"
#include "core/base/time_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace pipette {
namespace {

/// Steps of one level, as the log numbers them.
struct Steps {
    long first, last;
    bool hold(long step) const { return first <= step && step <= last; }
};

/// The median of what a timer shows for some steps, seconds; 0: it shows nothing for these steps.
double median_of(const LogTimer& timer, Steps steps) {
    std::vector<double> seconds;
    for (const LogTimer::Sample& sample : timer.samples)
        if (steps.hold(sample.step))
            seconds.push_back(sample.seconds);
    return median(seconds);
}

/// The sum of each part's timers over some steps; parts without a timer are absent.
std::map<StepPart, double> timed_parts(const LogRun& run, Steps steps) {
    std::map<StepPart, double> parts;
    double of_others = 0; // what the optimizer's timer holds of other parts
    for (const LogTimer& timer : run.timers) {
        const double seconds = median_of(timer, steps);
        if (timer.place.counts == TimerCounts::shown || seconds <= 0)
            continue;
        parts[timer.place.part] += seconds;
        if (timer.place.counts == TimerCounts::taken_from_optimizer)
            of_others += seconds;
    }
    if (const auto optimizer = parts.find(StepPart::optimizer); optimizer != parts.end())
        optimizer->second = std::max(0.0, optimizer->second - of_others);
    return parts;
}

bool is_timed(const std::map<StepPart, double>& parts, StepPart part) {
    return parts.contains(part);
}

/// The parts that lie side by side in a step of `step_s` seconds: what both passes take is split into compute
/// and pipeline where the log tells the former, and the rest of the step is outside of the timers.
std::map<StepPart, double> side_by_side(std::map<StepPart, double> parts, double step_s) {
    const auto of = [&](StepPart part) { return is_timed(parts, part) ? parts[part] : 0.0; };
    const double passes = of(StepPart::passes), apart = of(StepPart::exchange) + of(StepPart::optimizer);
    // Some versions time the exchange inside of both passes, too.
    constexpr double rounding = 1.005;
    const bool inside = passes + apart > rounding * step_s && passes > of(StepPart::exchange);
    const double passes_alone = passes - (inside ? of(StepPart::exchange) : 0);
    if (passes > 0 && is_timed(parts, StepPart::compute)) {
        parts[StepPart::pipeline] = std::max(0.0, passes_alone - of(StepPart::compute));
        parts.erase(StepPart::passes);
    } else if (passes > 0) {
        parts[StepPart::passes] = passes_alone;
    }
    double timed = 0;
    for (const auto& [part, seconds] : parts)
        timed += seconds;
    if (!parts.empty())
        parts[StepPart::outside] = std::max(0.0, step_s - timed);
    return parts;
}

double planned_of(StepPart part, const Breakdown& plan, bool pipeline_is_timed) {
    const double compute = plan.compute + plan.recompute + plan.tp + plan.cp + plan.ep,
                 pipeline = plan.pp_exposed + plan.bubble;
    switch (part) {
    case StepPart::passes:
        return compute + pipeline;
    case StepPart::compute:
        return compute;
    case StepPart::pipeline:
        return pipeline;
    case StepPart::exchange:
        return plan.dp_exposed;
    case StepPart::optimizer:
        return plan.optimizer + plan.offload;
    case StepPart::outside:
        break;
    }
    return pipeline_is_timed ? 0 : pipeline;
}

/// A part and how much of all excess it explains.
struct LargestPart {
    std::optional<StepPart> part;
    double share = 0;
};

/// The part with the largest excess over its `reference`; none where that is below `least` seconds or below a
/// hundredth of the reference, which medians scatter by. Both passes hold others where a framework times the
/// exchange inside of them: a part of its own that explains most of it comes first.
LargestPart largest(const std::vector<PartTime>& parts, double least, double PartTime::*reference) {
    const auto excess = [&](const PartTime& part) { return part.measured_s - part.*reference; };
    const PartTime* most = nullptr;
    double all = 0;
    for (const PartTime& part : parts) {
        all += std::max(0.0, excess(part));
        if (!most || excess(part) > excess(*most))
            most = &part;
    }
    constexpr double scatter = 0.01, explains = 0.8;
    if (!most || excess(*most) <= std::max(least, scatter * most->*reference))
        return {};
    for (const PartTime& part : parts)
        if (most->part == StepPart::passes && part.part == StepPart::exchange &&
            excess(part) >= explains * excess(*most))
            most = &part;
    return {most->part, excess(*most) / all};
}

/// The timers that measure a part, with their medians over both levels.
std::vector<TimerTime> timers_of(StepPart part, const LogRun& run, Steps now, std::optional<Steps> before) {
    const bool compute_is_timed =
        std::any_of(run.timers.begin(), run.timers.end(),
                    [](const LogTimer& timer) { return timer.place.part == StepPart::compute; });
    std::vector<TimerTime> timers;
    for (const LogTimer& timer : run.timers) {
        const bool rest =
            part == StepPart::pipeline && timer.place.part == StepPart::passes && compute_is_timed;
        if (timer.place.part != part && !rest)
            continue;
        const TimerTime time{timer.name, median_of(timer, now), before ? median_of(timer, *before) : 0};
        if (time.measured_s > 0)
            timers.push_back(time);
    }
    return timers;
}

/// The slowest level, and the steps before it.
std::size_t slowest_level(const SteadySteps& steady) {
    std::size_t slowest = 0;
    for (std::size_t i = 1; i < steady.levels.size(); ++i)
        if (steady.levels[i].median_s > steady.levels[slowest].median_s)
            slowest = i;
    return slowest;
}

std::string seconds_text(double seconds) {
    return seconds < 1 ? fmt::format("{:.4g} ms", 1e3 * seconds) : fmt::format("{:.4g} s", seconds);
}

std::string change_text(double now, double before) {
    return fmt::format("{:.1f} % {}", 100 * std::abs(now / before - 1), now >= before ? "longer" : "shorter");
}

std::string part_sentence(const LogAgainstPlan& against) {
    if (against.parts.empty())
        return "Which part is slower cannot be told: the log has no timers.";
    if (!against.slower)
        return is_level(against.measured_s, against.planned_s)
                   ? "Every part that the log times is as planned."
                   : "No part that the log times explains it.";
    const auto part = std::find_if(against.parts.begin(), against.parts.end(),
                                   [&](const PartTime& one) { return one.part == *against.slower; });
    const auto of = [&](double seconds) {
        return seconds > 0 ? fmt::format(" ({})", change_text(part->measured_s, seconds)) : std::string();
    };
    const std::string share = fmt::format("It is {:.0f} % of what all parts {}.", 100 * against.slower_share,
                                          against.since ? "grew by" : "exceed their plans by");
    if (against.since && part->before_s > 0)
        return fmt::format("The part that grew is {}: {} before, {} since{}. {}", name_of(part->part),
                           seconds_text(part->before_s), seconds_text(part->measured_s), of(part->before_s),
                           share);
    return fmt::format("The part that is slower than planned is {}: {} planned, {} measured{}. {}",
                       name_of(part->part), seconds_text(part->planned_s), seconds_text(part->measured_s),
                       of(part->planned_s), share);
}

} // namespace

LogAgainstPlan log_against_plan(const LogRun& run, const SteadySteps& steady, const Candidate& planned) {
    LogAgainstPlan against;
    against.planned_s = planned.iteration_time_s;
    against.low_s = planned.low_s, against.high_s = planned.high_s;
    const std::size_t slowest = slowest_level(steady);
    const StepLevel& level = steady.levels[slowest];
    against.measured_s = level.median_s;
    const Steps now{level.first_step, level.last_step};
    if (slowest + 1 < steady.levels.size())
        against.until = level.last_step;
    std::map<StepPart, double> before;
    std::optional<Steps> earlier_steps;
    if (slowest > 0) {
        const StepLevel& earlier = steady.levels[slowest - 1];
        against.since = level.first_step;
        against.before_s = earlier.median_s;
        earlier_steps = Steps{earlier.first_step, earlier.last_step};
        before = side_by_side(timed_parts(run, *earlier_steps), earlier.median_s);
    }
    const std::map<StepPart, double> parts = side_by_side(timed_parts(run, now), level.median_s);
    const bool pipeline_is_timed = is_timed(parts, StepPart::pipeline) || is_timed(parts, StepPart::passes);
    for (const auto& [part, seconds] : parts)
        against.parts.push_back({part, planned_of(part, planned.breakdown, pipeline_is_timed), seconds,
                                 is_timed(before, part) ? before[part] : 0,
                                 timers_of(part, run, now, earlier_steps)});
    constexpr double least = 1e-3; // of the step: what printed digits do not tell
    LargestPart slower;
    if (against.since && !before.empty())
        slower = largest(against.parts, least * against.before_s, &PartTime::before_s);
    else if (against.is_slower())
        slower = largest(against.parts, least * against.planned_s / 10, &PartTime::planned_s);
    against.slower = slower.part;
    against.slower_share = slower.share;
    return against;
}

bool LogAgainstPlan::of_another_job() const {
    return are_of_other_jobs(since ? before_s : measured_s, planned_s); // a later fault may cost what it will
}

std::vector<std::string> sentences_of(const LogAgainstPlan& against) {
    std::vector<std::string> sentences;
    const bool level = is_level(against.measured_s, against.planned_s);
    sentences.push_back(fmt::format(
        "A step took {}, {}: {} ({} to {}).", seconds_text(against.measured_s),
        level ? "as planned" : change_text(against.measured_s, against.planned_s) + " than planned",
        seconds_text(against.planned_s), seconds_text(against.low_s), seconds_text(against.high_s)));
    if (against.of_another_job()) {
        sentences.emplace_back("So far from the plan, the run is of another job.");
        return sentences;
    }
    if (against.in_range() && !level)
        sentences.emplace_back("That is within the planned range.");
    if (against.since)
        sentences.push_back(
            fmt::format("The times left their level at step {}: {} before, {} {} ({}).", *against.since,
                        seconds_text(against.before_s), seconds_text(against.measured_s),
                        against.until ? fmt::format("up to step {}", *against.until) : "since",
                        change_text(against.measured_s, against.before_s)));
    else if (against.is_slower() && !level)
        sentences.emplace_back("It did so from the first step that counts.");
    if (against.is_slower() || (against.since && against.measured_s > against.before_s))
        sentences.push_back(part_sentence(against));
    return sentences;
}

} // namespace pipette
