// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/reports/chart_axes.h"
#include "core/formats/reports/studies/label_room.h"
#include "core/study/run_study.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pipette {

// Curves of a study's figures over the GPUs that are used.

/// A figure of a point and the two ends of its range. Where the figure has no range, both ends equal it.
struct RangedFigure {
    double value = 0, low = 0, high = 0;
};

/// A point of a curve, and its number in the study.
struct CurvePoint {
    double gpus = 0;
    RangedFigure figure;
    int item = -1;
};
/// By what they differ in beside GPUs; each has two points or more.
using Curves = std::map<std::string, std::vector<CurvePoint>>;

enum class Apart { plans, prices }; ///< curves of one plan each, or of one price, too

inline constexpr std::size_t most_curves = 6; ///< that a chart shows

/// `alone`: the name of the only curve. `figure`: of the point of that number; empty: it has none.
Curves curves_of(const StudyResult& result, Apart apart, const std::string& alone,
                 const std::function<std::optional<RangedFigure>(std::size_t)>& figure);

/// A line across a chart that figures are held against, and which side of it is good.
struct GoalLine {
    double at = 0;    ///< 0: there is none
    std::string name; ///< "deadline, 60 days"
    std::string good; ///< what is below it: "in time"
};

/// What a chart of curves says beside them.
struct CurveWords {
    std::string axis;     ///< title of the axis upwards
    std::string unit;     ///< of a figure
    std::string behind{}; ///< what follows a figure beside its dot; the title of the axis says the rest
    bool has_axis_below = true;
};

/// The frame of the curves inside these edges: a logarithmic axis where sizes or figures double.
PlotFrame frame_of(const Curves& curves, double goal, const PlotFrame& edges);

/// The goal's line with the good side shaded; before the curves.
void add_goal_side(ReportChart& chart, const PlotFrame& frame, const GoalLine& goal);

/// Axes, ranges, curves and dots, the name of the goal's line, of up to three curves the names beside their
/// ends, and of a single curve the figures beside its dots. Dots above the goal are hollow.
void add_curves(ReportChart& chart, const PlotFrame& frame, const Curves& curves, const GoalLine& goal,
                const CurveWords& words, const std::vector<std::vector<ChartPoint>>& beside = {});

/// The room that the names of up to three curves take behind their ends, in a chart of this width.
double names_beside(const Curves& curves, double width);

/// Names of the curves, where they are too many to stand beside their ends; else none.
std::vector<LegendItem> legend_of(const Curves& curves);
Ink ink_of_curve(std::size_t curve);

} // namespace pipette
