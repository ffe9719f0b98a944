// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/reports/chart_axes.h"
#include "core/formats/reports/report_charts.h"
#include "core/formats/reports/study_titles.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace pipette {
namespace {

/// A point of a curve: GPUs that are used, a figure, and its number in the study.
struct CurvePoint {
    double gpus = 0, value = 0;
    int item = -1;
};
/// By what they differ in beside GPUs.
using Curves = std::map<std::string, std::vector<CurvePoint>>;

enum class Apart { plans, prices }; ///< curves of one plan each, or of one price, too

/// `figure`: of the point of that number; empty: it has none.
template <class Figure>
Curves curves_of(const StudyResult& result, Apart apart, const std::string& alone, const Figure& figure) {
    Curves curves;
    for (std::size_t i = 0; i < result.points.size(); ++i) {
        const PointResult& point = result.points[i];
        if (!point.planned.best || point.moved)
            continue;
        StudyPoint rest;
        bool by_gpus = false;
        for (const auto& value : point.at) {
            by_gpus = by_gpus || value.first == "gpus";
            if (value.first != "gpus" && (apart == Apart::prices || axis_named(value.first).replans))
                rest.push_back(value);
        }
        const std::optional<double> value = figure(i);
        if (by_gpus && value)
            curves[rest.empty() ? alone : words_of(rest)].push_back(
                {static_cast<double>(point.planned.best->config.world()), *value, static_cast<int>(i)});
    }
    const auto same = [](const CurvePoint& a, const CurvePoint& b) {
        return a.gpus == b.gpus && a.value == b.value;
    };
    for (auto& [name, points] : curves) {
        std::stable_sort(points.begin(), points.end(), [](const CurvePoint& a, const CurvePoint& b) {
            return std::pair(a.gpus, a.value) < std::pair(b.gpus, b.value);
        });
        points.erase(std::unique(points.begin(), points.end(), same), points.end());
    }
    std::erase_if(curves, [](const auto& curve) { return curve.second.size() < 2; });
    return curves;
}

constexpr std::size_t most_curves = 6;
constexpr double space = 0.05; // around what is drawn, as a share

Ink ink_of(std::size_t curve) {
    return static_cast<Ink>(static_cast<std::size_t>(Ink::series_0) + curve);
}

std::vector<LegendItem> legend_of(const Curves& curves) {
    std::vector<LegendItem> legend;
    for (const auto& [name, points] : curves)
        if (legend.size() < most_curves)
            legend.push_back({name, ink_of(legend.size())});
    return legend;
}

void add_curve(ReportChart& chart, const PlotFrame& frame, const std::string& name, const std::string& unit,
               const std::vector<CurvePoint>& points, Ink ink) {
    ChartPath curve{{}, ink, 2, false};
    for (const CurvePoint& point : points)
        curve.points.push_back({frame.across(point.gpus), frame.up(point.value)});
    chart.shapes.emplace_back(curve);
    for (const CurvePoint& point : points)
        chart.shapes.emplace_back(ChartDot{
            frame.across(point.gpus), frame.up(point.value), ink, 4,
            fmt::format("{}: {:.0f} GPUs, {:.6g} {}", name, point.gpus, point.value, unit), point.item});
}

std::pair<double, double> highest(const Curves& curves) { ///< GPUs, figure
    std::pair<double, double> most{0, 0};
    for (const auto& [name, points] : curves)
        for (const CurvePoint& point : points)
            most = {std::max(most.first, point.gpus), std::max(most.second, point.value)};
    return most;
}

} // namespace

std::optional<ReportChart> gpus_chart(const StudyResult& result) {
    const Curves curves = curves_of(result, Apart::plans, "tokens/s", [&](std::size_t i) {
        return std::optional(result.points[i].planned.best->tokens_per_s);
    });
    if (curves.empty())
        return std::nullopt;
    ReportChart chart;
    chart.title = titled("Tokens a second over GPUs; dashed: linear", result, most_curves, curves.size());
    const auto [most_gpus, most_tokens] = highest(curves);
    const std::vector<LegendItem> legend = legend_of(curves);
    const double top = add_legend(chart, legend) + 26;
    const PlotFrame frame{
        64, chart.width - 20, top, top + 240, {0, most_gpus * (1 + space)}, {0, most_tokens * 1.25}};
    chart.height = frame.bottom + 34;
    add_bottom_axis(chart, frame, "GPUs used");
    add_left_axis(chart, frame, "tokens/s");
    std::size_t number = 0;
    for (const auto& [name, points] : curves) {
        if (number == most_curves)
            break;
        const Ink ink = ink_of(number++);
        const CurvePoint &first = points.front(), &last = points.back();
        const double end = std::min(most_gpus, most_tokens * 1.25 * first.gpus / first.value);
        chart.shapes.emplace_back(ChartPath{{{frame.across(first.gpus), frame.up(first.value)},
                                             {frame.across(end), frame.up(first.value / first.gpus * end)}},
                                            ink,
                                            1,
                                            true});
        add_curve(chart, frame, name, "tokens/s", points, ink);
        chart.told +=
            fmt::format("{}{}: {:.0f} GPUs {} tokens/s, {:.0f} GPUs {} tokens/s", number > 1 ? "; " : "",
                        name, first.gpus, short_number(first.value), last.gpus, short_number(last.value));
    }
    return chart;
}

