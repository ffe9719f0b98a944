// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/reports/report_charts.h"
#include "core/formats/reports/studies/label_room.h"
#include "core/formats/reports/study_titles.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

constexpr double front_text = 11;
constexpr double crowded = 8; ///< times the fewest days, from which the axis of days is logarithmic

bool has_price(const PointResult& point) {
    return point.planned.best && !point.moved && point.outcome.cost.has_value();
}

std::pair<double, double> widened(std::pair<double, double> range) {
    constexpr double space = 0.1; // around what is drawn, as a share
    const double more = std::max(space * (range.second - range.first), 0.04 * range.second);
    return {std::max(0.0, range.first - more), range.second + more};
}

/// How many points have a price, and from where to where their figures reach.
struct Extent {
    int points = 0;
    std::pair<double, double> days{1e300, 0}, reach{1e300, 0},
        cost{1e300, 0}; ///< reach: days with their ranges
};

Extent extent_of(const StudyResult& result) {
    Extent all;
    const auto take = [](std::pair<double, double>& range, double value) {
        range = {std::min(range.first, value), std::max(range.second, value)};
    };
    for (const PointResult& point : result.points) {
        if (!has_price(point))
            continue;
        ++all.points;
        take(all.days, point.outcome.days);
        take(all.cost, *point.outcome.cost);
        const auto [low, high] = days_range(*point.planned.best, point.outcome);
        for (const double reached : {low, high, point.outcome.days})
            take(all.reach, reached);
    }
    return all;
}

/// A line that the goal draws: the deadline upright, the budget level.
void add_goal(ReportChart& chart, LabelRoom& room, std::vector<ChartPoint> line, const std::string& name,
              const std::vector<LabelRoom::Spot>& spots) {
    room.keep_free(line);
    chart.shapes.emplace_back(ChartPath{std::move(line), Ink::good, 1.5, false});
    room.add(chart.shapes, {0, 0, name, {}, front_text, true, Ink::good}, spots);
    chart.told += (chart.told.empty() ? "" : "; ") + name;
}

/// The good side of deadline and budget as far as they are said, below everything.
void add_good_side(ReportChart& chart, const PlotFrame& frame, double days, double budget) {
    if (days <= 0 && budget <= 0)
        return;
    const double right = days > 0 ? frame.across(days) : frame.right;
    const double top = budget > 0 ? frame.up(budget) : frame.top;
    chart.shapes.emplace_back(
        ChartBar{frame.left, top, right - frame.left, frame.bottom - top, Ink::good_soft, {}});
}

/// Draws the range of each point's days. The line and the dots are drawn over it.
void add_ranges(ReportChart& chart, const StudyResult& result, const PlotFrame& frame) {
    for (const PointResult& point : result.points)
        if (has_price(point))
            if (const auto [low, high] = days_range(*point.planned.best, point.outcome); high > low)
                chart.shapes.emplace_back(
                    ChartPath{{{std::max(frame.across(low), frame.left), frame.up(*point.outcome.cost)},
                               {std::min(frame.across(high), frame.right), frame.up(*point.outcome.cost)}},
                              Ink::strong_border,
                              1.5,
                              false});
}

/// Draws the line through the points that no other point beats, and a dot for each point. A hollow dot misses
/// the deadline, as in the chart over GPUs.
void add_points(ReportChart& chart, const StudyResult& result, const TrainingGoal& goal,
                const PlotFrame& frame, LabelRoom& room) {
    ChartPath front{{}, Ink::accent, 2, false};
    for (const std::size_t i : result.pareto) {
        const ChartPoint next{frame.across(result.points[i].outcome.days),
                              frame.up(*result.points[i].outcome.cost)};
        if (!front.points.empty()) // what it costs to be that soon: no less in between
            front.points.push_back({next.x, front.points.back().y});
        front.points.push_back(next);
    }
    room.keep_free(front.points);
    chart.shapes.emplace_back(front);
    for (std::size_t i = 0; i < result.points.size(); ++i) {
        const PointResult& point = result.points[i];
        if (!has_price(point))
            continue;
        const bool best = std::find(result.pareto.begin(), result.pareto.end(), i) != result.pareto.end();
        const double x = frame.across(point.outcome.days), y = frame.up(*point.outcome.cost);
        chart.shapes.emplace_back(ChartDot{x, y, best ? Ink::accent : Ink::faint, best ? 4.5 : 3.5,
                                           fmt::format("{}: {:.1f} days, {}", words_of(point.at),
                                                       point.outcome.days, cost_text(point.outcome)),
                                           static_cast<int>(i), goal.days > 0 && !point.meets_deadline});
        room.keep_free(x, y, 5);
    }
}

