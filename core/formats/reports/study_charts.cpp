// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/reports/chart_axes.h"
#include "core/formats/reports/font_metrics.h"
#include "core/formats/reports/report_charts.h"
#include "core/formats/reports/study_titles.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace pipette {
namespace {

constexpr double row_text = 11,
                 row_wider = 1.12; // row_wider: a reader's font beside the one that is measured

double row_text_width(const std::string& text) {
    return row_wider * text_width(font_text(text), row_text);
}

/// The width of the column of names at the left of rows: that of the widest, but not all of the chart.
double names_width(const std::vector<std::string>& names, double chart_width) {
    double widest = 0;
    for (const std::string& name : names)
        widest = std::max(widest, row_text_width(name));
    return std::min({widest + 16, 250.0, 0.38 * chart_width});
}

/// How high each of so many rows is, where there is room for `height`.
double row_height(double height, double head, std::size_t rows, double usual) {
    constexpr double least = 15, most = 44;
    return height > 0 ? std::clamp((height - head) / static_cast<double>(std::max<std::size_t>(rows, 1)),
                                   least, most)
                      : usual;
}

/// The points that have a plan of their own.
std::vector<std::size_t> planned_points(const StudyResult& result) {
    std::vector<std::size_t> planned;
    for (std::size_t i = 0; i < result.points.size(); ++i)
        if (result.points[i].planned.best && !result.points[i].moved)
            planned.push_back(i);
    return planned;
}

/// Bars of one figure, from the top of the chart down.
struct BarColumn {
    std::string title, unit;
    Ink ink = Ink::series_0;
    double goal = 0; ///< 0: none
    std::string goal_name;
    std::function<double(std::size_t)> figure;
    double left = 0, room = 0, most = 0;

    double across(double value) const { return left + (most > 0 ? value / most * room : 0); }
};

/// The days or the times of a step, and the costs where they are known.
std::vector<BarColumn> columns_of(const StudyResult& result, const std::vector<std::size_t>& shown,
                                  const TrainingGoal& goal) {
    const bool days = result.points[shown.front()].outcome.days > 0;
    std::vector<BarColumn> columns(1);
    columns[0] = {days ? "days" : "ms a step",
                  days ? "days" : "ms",
                  Ink::series_0,
                  days ? goal.days : 0,
                  deadline_words(goal),
                  [&result, days](std::size_t i) {
                      const PointResult& point = result.points[i];
                      return days ? point.outcome.days : 1000 * point.planned.best->iteration_time_s;
                  }};
    const std::string currency = currency_of(result);
    columns.push_back({"cost, " + currency, currency, Ink::series_1,
                       currency == goal.currency ? goal.budget : 0, budget_words(goal),
                       [&result](std::size_t i) { return result.points[i].outcome.cost.value_or(0); }});
    for (BarColumn& column : columns) {
        for (const std::size_t i : shown)
            column.most = std::max(column.most, column.figure(i));
        if (column.most > 0)
            column.most = std::max(column.most, column.goal);
    }
    if (columns.back().most <= 0)
        columns.pop_back();
    return columns;
}

/// The title and, below the bars, the good side of the goal over the height of all rows.
void add_column_ground(ReportChart& chart, const BarColumn& column, double top, double bottom) {
    chart.shapes.emplace_back(
        ChartLabel{column.left, 12, column.title, ChartLabel::Anchor::start, row_text, false, Ink::faint});
    if (column.goal > 0)
        chart.shapes.emplace_back(ChartBar{
            column.left, top, column.across(column.goal) - column.left, bottom - top, Ink::good_soft, {}});
}

/// The line of the goal over all bars, and its name below them.
void add_column_goal(ReportChart& chart, const BarColumn& column, double top, double bottom) {
    if (column.goal <= 0)
        return;
    const double x = column.across(column.goal), half = row_text_width(column.goal_name) / 2;
    chart.shapes.emplace_back(ChartPath{{{x, top}, {x, bottom + 2}}, Ink::good, 1.5, false});
    chart.shapes.emplace_back(ChartLabel{std::max(std::min(x, chart.width - half), half), bottom + 15,
                                         column.goal_name, ChartLabel::Anchor::middle, row_text, true,
                                         Ink::good});
    chart.told += (chart.told.empty() ? "" : "; ") + column.goal_name;
}

/// A bar with its figure behind it; a figure that would lie on the goal's line stands behind that.
ChartDot add_bar(ReportChart& chart, const BarColumn& column, std::size_t point, const std::string& name,
                 double y, double height) {
    const double value = column.figure(point), end = column.across(value), goal = column.across(column.goal);
    const std::string note = fmt::format("{}: {:.6g} {}", name, value, column.unit);
    const std::string figure = short_number(value);
    double at = end + 8;
    if (column.goal > 0 && at - 3 < goal && goal < at + row_text_width(figure) + 3)
        at = goal + 6;
    const double middle = y + height / 2;
    chart.shapes.emplace_back(ChartBar{column.left, y, end - column.left, height, column.ink, note});
    chart.shapes.emplace_back(ChartLabel{at, middle + 0.36 * row_text, figure});
    chart.told += fmt::format("{}{}", chart.told.empty() ? "" : "; ", note);
    return {end, middle, column.ink, 4, note, static_cast<int>(point)};
}

} // namespace

