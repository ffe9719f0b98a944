// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/reports/chart_axes.h"

#include "core/formats/reports/font_metrics.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace pipette {
namespace {

constexpr double label_size = 11;

double width_of(const std::string& text) {
    return text_width(font_text(text), label_size);
}

} // namespace

double PlotFrame::share(double value, const std::pair<double, double>& range, AxisScale scale) {
    const auto [first, last] = range;
    if (last <= first)
        return 0;
    return scale == AxisScale::linear ? (value - first) / (last - first)
                                      : std::log(value / first) / std::log(last / first);
}

std::vector<double> log_ticks(const std::pair<double, double>& range, std::size_t most) {
    const auto ticks_of = [&](const std::vector<double>& factors, int decades) {
        std::vector<double> ticks;
        const int first = static_cast<int>(std::floor(std::log10(range.first)));
        for (int power = first - (first % decades + decades) % decades;
             std::pow(10, power) <= range.second * (1 + 1e-9); power += decades)
            for (const double factor : factors)
                if (const double tick = factor * std::pow(10, power);
                    tick >= range.first * (1 - 1e-9) && tick <= range.second * (1 + 1e-9))
                    ticks.push_back(tick);
        return ticks;
    };
    std::vector<double> ticks = ticks_of({1, 2, 3, 4, 5, 6, 8}, 1);
    for (const std::vector<double>& factors : {std::vector<double>{1, 2, 5}, {1, 3}, {1}})
        if (ticks.size() > most)
            ticks = ticks_of(factors, 1);
    for (int decades = 2; ticks.size() > most; ++decades)
        ticks = ticks_of({1}, decades);
    return ticks;
}

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

namespace {

/// So many digits, never with an exponent for numbers of 1 and more.
std::string plain_number(double value, int digits) {
    return std::abs(value) >= std::pow(10, digits) - 0.5 ? fmt::format("{:.0f}", value)
                                                         : fmt::format("{:.{}g}", value, digits);
}

} // namespace

std::string short_number(double value, int digits) {
    const double size = std::abs(value);
    for (const auto& [least, unit] : {std::pair(1e12, " T"), {1e9, " G"}, {1e6, " M"}, {1e4, " k"}})
        if (size >= least)
            return plain_number(value / (least == 1e4 ? 1e3 : least), digits) + unit;
    return plain_number(value, digits);
}

void add_label(ReportChart& chart, ChartLabel label, double width) {
    label.text = fitted(label.text, label.size, width);
    chart.shapes.emplace_back(std::move(label));
}

namespace {

/// What stands before a name, in a square.
void add_sample(ReportChart& chart, const LegendItem& item, double x, double y, double side) {
    const double middle = y + side / 2;
    switch (item.mark) {
    case LegendMark::field:
        chart.shapes.emplace_back(ChartBar{x, y, side, side, item.ink, {}});
        break;
    case LegendMark::line:
    case LegendMark::dashes:
        chart.shapes.emplace_back(
            ChartPath{{{x, middle}, {x + side, middle}}, item.ink, 2, item.mark == LegendMark::dashes});
        break;
    case LegendMark::dot:
    case LegendMark::ring:
        chart.shapes.emplace_back(
            ChartDot{x + side / 2, middle, item.ink, 4, {}, -1, item.mark == LegendMark::ring});
        break;
    }
}

} // namespace

double add_legend(ReportChart& chart, const std::vector<LegendItem>& items) {
    constexpr double sample = 12, line = 18;
    constexpr double start = 2;
    double x = start, y = 4;
    for (const LegendItem& item : items) {
        const std::string name = fitted(item.name, label_size, chart.width - 2 * sample);
        constexpr double wider = 1.12; // a reader's font beside the one that is measured
        const double width = sample + 6 + wider * width_of(name) + 12;
        if (x > start && x + width > chart.width)
            x = start, y += line;
        add_sample(chart, item, x, y, sample);
        chart.shapes.emplace_back(ChartLabel{x + sample + 5, y + 10, name});
        x += width;
    }
    return items.empty() ? 0 : y + line;
}

void add_bottom_axis(ReportChart& chart, const PlotFrame& frame, const std::string& unit) {
    constexpr int most = 8;
    for (const double tick : frame.across_scale == AxisScale::logarithmic
                                 ? log_ticks(frame.across_range, most)
                                 : round_ticks(frame.across_range, most)) {
        const double x = frame.across(tick);
        chart.shapes.emplace_back(ChartPath{{{x, frame.top}, {x, frame.bottom + 4}}, Ink::grid, 1, false});
        chart.shapes.emplace_back(ChartLabel{x, frame.bottom + 16, short_number(tick),
                                             ChartLabel::Anchor::middle, label_size, false, Ink::faint});
    }
    chart.shapes.emplace_back(ChartLabel{frame.right, frame.bottom + 30, unit, ChartLabel::Anchor::end,
                                         label_size, false, Ink::faint});
}

void add_values_below(ReportChart& chart, const PlotFrame& frame, const std::vector<double>& values,
                      const std::string& unit) {
    double free_from = 0;
    for (const double value : values) {
        const double x = frame.across(value);
        const std::string number = short_number(value);
        const double half = width_of(number) / 2;
        chart.shapes.emplace_back(
            ChartPath{{{x, frame.bottom}, {x, frame.bottom + 4}}, Ink::strong_border, 1, false});
        if (x - half < free_from)
            continue;
        chart.shapes.emplace_back(ChartLabel{x, frame.bottom + 16, number, ChartLabel::Anchor::middle,
                                             label_size, false, Ink::faint});
        free_from = x + half + 8;
    }
    chart.shapes.emplace_back(
        ChartPath{{{frame.left, frame.bottom}, {frame.right, frame.bottom}}, Ink::strong_border, 1, false});
    if (!unit.empty())
        chart.shapes.emplace_back(ChartLabel{frame.right, frame.bottom + 30, unit, ChartLabel::Anchor::end,
                                             label_size, false, Ink::faint});
}

void add_left_axis(ReportChart& chart, const PlotFrame& frame, const std::string& unit) {
    constexpr double least_apart = 26; // pixels of a page
    const auto most =
        static_cast<std::size_t>(std::clamp((frame.bottom - frame.top) / least_apart, 2.0, 6.0));
    for (const double tick : frame.up_scale == AxisScale::logarithmic
                                 ? log_ticks(frame.up_range, most + 1)
                                 : round_ticks(frame.up_range, static_cast<int>(most))) {
        const double y = frame.up(tick);
        chart.shapes.emplace_back(ChartPath{{{frame.left - 4, y}, {frame.right, y}}, Ink::grid, 1, false});
        chart.shapes.emplace_back(ChartLabel{frame.left - 7, y + 4, short_number(tick),
                                             ChartLabel::Anchor::end, label_size, false, Ink::faint});
    }
    chart.shapes.emplace_back(
        ChartLabel{2, frame.top - 10, unit, ChartLabel::Anchor::start, label_size, false, Ink::faint});
}

} // namespace pipette
