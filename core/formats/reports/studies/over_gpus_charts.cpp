// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/reports/report_charts.h"
#include "core/formats/reports/studies/gpu_curves.h"
#include "core/formats/reports/study_titles.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

constexpr double left_edge = 64, right_edge = 20, below_axis = 34, above_axis = 26;

Curves days_curves(const StudyResult& result) {
    return curves_of(result, Apart::plans, "over GPUs", [&](std::size_t i) -> std::optional<RangedFigure> {
        const PointResult& point = result.points[i];
        if (point.outcome.days <= 0)
            return std::nullopt;
        const auto [low, high] = days_range(*point.planned.best, point.outcome);
        return low > 0 ? RangedFigure{point.outcome.days, low, high}
                       : RangedFigure{point.outcome.days, point.outcome.days, point.outcome.days};
    });
}

std::optional<RangedFigure> unranged(std::optional<double> figure) {
    return figure ? std::optional(RangedFigure{*figure, *figure, *figure}) : std::nullopt;
}

Curves cost_curves(const StudyResult& result) {
    return curves_of(result, Apart::prices, "over GPUs",
                     [&](std::size_t i) { return unranged(result.points[i].outcome.cost); });
}

GoalLine deadline_line(const TrainingGoal& goal) {
    return {goal.days, deadline_words(goal), "in time"};
}

GoalLine budget_line(const StudyResult& result, const TrainingGoal& goal) {
    return currency_of(result) == goal.currency ? GoalLine{goal.budget, budget_words(goal), "within budget"}
                                                : GoalLine{};
}

/// What the looks of a chart with a goal mean.
std::vector<LegendItem> goal_legend(const Curves& curves, const GoalLine& goal) {
    std::vector<LegendItem> legend = legend_of(curves);
    bool ranged = false, beyond = false;
    for (const auto& [name, points] : curves)
        for (const CurvePoint& point : points) {
            ranged = ranged || point.figure.high > point.figure.low;
            beyond = beyond || (goal.at > 0 && point.figure.value > goal.at);
        }
    if (legend.empty() && curves.size() == 1)
        legend.push_back({"estimate", ink_of_curve(0), LegendMark::line});
    if (ranged)
        legend.push_back({"range of the estimate", curves.size() == 1 ? Ink::accent_soft : ink_of_curve(0),
                          curves.size() == 1 ? LegendMark::field : LegendMark::line});
    if (beyond)
        legend.push_back({"misses it", ink_of_curve(0), LegendMark::ring});
    return legend;
}

/// Makes room for a chart of curves below its legend.
PlotFrame edges_in(ReportChart& chart, const Curves& curves, const ChartRoom& room, double legend_bottom,
                   double usual_height) {
    constexpr double least_height = 70;
    const double top = legend_bottom + above_axis;
    const double height =
        room.height > 0 ? std::max(room.height - top - below_axis, least_height) : usual_height;
    chart.height = top + height + below_axis;
    return {left_edge, chart.width - right_edge - names_beside(curves, chart.width), top, top + height, {},
            {}};
}

/// Tokens/s that linear scaling from the first point would give, as far as the frame goes.
std::vector<ChartPoint> linear_line(const PlotFrame& frame, const CurvePoint& first) {
    constexpr int steps = 24;
    const double rate = first.figure.value / first.gpus;
    const double end = std::min(frame.across_range.second, frame.up_range.second / rate);
    std::vector<ChartPoint> line;
    for (int i = 0; i <= steps; ++i) {
        const double gpus = first.gpus + (end - first.gpus) * i / steps;
        line.push_back({frame.across(gpus), frame.up(rate * gpus)});
    }
    return line;
}

std::optional<ReportChart> chart_with_goal(const StudyResult& result, const Curves& curves,
                                           const GoalLine& goal, const CurveWords& words,
                                           const std::string& title, const ChartRoom& room) {
    ReportChart chart;
    chart.width = room.width;
    chart.title = titled(title, result, most_curves, curves.size());
    const double below = add_legend(chart, goal_legend(curves, goal));
    const PlotFrame frame = frame_of(curves, goal.at, edges_in(chart, curves, room, below, 240));
    add_curves(chart, frame, curves, goal, words);
    return chart;
}

} // namespace

