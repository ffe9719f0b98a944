// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/evidence/own_runs_chart.h"

#include "core/formats/reports/chart_axes.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace pipette {
namespace {

constexpr double row_name = 12, row_figure = 11, radius = 4;

/// The errors in per cent that the axis reaches, the same to both sides of none.
double reach_of(const CalibrationPreview& preview) {
    double widest = 0;
    for (const auto* errors : {&preview.before, &preview.after})
        for (const double error : *errors)
            widest = std::max(widest, 100 * std::abs(error));
    return std::max(5.0, 1.15 * widest);
}

/// Dots that would touch stand below each other, around the middle of the row.
void add_dots(ReportChart& chart, const PlotFrame& frame, const std::vector<double>& errors,
              const std::vector<std::string>& runs, double middle, double height, Ink ink) {
    std::vector<ChartDot> placed;
    const int most = std::max(0, static_cast<int>(height / 2 / (2 * radius)) - 1);
    for (std::size_t run = 0; run < errors.size(); ++run) {
        ChartDot dot{frame.across(100 * errors[run]),
                     middle,
                     ink,
                     radius,
                     fmt::format("{}: {:+.1f} %", runs[run], 100 * errors[run]),
                     static_cast<int>(run)};
        const auto touches = [&](const ChartDot& other) {
            return std::hypot(other.x - dot.x, other.y - dot.y) < 2 * radius;
        };
        for (int step = 1; step <= 2 * most && std::any_of(placed.begin(), placed.end(), touches); ++step) {
            const int rows = (step + 1) / 2; // above and below in turn
            dot.y = middle + (step % 2 ? rows : -rows) * 2 * radius;
        }
        placed.push_back(dot);
    }
    chart.shapes.insert(chart.shapes.end(), placed.begin(), placed.end());
}

} // namespace

std::optional<ReportChart> own_runs_chart(const CalibrationPreview& preview,
                                          const std::vector<std::string>& runs, const ChartRoom& room) {
    if (preview.before.empty())
        return std::nullopt;
    ReportChart chart;
    chart.width = room.width;
    chart.height = room.height > 0 ? std::max(room.height, 110.0) : 150;
    const double reach = reach_of(preview), names = std::min(150.0, 0.36 * chart.width);
    const PlotFrame frame{names, chart.width - 20, 4, chart.height - 34, {-reach, reach}, {}};
    const double row = (frame.bottom - frame.top) / 2;
    add_bottom_axis(chart, frame, "predicted against measured, %");
    chart.shapes.emplace_back(
        ChartPath{{{frame.across(0), frame.top}, {frame.across(0), frame.bottom}}, Ink::faint, 1.5, false});
    struct Row {
        const char* name;
        const std::vector<double>& errors;
        Ink ink;
    };
    double top = frame.top;
    for (const Row& shown : {Row{"Estimate as it is", preview.before, Ink::warning},
                             Row{"After calibrating", preview.after, Ink::good}}) {
        const double middle = top + row / 2;
        const std::string figure = fmt::format("{:.1f} % off", 100 * mean_error(shown.errors));
        add_label(chart, {0, middle - 3, shown.name, ChartLabel::Anchor::start, row_name, true, Ink::text},
                  names);
        add_label(chart, {0, middle + 12, figure, ChartLabel::Anchor::start, row_figure, true, shown.ink},
                  names);
        add_dots(chart, frame, shown.errors, runs, middle, row, shown.ink);
        chart.told += fmt::format("{}{}: {}", chart.told.empty() ? "" : "; ", shown.name, figure);
        top += row;
    }
    return chart;
}

} // namespace pipette
