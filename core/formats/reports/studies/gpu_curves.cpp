// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/reports/studies/gpu_curves.h"

#include "core/formats/reports/font_metrics.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace pipette {
namespace {

constexpr std::size_t most_names = 3;          ///< of curves that are named at their ends
constexpr double doubled = 4, many_times = 10; ///< largest over least, from which an axis is logarithmic
constexpr double curve_text = 11, curve_dot = 4;

/// Sizes and figures at their ends, with the ranges and the goal.
struct Extent {
    std::pair<double, double> gpus{1e300, 0}, figures{1e300, 0};
};

Extent extent_of_curves(const Curves& curves, double goal) {
    Extent extent;
    const auto widen = [](std::pair<double, double>& range, double value) {
        range = {std::min(range.first, value), std::max(range.second, value)};
    };
    for (const auto& [name, points] : curves)
        for (const CurvePoint& point : points) {
            widen(extent.gpus, point.gpus);
            widen(extent.figures, point.figure.low);
            widen(extent.figures, point.figure.high);
        }
    if (goal > 0)
        widen(extent.figures, goal);
    return extent;
}

std::vector<double> sizes_of(const Curves& curves) {
    std::vector<double> sizes;
    for (const auto& [name, points] : curves)
        for (const CurvePoint& point : points)
            sizes.push_back(point.gpus);
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    return sizes;
}

/// The range of each point: a field behind a single curve, else a line through each dot.
void add_ranges(ReportChart& chart, const PlotFrame& frame, const Curves& curves) {
    std::size_t number = 0;
    for (const auto& [name, points] : curves) {
        const Ink ink = ink_of_curve(number++);
        if (number > most_curves)
            return;
        ChartArea band{{}, Ink::accent_soft};
        for (const CurvePoint& point : points)
            band.outline.push_back({frame.across(point.gpus), frame.up(point.figure.high)});
        for (auto point = points.rbegin(); point != points.rend(); ++point)
            band.outline.push_back({frame.across(point->gpus), frame.up(point->figure.low)});
        if (curves.size() == 1) {
            chart.shapes.emplace_back(std::move(band));
            continue;
        }
        for (const CurvePoint& point : points)
            if (point.figure.high > point.figure.low)
                chart.shapes.emplace_back(ChartPath{{{frame.across(point.gpus), frame.up(point.figure.low)},
                                                     {frame.across(point.gpus), frame.up(point.figure.high)}},
                                                    ink,
                                                    1,
                                                    false});
    }
}

/// A curve with its dots, which the words keep off.
void add_curve(ReportChart& chart, const PlotFrame& frame, const std::string& name,
               const std::vector<CurvePoint>& points, Ink ink, const GoalLine& goal, const std::string& unit,
               LabelRoom& room) {
    ChartPath line{{}, ink, 2, false};
    for (const CurvePoint& point : points)
        line.points.push_back({frame.across(point.gpus), frame.up(point.figure.value)});
    room.keep_free(line.points);
    chart.shapes.emplace_back(std::move(line));
    for (const CurvePoint& point : points) {
        const double x = frame.across(point.gpus), y = frame.up(point.figure.value);
        const bool late = goal.at > 0 && point.figure.value > goal.at;
        room.keep_free(x, y, curve_dot + 1);
        room.keep_free({{x, frame.up(point.figure.low)}, {x, frame.up(point.figure.high)}});
        chart.shapes.emplace_back(
            ChartDot{x, y, ink, curve_dot,
                     fmt::format("{}: {:.0f} GPUs, {:.6g} {}", name, point.gpus, point.figure.value, unit),
                     point.item, late});
    }
}

/// The name of the goal's line and of the side that is good, where the curves leave room.
void add_goal_names(ReportChart& chart, const PlotFrame& frame, const GoalLine& goal, LabelRoom& room) {
    if (goal.at <= 0)
        return;
    using enum ChartLabel::Anchor;
    const double y = frame.up(goal.at), left = frame.left + 8, right = frame.right - 8;
    const double centre = (left + right) / 2;
    room.keep_free({{frame.left, y}, {frame.right, y}});
    ChartLabel name{0, 0, goal.name, start, curve_text, true, Ink::good};
    room.add(chart.shapes, name,
             {{left, y - 6, start},
              {right, y - 6, end},
              {centre, y - 6, middle},
              {left, y + 15, start},
              {right, y + 15, end},
              {centre, y + 15, middle}});
    name.text = goal.good, name.bold = false;
    room.add(chart.shapes, name, {{left, y + 15, start}, {right, y + 15, end}, {centre, y + 15, middle}});
}

/// The figures of a single curve beside its dots.
void add_figures(ReportChart& chart, const PlotFrame& frame, const std::vector<CurvePoint>& points,
                 const CurveWords& words, LabelRoom& room) {
    for (const CurvePoint& point : points)
        room.add_beside(
            chart.shapes,
            {frame.across(point.gpus), frame.up(point.figure.value), ink_of_curve(0), curve_dot, {}, -1},
            {0, 0, short_number(point.figure.value, 3) + words.behind, {}, curve_text});
}

/// Names of up to three curves behind their ends, none on another.
void add_curve_names(ReportChart& chart, const PlotFrame& frame, const Curves& curves) {
    constexpr double line = 14, away = 10;
    std::vector<ChartLabel> names;
    for (const auto& [name, points] : curves)
        names.push_back({frame.across(points.back().gpus) + away,
                         frame.up(points.back().figure.value) + 0.36 * curve_text,
                         name,
                         {},
                         curve_text,
                         true,
                         ink_of_curve(names.size())});
    std::sort(names.begin(), names.end(), [](const ChartLabel& a, const ChartLabel& b) { return a.y < b.y; });
    for (std::size_t i = 1; i < names.size(); ++i)
        names[i].y = std::max(names[i].y, names[i - 1].y + line);
    const double below = names.back().y - frame.bottom;
    for (ChartLabel& name : names) {
        name.y -= std::max(below, 0.0);
        add_label(chart, name, chart.width - name.x);
    }
}

} // namespace

