// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/inks.h"

#include <string>
#include <variant>
#include <vector>

namespace pipette {

// Shapes of a chart, in its own units (a pixel of a page of ordinary width), y downwards.

struct ChartBar {
    double x = 0, y = 0, width = 0, height = 0;
    Ink ink = Ink::series_0;
    std::string note; ///< what it is, for a reader who points at it; may be empty
};
struct ChartPoint {
    double x = 0, y = 0;
};
/// A filled shape.
struct ChartArea {
    std::vector<ChartPoint> outline;
    Ink ink = Ink::series_0;
};
struct ChartPath {
    std::vector<ChartPoint> points;
    Ink ink = Ink::text;
    double width = 1;
    bool dashed = false;
};
struct ChartDot {
    double x = 0, y = 0;
    Ink ink = Ink::series_0;
    double radius = 4;
    std::string note;
    int item = -1; ///< number of the point that it stands for; -1: of none
    bool hollow = false;
};
struct ChartLabel {
    double x = 0, y = 0; ///< of the baseline, at its start, middle or end
    std::string text;
    enum class Anchor { start, middle, end } anchor = Anchor::start;
    double size = 11;
    bool bold = false;
    Ink ink = Ink::text;
};
/// A field of equal cells, row after row, coloured by viridis.
struct ChartCells {
    double x = 0, y = 0, width = 1, height = 1; ///< of the first cell
    int columns = 1;
    std::vector<double> positions; ///< 0 slowest to 1 fastest; NaN: not measured; below 0: broken
};
using ChartShape = std::variant<ChartBar, ChartArea, ChartPath, ChartDot, ChartLabel, ChartCells>;
using ChartShapes = std::vector<ChartShape>;

/// What a chart is drawn into. Words are as large in every room; what is between them stretches.
struct ChartRoom {
    double width = 720;
    double height = 0; ///< 0: as high as the chart is on a page
};

/// A chart as shapes, for whoever draws it: a page of a report, a view of the window.
struct ReportChart {
    std::string title;
    std::string told; ///< what it shows, in words, for who does not see it
    double width = 720, height = 200;
    ChartShapes shapes;
};
} // namespace pipette