/// Writes the names of the points that no other point beats. The other points get theirs if points are few.
void add_point_names(ReportChart& chart, const StudyResult& result, const PlotFrame& frame, LabelRoom& room) {
    constexpr std::size_t most_named = 12;
    std::vector<std::size_t> named = result.pareto;
    for (std::size_t i = 0; i < result.points.size() && result.points.size() <= most_named; ++i)
        if (has_price(result.points[i]) && std::find(named.begin(), named.end(), i) == named.end())
            named.push_back(i);
    for (const std::size_t i : named)
        room.add_beside(chart.shapes,
                        {frame.across(result.points[i].outcome.days),
                         frame.up(*result.points[i].outcome.cost),
                         Ink::accent,
                         4.5,
                         {},
                         -1},
                        {0, 0, words_of(result.points[i].at), {}, front_text});
}

} // namespace

std::optional<ReportChart> front_chart(const StudyResult& result, const TrainingGoal& goal,
                                       const ChartRoom& room) {
    const auto [points, days, reach, cost] = extent_of(result);
    if (points < 2)
        return std::nullopt;
    ReportChart chart;
    chart.width = room.width;
    chart.title = with_money(
        titled("Days against money; the line joins what no other point beats in both", result), result);
    const double budget = currency_of(result) == goal.currency ? goal.budget : 0;
    const auto with = [](std::pair<double, double> range, double value) {
        return value > 0 ? std::pair(std::min(range.first, value), std::max(range.second, value)) : range;
    };
    const double height = room.height > 0 ? std::max(room.height - 30 - 34, 80.0) : 250;
    PlotFrame frame{64,          chart.width - 20,       30,
                    30 + height, with(reach, goal.days), widened(with(cost, budget))};
    const auto [soonest, latest] = frame.across_range;
    if (latest > crowded * soonest) { // else the soon ones, which matter most, lie on one line
        frame.across_scale = AxisScale::logarithmic;
        frame.across_range = {0.85 * soonest, latest / 0.85};
    } else {
        frame.across_range = widened(frame.across_range);
    }
    chart.height = frame.bottom + 34;
    chart.told =
        fmt::format("{} points from {:.1f} to {:.1f} days and from {} to {} {}", points, days.first,
                    days.second, short_number(cost.first), short_number(cost.second), currency_of(result));
    add_good_side(chart, frame, goal.days, budget);
    add_bottom_axis(chart, frame, "days");
    add_left_axis(chart, frame, "cost, " + currency_of(result));
    LabelRoom labels(frame.left + 2, frame.top, chart.width, frame.bottom - 2);
    add_ranges(chart, result, frame);
    add_points(chart, result, goal, frame, labels);
    using enum ChartLabel::Anchor;
    if (goal.days > 0) {
        const double x = frame.across(goal.days);
        add_goal(chart, labels, {{x, frame.bottom}, {x, frame.top}}, deadline_words(goal),
                 {{x + 6, frame.top + 12, start},
                  {x - 6, frame.top + 12, end},
                  {x + 6, frame.bottom - 8, start},
                  {x - 6, frame.bottom - 8, end}});
    }
    if (budget > 0) {
        const double y = frame.up(budget);
        add_goal(chart, labels, {{frame.left, y}, {frame.right, y}}, budget_words(goal),
                 {{frame.right - 6, y - 6, end},
                  {frame.left + 6, y - 6, start},
                  {frame.right - 6, y + 14, end},
                  {frame.left + 6, y + 14, start}});
    }
    add_point_names(chart, result, frame, labels);
    return chart;
}

} // namespace pipette
