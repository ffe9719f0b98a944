// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/reports/report.h"

#include <string>
#include <utility>
#include <vector>

namespace pipette {

/// How numbers lie along an axis; those of a logarithmic one are above 0.
enum class AxisScale { linear, logarithmic };

/// Where a chart draws, and the numbers at its edges. `up_range` 0 to 0: rows, no numbers upwards.
struct PlotFrame {
    double left = 0, right = 0, top = 0, bottom = 0;
    std::pair<double, double> across_range, up_range;
    AxisScale across_scale = AxisScale::linear, up_scale = AxisScale::linear;

    double across(double value) const {
        return left + share(value, across_range, across_scale) * (right - left);
    }
    double up(double value) const { return bottom - share(value, up_range, up_scale) * (bottom - top); }

private:
    static double share(double value, const std::pair<double, double>& range, AxisScale scale);
};

/// What stands before a name of a legend.
enum class LegendMark { field, line, dashes, dot, ring };

struct LegendItem {
    std::string name;
    Ink ink;
    LegendMark mark = LegendMark::field;
};

/// Round numbers over a range, about so many.
std::vector<double> round_ticks(const std::pair<double, double>& range, int about);
/// The same for a logarithmic axis: at most so many of 1, 2, 5, 10, 20 ...
std::vector<double> log_ticks(const std::pair<double, double>& range, std::size_t most);

/// A label that is cut where it is wider than `width`.
void add_label(ReportChart& chart, ChartLabel label, double width);

/// Samples and names in lines from the chart's top; returns where it ends.
double add_legend(ReportChart& chart, const std::vector<LegendItem>& items);

/// Ticks, their numbers and lines through the frame, and what they count at the end.
void add_bottom_axis(ReportChart& chart, const PlotFrame& frame, const std::string& unit);
void add_left_axis(ReportChart& chart, const PlotFrame& frame, const std::string& unit);
/// An axis below without lines through the frame: short ticks at these values, and the numbers of those that
/// have room.
void add_values_below(ReportChart& chart, const PlotFrame& frame, const std::vector<double>& values,
                      const std::string& unit);

/// "12", "1.5 k", "3.2 M": as short as a tick's number can be, with so many digits at most.
std::string short_number(double value, int digits = 4);

} // namespace pipette