namespace {

/// Curves over GPUs, one panel below the other.
struct Panel {
    std::string title, unit;
    Curves curves;
    double deadline = 0; ///< a line; 0: none
};

/// Days, cost and efficiency, as far as they are known.
std::vector<Panel> panels_of(const StudyResult& result, const TrainingGoal& goal) {
    const auto shares = efficiencies(result);
    std::vector<Panel> panels;
    const auto add = [&](const std::string& title, const std::string& unit, Apart apart, const auto& figure) {
        panels.push_back({title, unit, curves_of(result, apart, "over GPUs", figure)});
        if (panels.back().curves.empty())
            panels.pop_back();
    };
    add("days", "days", Apart::plans, [&](std::size_t i) {
        const double days = result.points[i].outcome.days;
        return days > 0 ? std::optional(days) : std::nullopt;
    });
    if (!panels.empty())
        panels.front().deadline = goal.days;
    add("cost, " + currency_of(result), currency_of(result), Apart::prices,
        [&](std::size_t i) { return result.points[i].outcome.cost; });
    add("efficiency, % of linear", "% of linear", Apart::plans,
        [&](std::size_t i) { return shares[i] ? std::optional(100 * *shares[i]) : std::nullopt; });
    return panels;
}

/// Draws a panel into the frame's height below `top`; returns the frame.
PlotFrame add_panel(ReportChart& chart, const Panel& panel, double top, const std::string& unit) {
    constexpr double height = 80;
    const auto [most_gpus, most] = highest(panel.curves);
    const PlotFrame frame{64,
                          chart.width - 20,
                          top,
                          top + height,
                          {0, most_gpus * (1 + space)},
                          {0, std::max(most, panel.deadline) * 1.1}};
    add_bottom_axis(chart, frame, unit);
    add_left_axis(chart, frame, panel.title);
    std::size_t number = 0;
    for (const auto& [name, points] : panel.curves)
        if (const std::size_t curve = number++; curve < most_curves) {
            add_curve(chart, frame, name, panel.unit, points, ink_of(curve));
            chart.told += fmt::format("{}{} {}: {:.0f} GPUs {:.4g}, {:.0f} GPUs {:.4g}",
                                      chart.told.empty() ? "" : "; ", panel.title, name, points.front().gpus,
                                      points.front().value, points.back().gpus, points.back().value);
        }
    return frame;
}

/// The points that have a plan of their own.
std::vector<std::size_t> planned_points(const StudyResult& result) {
    std::vector<std::size_t> planned;
    for (std::size_t i = 0; i < result.points.size(); ++i)
        if (result.points[i].planned.best && !result.points[i].moved)
            planned.push_back(i);
    return planned;
}

} // namespace

std::optional<ReportChart> outcome_chart(const StudyResult& result, const TrainingGoal& goal) {
    const std::vector<Panel> panels = panels_of(result, goal);
    if (panels.empty())
        return std::nullopt;
    constexpr double apart = 44;
    ReportChart chart;
    const Curves& named = std::max_element(panels.begin(), panels.end(), [](const Panel& a, const Panel& b) {
                              return a.curves.size() < b.curves.size();
                          })->curves;
    chart.title =
        with_money(titled("Days, cost and efficiency over GPUs", result, most_curves, named.size()), result);
    double top = add_legend(chart, named.size() > 1 ? legend_of(named) : std::vector<LegendItem>{}) + 26;
    for (const Panel& panel : panels) {
        const PlotFrame frame = add_panel(chart, panel, top, &panel == &panels.back() ? "GPUs used" : "");
        if (panel.deadline > 0)
            add_deadline(chart, goal, {frame.left, frame.up(panel.deadline)},
                         {frame.right, frame.up(panel.deadline)}, {frame.right, frame.up(panel.deadline) - 4},
                         ChartLabel::Anchor::end);
        top = frame.bottom + apart;
        chart.height = frame.bottom + 34;
    }
    return chart;
}

