// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/reports/studies/availability_chart.h"

#include "core/formats/reports/chart_axes.h"
#include "core/study/availability/availability_answers.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace pipette {
namespace {

constexpr Ink best_ink = Ink::accent, always_ink = Ink::series_1, never_ink = Ink::series_2,
              there_ink = Ink::strong_border, used_ink = Ink::series_3;

/// Tokens that are one on the axis, and what the axis says of them.
struct TokenUnit {
    double tokens = 1;
    const char* name = "tokens";
};

TokenUnit unit_for(double most) {
    for (const TokenUnit& unit : {TokenUnit{1e12, "T tokens"}, {1e9, "B tokens"}, {1e6, "M tokens"}})
        if (most >= unit.tokens)
            return unit;
    return {};
}

/// A run's tokens when something of it changes: a restart ends, a period ends, work is lost.
std::vector<ChartPoint> tokens_over_hours(const AvailabilityResult& result, const Course& course,
                                          double tokens_a_step, const PlotFrame& frame) {
    std::vector<ChartPoint> line;
    double steps = 0;
    const auto add = [&](double hours, double count) {
        line.push_back({frame.across(hours), frame.up(count * tokens_a_step)});
    };
    add(0, 0);
    for (std::size_t p = 0; p < course.periods.size() && course.periods[p].hours > 0; ++p) {
        const CourseStep& step = course.periods[p];
        const double begin = result.periods[p].begin_hours;
        if (step.plan != paused) {
            const double rate = result.choices.plans[static_cast<std::size_t>(step.plan)].steps_an_hour;
            add(begin + step.restart_hours, steps);
            if (step.lost_hours > 0)
                add(begin + step.hours, steps + step.steps + step.lost_hours * rate);
        }
        steps += step.steps;
        add(begin + step.hours, steps);
    }
    return line;
}

/// Bars of the GPUs that are there, and the line of those that the best choice uses.
void add_gpus(ReportChart& chart, const AvailabilityResult& result, const PlotFrame& frame) {
    ChartPath used{{}, used_ink, 2, false};
    for (std::size_t p = 0; p < result.periods.size(); ++p) {
        const TimedPeriod& period = result.periods[p];
        const int there = result.sets[static_cast<std::size_t>(period.set)].gpus;
        const CourseStep& step = result.best.periods[p];
        const int world = step.plan == paused
                              ? 0
                              : result.plans[static_cast<std::size_t>(step.plan)].candidate->config.world();
        const double left = frame.across(period.begin_hours), right = frame.across(period.end_hours),
                     top = frame.up(there);
        chart.shapes.emplace_back(
            ChartBar{left, top, right - left, frame.bottom - top, there_ink,
                     fmt::format("hours {} to {}: {} GPUs there, {} used", hours_words(period.begin_hours),
                                 hours_words(period.end_hours), there, world)});
        if (step.hours > 0) {
            used.points.push_back({left, frame.up(world)});
            used.points.push_back({frame.across(period.begin_hours + step.hours), frame.up(world)});
        }
    }
    chart.shapes.emplace_back(std::move(used));
}

/// A dot for each start of the best choice.
void add_starts(ReportChart& chart, const AvailabilityResult& result, double tokens_a_step,
                const PlotFrame& frame) {
    double steps = 0;
    for (std::size_t p = 0; p < result.periods.size(); ++p) {
        const CourseStep& step = result.best.periods[p];
        if (step.starts) {
            const Candidate& plan = *result.plans[static_cast<std::size_t>(step.plan)].candidate;
            chart.shapes.emplace_back(ChartDot{
                frame.across(result.periods[p].begin_hours), frame.up(steps * tokens_a_step), best_ink, 4,
                fmt::format("hour {}: {} on {} GPUs ({})", hours_words(result.periods[p].begin_hours),
                            action_at(result.best, p), plan.config.world(), short_name(plan.config)),
                static_cast<int>(p)});
        }
        steps += step.steps;
    }
}

/// What each run has done at the end, beside its line; left out where another one stands already.
void add_totals(ReportChart& chart, const AvailabilityResult& result, double tokens_a_step,
                const PlotFrame& frame) {
    constexpr double size = 11, apart = 16;
    std::vector<double> taken;
    for (const NamedCourse& policy : courses_of(result)) {
        const double steps = policy.course->steps, y = frame.up(steps * tokens_a_step) - 6;
        if (std::any_of(taken.begin(), taken.end(),
                        [&](double other) { return std::abs(other - y) < apart; }))
            continue;
        taken.push_back(y);
        chart.shapes.emplace_back(ChartLabel{frame.right + 6, y + 10,
                                             fmt::format("{:.3g}", steps * tokens_a_step),
                                             ChartLabel::Anchor::start, size, policy.course == &result.best});
    }
}

} // namespace

std::optional<ReportChart> availability_chart(const AvailabilityResult& result, const ChartRoom& room) {
    if (result.stopped_early || result.plans.empty())
        return std::nullopt;
    double tokens = 0;
    int gpus = 0;
    for (const NamedCourse& policy : courses_of(result))
        tokens = std::max(tokens, policy.course->steps * result.tokens_a_step);
    const TokenUnit unit = unit_for(tokens);
    const double a_step = result.tokens_a_step / unit.tokens; // on the axis
    for (const PlannedSet& set : result.sets)
        gpus = std::max(gpus, set.gpus);
    ReportChart chart;
    chart.width = room.width;
    chart.title = "Tokens over hours on GPUs that come and go";
    const double below = add_legend(chart, {{"best choice", best_ink, LegendMark::line},
                                            {"always replan", always_ink, LegendMark::dashes},
                                            {"never replan", never_ink, LegendMark::line},
                                            {"a plan starts", best_ink, LegendMark::dot},
                                            {"GPUs there", there_ink},
                                            {"GPUs used", used_ink, LegendMark::line}});
    constexpr double above = 1.04; // of what is drawn
    // The axes and what stands between both panels take the rest.
    const double both = room.height > 0 ? std::max(room.height - below - 22 - 30 - 34, 110.0) : 250;
    const std::pair<double, double> hours{0, result.periods.back().end_hours};
    const PlotFrame frame{
        64, chart.width - 44, below + 22, below + 22 + 0.72 * both, hours, {0, above * tokens / unit.tokens}};
    const PlotFrame lower{64,    chart.width - 44, frame.bottom + 30, frame.bottom + 30 + 0.28 * both,
                          hours, {0, above * gpus}};
    chart.height = lower.bottom + 34;
    add_left_axis(chart, frame, unit.name);
    add_bottom_axis(chart, lower, "hours");
    add_left_axis(chart, lower, "GPUs");
    add_gpus(chart, result, lower);
    chart.shapes.emplace_back(
        ChartPath{tokens_over_hours(result, result.never, a_step, frame), never_ink, 1.5, false});
    chart.shapes.emplace_back(
        ChartPath{tokens_over_hours(result, result.best, a_step, frame), best_ink, 2.5, false});
    chart.shapes.emplace_back(
        ChartPath{tokens_over_hours(result, result.always, a_step, frame), always_ink, 1.5, true});
    add_starts(chart, result, a_step, frame);
    add_totals(chart, result, a_step, frame);
    chart.told =
        fmt::format("{} tokens with the best choice, {} with a new plan at each change, {} without "
                    "any, in {} hours",
                    about_tokens(result.best.steps * result.tokens_a_step),
                    about_tokens(result.always.steps * result.tokens_a_step),
                    about_tokens(result.never.steps * result.tokens_a_step), hours_words(hours.second));
    return chart;
}

} // namespace pipette
