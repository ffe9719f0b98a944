// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/reports/chart_axes.h"
#include "core/formats/reports/report_charts.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace pipette {
namespace {

/// The points of one curve: those that differ in GPUs alone, by the GPUs that they use.
using Curves = std::map<std::string, std::vector<std::pair<double, double>>>;

Curves curves_of(const StudyResult& result) {
    Curves curves;
    for (const PointResult& point : result.points) {
        if (!point.planned.best || point.moved)
            continue;
        StudyPoint rest;
        bool by_gpus = false;
        for (const auto& value : point.at) {
            by_gpus = by_gpus || value.first == "gpus";
            if (value.first != "gpus" && axis_named(value.first).replans)
                rest.push_back(value);
        }
        if (by_gpus)
            curves[rest.empty() ? "tokens/s" : text_of(rest)].emplace_back(point.planned.best->config.world(),
                                                                           point.planned.best->tokens_per_s);
    }
    for (auto& [name, points] : curves) {
        std::sort(points.begin(), points.end());
        points.erase(std::unique(points.begin(), points.end()), points.end());
    }
    std::erase_if(curves, [](const auto& curve) { return curve.second.size() < 2; });
    return curves;
}

constexpr std::size_t most_curves = 6;
constexpr double space = 0.05; // around what is drawn, as a share

/// Number of a point that uses so many GPUs and is as fast.
int point_at(const StudyResult& result, double gpus, double tokens_per_s) {
    const auto point = std::find_if(result.points.begin(), result.points.end(), [&](const PointResult& one) {
        return one.planned.best && !one.moved && one.planned.best->config.world() == gpus &&
               one.planned.best->tokens_per_s == tokens_per_s;
    });
    return point == result.points.end() ? -1 : static_cast<int>(point - result.points.begin());
}

std::string money(double cost) {
    return short_number(cost);
}

void add_front(ReportChart& chart, const StudyResult& result, const PlotFrame& frame) {
    ChartPath front{{}, Ink::accent, 1.5, true};
    for (const std::size_t i : result.pareto)
        front.points.push_back(
            {frame.across(result.points[i].outcome.days), frame.up(*result.points[i].outcome.cost)});
    chart.shapes.emplace_back(front);
    const bool few = result.pareto.size() <= 8;
    for (std::size_t i = 0; i < result.points.size(); ++i) {
        const PointResult& point = result.points[i];
        if (!point.planned.best || point.moved || !point.outcome.cost)
            continue;
        const bool best = std::find(result.pareto.begin(), result.pareto.end(), i) != result.pareto.end();
        const double x = frame.across(point.outcome.days), y = frame.up(*point.outcome.cost);
        chart.shapes.emplace_back(ChartDot{x, y, best ? Ink::accent : Ink::faint, best ? 4.5 : 3,
                                           fmt::format("{}: {:.1f} days, {:.0f}", text_of(point.at),
                                                       point.outcome.days, *point.outcome.cost),
                                           static_cast<int>(i)});
        if (best && few) {
            const bool right = x > (frame.left + frame.right) / 2;
            add_label(chart,
                      {x + (right ? -8 : 8), y - 7, text_of(point.at),
                       right ? ChartLabel::Anchor::end : ChartLabel::Anchor::start, 10},
                      right ? x - 12 : chart.width - x - 12);
        }
    }
}

} // namespace

std::optional<ReportChart> gpus_chart(const StudyResult& result) {
    const Curves curves = curves_of(result);
    if (curves.empty())
        return std::nullopt;
    ReportChart chart;
    chart.title = "Tokens a second over GPUs; dashed: as many times the fewest GPUs' speed";
    double most_gpus = 0, most_tokens = 0;
    std::vector<LegendItem> legend;
    for (const auto& [name, points] : curves) {
        most_gpus = std::max(most_gpus, points.back().first);
        for (const auto& [gpus, tokens] : points)
            most_tokens = std::max(most_tokens, tokens);
        if (legend.size() < most_curves)
            legend.push_back(
                {name, static_cast<Ink>(static_cast<std::size_t>(Ink::series_0) + legend.size())});
    }
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
        const Ink ink = legend[number++].ink;
        const auto [first_gpus, first_tokens] = points.front();
        const double end = std::min(most_gpus, most_tokens * 1.25 * first_gpus / first_tokens);
        chart.shapes.emplace_back(ChartPath{{{frame.across(first_gpus), frame.up(first_tokens)},
                                             {frame.across(end), frame.up(first_tokens / first_gpus * end)}},
                                            ink,
                                            1,
                                            true});
        ChartPath curve{{}, ink, 2, false};
        for (const auto& [gpus, tokens] : points)
            curve.points.push_back({frame.across(gpus), frame.up(tokens)});
        chart.shapes.emplace_back(curve);
        for (const auto& [gpus, tokens] : points)
            chart.shapes.emplace_back(
                ChartDot{frame.across(gpus), frame.up(tokens), ink, 4,
                         fmt::format("{}: {:.0f} GPUs, {:.0f} tokens/s", name, gpus, tokens),
                         point_at(result, gpus, tokens)});
        chart.told += fmt::format("{}{}: {:.0f} GPUs {} tokens/s, {:.0f} GPUs {} tokens/s",
                                  number > 1 ? "; " : "", name, first_gpus, short_number(first_tokens),
                                  points.back().first, short_number(points.back().second));
    }
    return chart;
}

std::optional<ReportChart> front_chart(const StudyResult& result) {
    std::pair<double, double> days{1e300, 0}, cost{1e300, 0};
    int points = 0;
    for (const PointResult& point : result.points) {
        if (!point.planned.best || point.moved || !point.outcome.cost)
            continue;
        ++points;
        days = {std::min(days.first, point.outcome.days), std::max(days.second, point.outcome.days)};
        cost = {std::min(cost.first, *point.outcome.cost), std::max(cost.second, *point.outcome.cost)};
    }
    if (points < 2)
        return std::nullopt;
    const auto widened = [](std::pair<double, double> range) {
        const double more = std::max(space * (range.second - range.first), 0.02 * range.second);
        return std::pair(std::max(0.0, range.first - 2 * more), range.second + 2 * more);
    };
    ReportChart chart;
    chart.title = "Days against money; the line joins what no other point beats in both";
    const PlotFrame frame{64, chart.width - 20, 30, 280, widened(days), widened(cost)};
    chart.height = frame.bottom + 34;
    add_bottom_axis(chart, frame, "days");
    add_left_axis(chart, frame, "cost");
    add_front(chart, result, frame);
    chart.told = fmt::format("{} points from {:.1f} days at {} to {:.1f} days at {}", points, days.first,
                             money(cost.second), days.second, money(cost.first));
    return chart;
}

std::optional<ReportChart> swings_chart(const std::vector<Swing>& swings) {
    if (swings.empty())
        return std::nullopt;
    constexpr double row = 26, height = 8;
    ReportChart chart;
    chart.title = fmt::format("What changes when one input moves by {:g} %", 100 * swings.front().share);
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
