// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/reports/font_metrics.h"
#include "core/formats/reports/report_charts.h"
#include "core/formats/reports/study_titles.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

/// Room that the labels of dots take, so that no two lie on each other.
class LabelRoom {
public:
    explicit LabelRoom(const ReportChart& chart) : right_(chart.width) {}

    /// Beside the dot, above or below it, on the side that has more room; left out where others stand
    /// already.
    void add(ReportChart& chart, double x, double y, const std::string& text) {
        constexpr double size = 10, away = 8;
        const bool end = x > right_ / 2;
        const double room = end ? x - away - 4 : right_ - x - away - 4;
        const double width = std::min(room, text_width(font_text(text), size));
        for (const double up : {-7.0, 14.0}) {
            const Box box{end ? x - away - width : x + away, y + up - size, width, size + 2};
            if (std::any_of(taken_.begin(), taken_.end(),
                            [&](const Box& other) { return overlap(box, other); }))
                continue;
            taken_.push_back(box);
            add_label(chart,
                      {x + (end ? -away : away), y + up, text,
                       end ? ChartLabel::Anchor::end : ChartLabel::Anchor::start, size},
                      room);
            return;
        }
    }
    void keep_free(double x, double y, double radius) {
        taken_.push_back({x - radius, y - radius, 2 * radius, 2 * radius});
    }

private:
    struct Box {
        double x, y, width, height;
    };
    static bool overlap(const Box& a, const Box& b) {
        return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
    }
    double right_;
    std::vector<Box> taken_;
};

void add_front(ReportChart& chart, const StudyResult& result, const PlotFrame& frame) {
    ChartPath front{{}, Ink::accent, 1.5, true};
    for (const std::size_t i : result.pareto)
        front.points.push_back(
            {frame.across(result.points[i].outcome.days), frame.up(*result.points[i].outcome.cost)});
    chart.shapes.emplace_back(front);
    LabelRoom labels(chart);
    for (std::size_t i = 0; i < result.points.size(); ++i) {
        const PointResult& point = result.points[i];
        if (!point.planned.best || point.moved || !point.outcome.cost)
            continue;
        const bool best = std::find(result.pareto.begin(), result.pareto.end(), i) != result.pareto.end();
        const double x = frame.across(point.outcome.days), y = frame.up(*point.outcome.cost);
        chart.shapes.emplace_back(ChartDot{x, y, best ? Ink::accent : Ink::faint, best ? 4.5 : 3,
                                           fmt::format("{}: {:.1f} days, {}", words_of(point.at),
                                                       point.outcome.days, cost_text(point.outcome)),
                                           static_cast<int>(i)});
        labels.keep_free(x, y, best ? 4.5 : 3);
    }
    for (const std::size_t i : result.pareto)
        labels.add(chart, frame.across(result.points[i].outcome.days),
                   frame.up(*result.points[i].outcome.cost), words_of(result.points[i].at));
}

} // namespace

std::optional<ReportChart> front_chart(const StudyResult& result, const TrainingGoal& goal) {
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
    constexpr double space = 0.05; // around what is drawn, as a share
    const auto widened = [](std::pair<double, double> range) {
        const double more = std::max(space * (range.second - range.first), 0.02 * range.second);
        return std::pair(std::max(0.0, range.first - 2 * more), range.second + 2 * more);
    };
    ReportChart chart;
    chart.title = with_money(
        titled("Days against money; the line joins what no other point beats in both", result), result);
    std::pair<double, double> across = days;
    if (goal.days > 0)
        across = {std::min(days.first, goal.days), std::max(days.second, goal.days)};
    const PlotFrame frame{64, chart.width - 20, 30, 280, widened(across), widened(cost)};
    chart.height = frame.bottom + 34;
    add_bottom_axis(chart, frame, "days");
    add_left_axis(chart, frame, "cost, " + currency_of(result));
    add_front(chart, result, frame);
    chart.told =
        fmt::format("{} points from {:.1f} to {:.1f} days and from {} to {} {}", points, days.first,
                    days.second, short_number(cost.first), short_number(cost.second), currency_of(result));
    if (goal.days > 0)
        add_deadline(chart, goal, {frame.across(goal.days), frame.bottom},
                     {frame.across(goal.days), frame.top}, {frame.across(goal.days), frame.top - 4},
                     ChartLabel::Anchor::middle);
    return chart;
}

} // namespace pipette