Ink ink_of_curve(std::size_t curve) {
    return after(Ink::series_0, curve);
}

Curves curves_of(const StudyResult& result, Apart apart, const std::string& alone,
                 const std::function<std::optional<RangedFigure>(std::size_t)>& figure) {
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
        const std::optional<RangedFigure> found = figure(i);
        if (by_gpus && found)
            curves[rest.empty() ? alone : words_of(rest)].push_back(
                {static_cast<double>(point.planned.best->config.world()), *found, static_cast<int>(i)});
    }
    const auto same = [](const CurvePoint& a, const CurvePoint& b) {
        return a.gpus == b.gpus && a.figure.value == b.figure.value;
    };
    for (auto& [name, points] : curves) {
        std::stable_sort(points.begin(), points.end(), [](const CurvePoint& a, const CurvePoint& b) {
            return std::pair(a.gpus, a.figure.value) < std::pair(b.gpus, b.figure.value);
        });
        points.erase(std::unique(points.begin(), points.end(), same), points.end());
    }
    std::erase_if(curves, [](const auto& curve) { return curve.second.size() < 2; });
    return curves;
}

PlotFrame frame_of(const Curves& curves, double goal, const PlotFrame& edges) {
    const Extent extent = extent_of_curves(curves, goal);
    PlotFrame frame = edges;
    const auto [least, most] = extent.gpus;
    if (least > 0 && most / least >= doubled) {
        frame.across_scale = AxisScale::logarithmic;
        frame.across_range = {least / 1.15, most * 1.1};
    } else {
        const double room = std::max(0.08 * (most - least), 0.02 * most); // sizes are where they are: no zero
        frame.across_range = {least - room, most + room};
    }
    const auto [low, high] = extent.figures;
    if (low > 0 && high / low >= many_times) {
        frame.up_scale = AxisScale::logarithmic;
        frame.up_range = {low / 1.3, high * 1.3};
    } else {
        frame.up_range = {0, high * 1.15};
    }
    return frame;
}

double names_beside(const Curves& curves, double width) {
    double widest = 0;
    for (const auto& [name, points] : curves)
        widest = std::max(widest, 1.12 * text_width(font_text(name), curve_text, Font::bold));
    return curves.size() > 1 && curves.size() <= most_names ? std::min(widest, 0.35 * width) : 0;
}

std::vector<LegendItem> legend_of(const Curves& curves) {
    std::vector<LegendItem> legend;
    for (const auto& [name, points] : curves)
        if (curves.size() > most_names && legend.size() < most_curves)
            legend.push_back({name, ink_of_curve(legend.size()), LegendMark::line});
    return legend;
}

void add_goal_side(ReportChart& chart, const PlotFrame& frame, const GoalLine& goal) {
    if (goal.at <= 0)
        return;
    const double y = frame.up(goal.at);
    chart.shapes.emplace_back(
        ChartBar{frame.left, y, frame.right - frame.left, frame.bottom - y, Ink::good_soft, {}});
}

void add_curves(ReportChart& chart, const PlotFrame& frame, const Curves& curves, const GoalLine& goal,
                const CurveWords& words, const std::vector<std::vector<ChartPoint>>& beside) {
    add_goal_side(chart, frame, goal);
    add_left_axis(chart, frame, words.axis);
    add_ranges(chart, frame, curves);
    if (words.has_axis_below)
        add_values_below(chart, frame, sizes_of(curves), "GPUs used");
    if (goal.at > 0)
        chart.shapes.emplace_back(ChartPath{
            {{frame.left, frame.up(goal.at)}, {frame.right, frame.up(goal.at)}}, Ink::good, 1.5, false});
    LabelRoom room(frame.left + 2, frame.top - 6, chart.width, frame.bottom - 2);
    for (const std::vector<ChartPoint>& line : beside)
        room.keep_free(line);
    std::size_t number = 0;
    for (const auto& [name, points] : curves)
        if (const std::size_t curve = number++; curve < most_curves) {
            add_curve(chart, frame, name, points, ink_of_curve(curve), goal, words.unit, room);
            chart.told +=
                fmt::format("{}{} {}: {:.0f} GPUs {:.4g}, {:.0f} GPUs {:.4g}", chart.told.empty() ? "" : "; ",
                            words.axis, name, points.front().gpus, points.front().figure.value,
                            points.back().gpus, points.back().figure.value);
        }
    add_goal_names(chart, frame, goal, room);
    if (curves.size() == 1)
        add_figures(chart, frame, curves.begin()->second, words, room);
    else if (curves.size() <= most_names)
        add_curve_names(chart, frame, curves);
    if (goal.at > 0)
        chart.told += "; " + goal.name;
}

} // namespace pipette