std::optional<ReportChart> points_chart(const StudyResult& result, const TrainingGoal& goal) {
    constexpr std::size_t most_points = 40;
    constexpr double row = 22, height = 14, names = 250, gap = 70;
    std::vector<std::size_t> shown = planned_points(result);
    const std::size_t all = shown.size();
    shown.resize(std::min(all, most_points));
    if (shown.size() < 2)
        return std::nullopt;
    const bool days = result.points[shown.front()].outcome.days > 0;
    const auto time = [&](std::size_t i) {
        const PointResult& point = result.points[i];
        return days ? point.outcome.days : 1000 * point.planned.best->iteration_time_s;
    };
    const auto cost = [&](std::size_t i) { return result.points[i].outcome.cost.value_or(0); };
    const auto most_of = [&](const auto& figure) {
        double most = 0;
        for (const std::size_t i : shown)
            most = std::max(most, figure(i));
        return most;
    };
    ReportChart chart;
    const double most_cost = most_of(cost);
    const std::string costs = days && most_cost > 0 ? " and cost" : "",
                      what = days ? "Days" + costs + " of each point" : "Time of a step at each point",
                      title = titled(what, result, shown.size(), all, "points");
    chart.title = costs.empty() ? title : with_money(title, result); // a narrow view cuts its end
    const double deadline = days ? goal.days : 0, most_time = std::max(most_of(time), deadline);
    const std::string currency = currency_of(result);
    const double room = (chart.width - names - 2 * gap) / (most_cost > 0 ? 2 : 1);
    chart.shapes.emplace_back(
        ChartLabel{names, 12, days ? "days" : "ms a step", ChartLabel::Anchor::start, 11, false, Ink::faint});
    if (most_cost > 0)
        chart.shapes.emplace_back(ChartLabel{names + room + gap, 12, "cost, " + currency,
                                             ChartLabel::Anchor::start, 11, false, Ink::faint});
    double y = 20;
    for (const std::size_t i : shown) {
        const std::string name = words_of(result.points[i].at);
        add_label(chart, {names - 8, y + 11, name, ChartLabel::Anchor::end}, names - 12);
        const auto bar = [&](double from, double value, double most, Ink ink, const std::string& unit) {
            const double width = most > 0 ? value / most * room : 0;
            const std::string note = fmt::format("{}: {:.6g} {}", name, value, unit);
            chart.shapes.emplace_back(ChartBar{from, y, width, height, ink, note});
            chart.shapes.emplace_back(ChartLabel{from + width + 8, y + 11, short_number(value)});
            chart.told += fmt::format("{}{}", chart.told.empty() ? "" : "; ", note);
            return ChartDot{from + width, y + height / 2, ink, 4, note, static_cast<int>(i)};
        };
        chart.shapes.emplace_back(bar(names, time(i), most_time, Ink::series_0, days ? "days" : "ms"));
        if (most_cost > 0)
            bar(names + room + gap, cost(i), most_cost, Ink::series_1, currency);
        y += row;
    }
    if (deadline > 0) {
        const double x = names + deadline / most_time * room;
        add_deadline(chart, goal, {x, 16}, {x, y}, {x, y + 11}, ChartLabel::Anchor::middle);
        y += 14;
    }
    chart.height = y + 6;
    return chart;
}

std::optional<ReportChart> swings_chart(const Study& study, const StudyResult& result) {
    const std::vector<Swing> swings = swings_of(study, result);
    if (swings.empty())
        return std::nullopt;
    constexpr double row = 26, height = 8;
    ReportChart chart;
    chart.title = titled(
        fmt::format("What changes when one input moves by {:g} %", 100 * swings.front().share), result);
    double most = 0.001;
    for (const Swing& swing : swings)
        most = std::max(most, swing.widest());
    const double top = add_legend(chart, {{"time, input lower", Ink::series_0},
                                          {"time, input higher", Ink::series_4},
                                          {"cost, input lower", Ink::series_3},
                                          {"cost, input higher", Ink::series_1}}) +
                       6;
    const double room = row * static_cast<double>(swings.size());
    const PlotFrame frame{230, chart.width - 20, top, top + room, {-110 * most, 110 * most}, {}};
    chart.height = frame.bottom + 34;
    add_bottom_axis(chart, frame, "% of time or cost");
    for (std::size_t i = 0; i < swings.size(); ++i) {
        const Swing& swing = swings[i];
        const std::string name(axis_named(swing.axis).title);
        const double y = top + row * static_cast<double>(i) + 4;
        add_label(chart, {frame.left - 8, y + 12, name, ChartLabel::Anchor::end}, frame.left - 10);
        const auto bar = [&](const std::optional<double>& change, double at, Ink ink) {
            if (!change)
                return;
            const double x = frame.across(100 * *change), zero = frame.across(0);
            chart.shapes.emplace_back(ChartBar{std::min(x, zero), at, std::max(0.5, std::abs(x - zero)),
                                               height, ink,
                                               fmt::format("{}: {:+.2f} %", name, 100 * *change)});
        };
        bar(swing.time_down, y, Ink::series_0);
        bar(swing.time_up, y, Ink::series_4);
        bar(swing.cost_down, y + height + 1, Ink::series_3);
        bar(swing.cost_up, y + height + 1, Ink::series_1);
        chart.told += fmt::format("{}{} up to {:.1f} %", i > 0 ? ", " : "", name, 100 * swing.widest());
    }
    return chart;
}

} // namespace pipette
