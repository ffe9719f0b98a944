// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/log_against_plan.h"

#include "core/base/median.h"

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

/// Median of each part's timers over some steps, seconds; parts without a timer are absent.
std::map<StepPart, double> timed_parts(const LogRun& run, Steps steps) {
    std::map<StepPart, double> parts;
    for (const LogTimer& timer : run.timers) {
        std::vector<double> seconds;
        for (const LogTimer::Sample& sample : timer.samples)
            if (steps.hold(sample.step))
                seconds.push_back(sample.seconds);
        if (!seconds.empty())
            parts[timer.part] += median(seconds);
    }
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

/// The part with the largest `excess`. Both passes hold others where a framework times the exchange inside of
/// them: a part of its own that explains most of it comes first.
template <class Excess>
std::optional<StepPart> largest(const std::vector<PartTime>& parts, double least, Excess excess) {
    const PartTime* most = nullptr;
    for (const PartTime& part : parts)
        if (!most || excess(part) > excess(*most))
            most = &part;
    if (!most || excess(*most) <= least)
        return std::nullopt;
    constexpr double explains = 0.8;
    for (const PartTime& part : parts)
        if (most->part == StepPart::passes && part.part == StepPart::exchange &&
            excess(part) >= explains * excess(*most))
            return part.part;
    return most->part;
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
        return "No part that the log times explains it.";
    const auto part = std::find_if(against.parts.begin(), against.parts.end(),
                                   [&](const PartTime& one) { return one.part == *against.slower; });
    const auto of = [&](double seconds) {
        return seconds > 0 ? fmt::format(" ({})", change_text(part->measured_s, seconds)) : std::string();
    };
    if (against.since && part->before_s > 0)
        return fmt::format("The part that grew is {}: {} before, {} since{}.", name_of(part->part),
                           seconds_text(part->before_s), seconds_text(part->measured_s), of(part->before_s));
    return fmt::format("The part that is slower than planned is {}: {} planned, {} measured{}.",
                       name_of(part->part), seconds_text(part->planned_s), seconds_text(part->measured_s),
                       of(part->planned_s));
}

} // namespace

LogAgainstPlan log_against_plan(const LogRun& run, const SteadySteps& steady, const Candidate& planned) {
    LogAgainstPlan against;
    against.planned_s = planned.iteration_time_s;
    against.low_s = planned.low_s, against.high_s = planned.high_s;
    const std::size_t slowest = slowest_level(steady);
    const StepLevel& level = steady.levels[slowest];
    against.measured_s = level.median_s;
    std::map<StepPart, double> before;
    if (slowest > 0) {
        const StepLevel& earlier = steady.levels[slowest - 1];
        against.since = level.first_step;
        against.before_s = earlier.median_s;
        before = side_by_side(timed_parts(run, {earlier.first_step, earlier.last_step}), earlier.median_s);
    }
    const std::map<StepPart, double> parts =
        side_by_side(timed_parts(run, {level.first_step, level.last_step}), level.median_s);
    const bool pipeline_is_timed = is_timed(parts, StepPart::pipeline) || is_timed(parts, StepPart::passes);
    for (const auto& [part, seconds] : parts)
        against.parts.push_back({part, planned_of(part, planned.breakdown, pipeline_is_timed), seconds,
                                 is_timed(before, part) ? before[part] : 0});
    constexpr double least = 1e-3; // of the step: what printed digits do not tell
    if (against.since && !before.empty())
        against.slower = largest(against.parts, least * against.before_s,
                                 [&](const PartTime& part) { return part.measured_s - part.before_s; });
    else if (against.is_slower())
        against.slower = largest(against.parts, least * against.planned_s / 10,
                                 [](const PartTime& part) { return part.excess_s(); });
    return against;
}

std::vector<std::string> sentences_of(const LogAgainstPlan& against) {
    std::vector<std::string> sentences;
    sentences.push_back(
        fmt::format("A step took {}, {} than planned: {} ({} to {}).", seconds_text(against.measured_s),
                    change_text(against.measured_s, against.planned_s), seconds_text(against.planned_s),
                    seconds_text(against.low_s), seconds_text(against.high_s)));
    if (against.since)
        sentences.push_back(fmt::format("The times left their level at step {}: {} before, {} since ({}).",
                                        *against.since, seconds_text(against.before_s),
                                        seconds_text(against.measured_s),
                                        change_text(against.measured_s, against.before_s)));
    else if (against.is_slower())
        sentences.emplace_back("It did so from the first step that counts.");
    if (against.is_slower() || (against.since && against.measured_s > against.before_s))
        sentences.push_back(part_sentence(against));
    return sentences;
}

} // namespace pipette