std::optional<ReportChart> goal_chart(const StudyResult& result, const TrainingGoal& goal,
                                      const ChartRoom& room) {
    if (const Curves days = days_curves(result); !days.empty() && goal.days > 0)
        return chart_with_goal(
            result, days, deadline_line(goal),
            {fmt::format("days to train {} tokens", tokens_words(goal.tokens)), "days", " days"},
            "Days over GPUs", room);
    if (const Curves costs = cost_curves(result); !costs.empty() && budget_line(result, goal).at > 0)
        return chart_with_goal(result, costs, budget_line(result, goal),
                               {"cost, " + currency_of(result), currency_of(result)}, "Cost over GPUs", room);
    return gpus_chart(result, room);
}

std::optional<ReportChart> gpus_chart(const StudyResult& result, const ChartRoom& room) {
    const Curves curves = curves_of(result, Apart::plans, "tokens/s", [&](std::size_t i) {
        return unranged(result.points[i].planned.best->tokens_per_s);
    });
    if (curves.empty())
        return std::nullopt;
    ReportChart chart;
    chart.width = room.width;
    chart.title = titled("Tokens a second over GPUs; dashed: linear", result, most_curves, curves.size());
    const double below = add_legend(chart, legend_of(curves));
    const PlotFrame frame = frame_of(curves, 0, edges_in(chart, curves, room, below, 240));
    std::vector<std::vector<ChartPoint>> linear;
    std::size_t number = 0;
    for (const auto& [name, points] : curves)
        if (const std::size_t curve = number++; curve < most_curves) {
            linear.push_back(linear_line(frame, points.front()));
            chart.shapes.emplace_back(ChartPath{linear.back(), ink_of_curve(curve), 1, true});
        }
    add_curves(chart, frame, curves, {}, {"tokens/s", "tokens/s"}, linear);
    return chart;
}

namespace {

/// Curves over GPUs, one panel below the other.
struct Panel {
    CurveWords words;
    Curves curves;
    GoalLine goal;
};

/// Days, cost and efficiency, as far as they are known.
std::vector<Panel> panels_of(const StudyResult& result, const TrainingGoal& goal) {
    const auto shares = efficiencies(result);
    const std::string money = currency_of(result);
    std::vector<Panel> panels{{{"days", "days", " days"}, days_curves(result), deadline_line(goal)},
                              {{"cost, " + money, money}, cost_curves(result), budget_line(result, goal)},
                              {{"efficiency, % of linear", "% of linear", " %"},
                               curves_of(result, Apart::plans, "over GPUs",
                                         [&](std::size_t i) {
                                             return unranged(shares[i] ? std::optional(100 * *shares[i])
                                                                       : std::nullopt);
                                         }),
                               {}}};
    std::erase_if(panels, [](const Panel& panel) { return panel.curves.empty(); });
    return panels;
}

} // namespace

std::optional<ReportChart> outcome_chart(const StudyResult& result, const TrainingGoal& goal,
                                         const ChartRoom& room) {
    std::vector<Panel> panels = panels_of(result, goal);
    if (panels.empty())
        return std::nullopt;
    constexpr double apart = 28, usual = 90, least = 44;
    ReportChart chart;
    chart.width = room.width;
    const Curves& named = std::max_element(panels.begin(), panels.end(), [](const Panel& a, const Panel& b) {
                              return a.curves.size() < b.curves.size();
                          })->curves;
    chart.title =
        with_money(titled("Days, cost and efficiency over GPUs", result, most_curves, named.size()), result);
    double top = add_legend(chart, legend_of(named)) + above_axis;
    const auto count = static_cast<double>(panels.size());
    const double height =
        room.height > 0 ? std::max((room.height - top - below_axis - (count - 1) * apart) / count, least)
                        : usual;
    const double right = chart.width - right_edge - names_beside(named, chart.width);
    for (Panel& panel : panels) {
        panel.words.has_axis_below = &panel == &panels.back();
        const PlotFrame frame =
            frame_of(panel.curves, panel.goal.at, {left_edge, right, top, top + height, {}, {}});
        add_curves(chart, frame, panel.curves, panel.goal, panel.words);
        top = frame.bottom + apart;
        chart.height = frame.bottom + below_axis;
    }
    return chart;
}

} // namespace pipette
