// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/reports/report.h"

#include <string>
#include <utility>
#include <vector>

namespace pipette {

/// Where a chart draws, and the numbers at its edges. `up_range` 0 to 0: rows, no numbers upwards.
struct PlotFrame {
    double left = 0, right = 0, top = 0, bottom = 0;
    std::pair<double, double> across_range, up_range;

    double across(double value) const { return left + share(value, across_range) * (right - left); }
    double up(double value) const { return bottom - share(value, up_range) * (bottom - top); }

private:
    static double share(double value, const std::pair<double, double>& range) {
        return range.second > range.first ? (value - range.first) / (range.second - range.first) : 0;
    }
};

struct LegendItem {
    std::string name;
    Ink ink;
};

/// Round numbers over a range, about so many.
std::vector<double> round_ticks(const std::pair<double, double>& range, int about);

/// A label that is cut where it is wider than `width`.
void add_label(ReportChart& chart, ChartLabel label, double width);

/// Samples and names in lines from the chart's top; returns where it ends.
double add_legend(ReportChart& chart, const std::vector<LegendItem>& items);

/// Ticks, their numbers and lines through the frame, and what they count at the end.
void add_bottom_axis(ReportChart& chart, const PlotFrame& frame, const std::string& unit);
void add_left_axis(ReportChart& chart, const PlotFrame& frame, const std::string& unit);

/// "12", "1.5 k", "3.2 M": as short as a tick's number can be.
std::string short_number(double value);

} // namespace pipette
