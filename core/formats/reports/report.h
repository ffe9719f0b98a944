// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <variant>
#include <vector>

namespace pipette {

/// What a colour of a chart stands for; the writer knows how it looks in each theme. Inks of bars that lie
/// beside each other differ in lightness as well as in hue.
enum class Ink {
    text,
    faint,
    grid,
    accent,
    forward,
    backward,
    weight,
    communication,
    optimizer,
    limit,
    series_0,
    series_1,
    series_2,
    series_3,
    series_4,
    series_5
};

// Shapes of a chart, in its own units (a pixel of a page of ordinary width), y downwards.

struct ChartBar {
    double x = 0, y = 0, width = 0, height = 0;
    Ink ink = Ink::series_0;
    std::string note; ///< what it is, for a reader who points at it; may be empty
};
struct ChartPoint {
    double x = 0, y = 0;
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
};
struct ChartLabel {
    double x = 0, y = 0; ///< of the baseline, at its start, middle or end
    std::string text;
    enum class Anchor { start, middle, end } anchor = Anchor::start;
    double size = 11;
    bool bold = false;
    Ink ink = Ink::text;
};
using ChartShape = std::variant<ChartBar, ChartPath, ChartDot, ChartLabel>;

// What a report is made of.

struct ReportHeading {
    std::string text;
};
struct ReportParagraph {
    std::string text;
    bool strong = false; ///< the answer
};
struct ReportList {
    std::vector<std::string> items;
};
struct ReportTable {
    std::vector<std::string> titles;
    std::vector<std::vector<std::string>> rows; ///< a cell a title
    std::vector<std::size_t> words;             ///< columns of words, which stand left; the rest are numbers
};
/// Text as it must be typed, line by line.
struct ReportCode {
    std::string text;
};
struct ReportChart {
    std::string title;
    std::string told; ///< what it shows, in words, for who does not see it
    double width = 720, height = 200;
    std::vector<ChartShape> shapes;
};
using ReportBlock =
    std::variant<ReportHeading, ReportParagraph, ReportList, ReportTable, ReportCode, ReportChart>;

/// One page to send to somebody: question, answer, assumptions, charts, tables. Texts are plain, whatever
/// names of files they hold; writers escape them.
struct Report {
    std::string title;
    std::string subtitle; ///< what it is of, and by which program
    std::vector<ReportBlock> blocks;
};

/// A whole HTML page without scripts, which needs nothing from elsewhere; light or dark as the reader's
/// system.
std::string report_to_html(const Report& report);

/// The same as PDF, A4, on as many pages as it takes. Characters that its fonts lack (beyond Western European
/// ones) are shown as question marks.
std::string report_to_pdf(const Report& report);

/// HTML or PDF by the end of a file's name. Throws InputError for another.
std::string report_for_file(const Report& report, const std::string& file);

} // namespace pipette