std::optional<ReportChart> points_chart(const StudyResult& result, const TrainingGoal& goal,
                                        const ChartRoom& room) {
    constexpr std::size_t most_points = 40;
    constexpr double head = 20, foot = 22, gap = 70, bar_share = 0.64;
    std::vector<std::size_t> shown = planned_points(result);
    const std::size_t all = shown.size();
    shown.resize(std::min(all, most_points));
    if (shown.size() < 2)
        return std::nullopt;
    ReportChart chart;
    chart.width = room.width;
    std::vector<BarColumn> columns = columns_of(result, shown, goal);
    const std::string what = columns.front().unit != "days" ? "Time of a step at each point"
                             : columns.size() > 1           ? "Days and cost of each point"
                                                            : "Days of each point";
    const std::string title = titled(what, result, shown.size(), all, "points");
    chart.title = columns.size() > 1 ? with_money(title, result) : title;
    std::vector<std::string> point_names;
    for (const std::size_t i : shown)
        point_names.push_back(words_of(result.points[i].at));
    const double names = names_width(point_names, chart.width);
    const auto count = static_cast<double>(columns.size());
    const double bars = std::max((chart.width - names - count * gap) / count, 20.0);
    const double row = row_height(room.height, head + foot, shown.size(), 22), height = bar_share * row;
    const double bottom = head + row * static_cast<double>(shown.size());
    for (std::size_t c = 0; c < columns.size(); ++c) {
        columns[c].left = names + static_cast<double>(c) * (bars + gap), columns[c].room = bars;
        add_column_ground(chart, columns[c], head - 4, bottom);
    }
    for (std::size_t k = 0; k < shown.size(); ++k) {
        const double y = head + row * static_cast<double>(k) + (row - height) / 2 - 2;
        add_label(chart,
                  {names - 8, y + height / 2 + 0.36 * row_text, point_names[k], ChartLabel::Anchor::end},
                  names - 12);
        std::optional<ChartDot> first;
        for (const BarColumn& column : columns)
            if (const ChartDot dot = add_bar(chart, column, shown[k], point_names[k], y, height); !first)
                first = dot;
        chart.shapes.emplace_back(*first); // a click on it opens the point
    }
    for (const BarColumn& column : columns)
        add_column_goal(chart, column, head - 4, bottom);
    chart.height = bottom + foot;
    return chart;
}

std::optional<ReportChart> swings_chart(const Study& study, const StudyResult& result,
                                        const ChartRoom& room) {
    const std::vector<Swing> swings = swings_of(study, result);
    if (swings.empty())
        return std::nullopt;
    ReportChart chart;
    chart.width = room.width;
    chart.title = titled(
        fmt::format("What changes when one input moves by {:g} %", 100 * swings.front().share), result);
    double most = 0.001;
    std::vector<std::string> names;
    for (const Swing& swing : swings) {
        most = std::max(most, swing.widest());
        names.emplace_back(axis_named(swing.axis).title);
    }
    const double top = add_legend(chart, {{"time, input lower", Ink::series_0},
                                          {"time, input higher", Ink::series_4},
                                          {"cost, input lower", Ink::series_3},
                                          {"cost, input higher", Ink::series_1}}) +
                       6;
    const double row = row_height(room.height, top + 34, swings.size(), 26), height = (row - 8) / 2;
    const PlotFrame frame{names_width(names, chart.width),
                          chart.width - 20,
                          top,
                          top + row * static_cast<double>(swings.size()),
                          {-110 * most, 110 * most},
                          {}};
    chart.height = frame.bottom + 34;
    add_bottom_axis(chart, frame, "% of time or cost");
    for (std::size_t i = 0; i < swings.size(); ++i) {
        const Swing& swing = swings[i];
        const double y = top + row * static_cast<double>(i) + 4;
        add_label(chart, {frame.left - 8, y + height + 0.36 * row_text, names[i], ChartLabel::Anchor::end},
                  frame.left - 10);
        const auto bar = [&](const std::optional<double>& change, double at, Ink ink) {
            if (!change)
                return;
            const double x = frame.across(100 * *change), zero = frame.across(0);
            chart.shapes.emplace_back(ChartBar{std::min(x, zero), at, std::max(0.5, std::abs(x - zero)),
                                               height, ink,
                                               fmt::format("{}: {:+.2f} %", names[i], 100 * *change)});
        };
        bar(swing.time_down, y, Ink::series_0);
        bar(swing.time_up, y, Ink::series_4);
        bar(swing.cost_down, y + height, Ink::series_3);
        bar(swing.cost_up, y + height, Ink::series_1);
        chart.told += fmt::format("{}{} up to {:.1f} %", i > 0 ? ", " : "", names[i], 100 * swing.widest());
    }
    return chart;
}

} // namespace pipette
