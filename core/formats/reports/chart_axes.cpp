// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/reports/chart_axes.h"

#include "core/formats/reports/font_metrics.h"

#include <cmath>
#include <fmt/format.h>

namespace pipette {
namespace {

constexpr double label_size = 11;

double width_of(const std::string& text) {
    return text_width(font_text(text), label_size);
}

} // namespace

std::vector<double> round_ticks(const std::pair<double, double>& range, int about) {
    const double span = range.second - range.first;
    if (!(span > 0) || !std::isfinite(span))
        return {range.first};
    const double rough = span / about, power = std::pow(10, std::floor(std::log10(rough)));
    double step = 10 * power;
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= rough) {
            step = factor * power;
            break;
        }
    std::vector<double> ticks;
    const double first = std::ceil(range.first / step - 1e-9);
    for (double i = first; i * step <= range.second + 1e-9 * span; ++i)
        ticks.push_back(i * step + 0.0); // never -0
    return ticks;
}

std::string short_number(double value) {
    const double size = std::abs(value);
    for (const auto& [least, unit] : {std::pair(1e12, " T"), {1e9, " G"}, {1e6, " M"}, {1e4, " k"}})
        if (size >= least)
            return fmt::format("{:.4g}{}", value / (least == 1e4 ? 1e3 : least), unit);
    return fmt::format("{:.4g}", value);
}

void add_label(ReportChart& chart, ChartLabel label, double width) {
    label.text = fitted(label.text, label.size, width);
    chart.shapes.emplace_back(std::move(label));
}

double add_legend(ReportChart& chart, const std::vector<LegendItem>& items) {
    constexpr double sample = 12, line = 18;
    double x = 0, y = 4;
    for (const LegendItem& item : items) {
        const std::string name = fitted(item.name, label_size, chart.width - 2 * sample);
        constexpr double wider = 1.12; // a reader's font beside the one that is measured
        const double width = sample + 6 + wider * width_of(name) + 12;
        if (x > 0 && x + width > chart.width)
            x = 0, y += line;
        chart.shapes.emplace_back(ChartBar{x, y, sample, sample, item.ink, {}});
        chart.shapes.emplace_back(ChartLabel{x + sample + 5, y + 10, name});
        x += width;
    }
    return items.empty() ? 0 : y + line;
}

void add_bottom_axis(ReportChart& chart, const PlotFrame& frame, const std::string& unit) {
    for (const double tick : round_ticks(frame.across_range, 8)) {
        const double x = frame.across(tick);
        chart.shapes.emplace_back(ChartPath{{{x, frame.top}, {x, frame.bottom + 4}}, Ink::grid, 1, false});
        chart.shapes.emplace_back(ChartLabel{x, frame.bottom + 16, short_number(tick),
                                             ChartLabel::Anchor::middle, label_size, false, Ink::faint});
    }
    chart.shapes.emplace_back(ChartLabel{frame.right, frame.bottom + 30, unit, ChartLabel::Anchor::end,
                                         label_size, false, Ink::faint});
}

void add_left_axis(ReportChart& chart, const PlotFrame& frame, const std::string& unit) {
    for (const double tick : round_ticks(frame.up_range, 6)) {
        const double y = frame.up(tick);
        chart.shapes.emplace_back(ChartPath{{{frame.left - 4, y}, {frame.right, y}}, Ink::grid, 1, false});
        chart.shapes.emplace_back(ChartLabel{frame.left - 7, y + 4, short_number(tick),
                                             ChartLabel::Anchor::end, label_size, false, Ink::faint});
    }
    chart.shapes.emplace_back(
        ChartLabel{2, frame.top - 10, unit, ChartLabel::Anchor::start, label_size, false, Ink::faint});
}

} // namespace pipette
