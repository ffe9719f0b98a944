// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/report_chart.h"
#include "core/schedule/timeline.h"

#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace pipette {

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
    int chosen = -1;                            ///< row that the report is about; -1: none
};
/// Text as it must be typed, line by line.
struct ReportCode {
    std::string text;
};
/// A state in a few words; its mark and its words say what its colour says.
struct ReportPill {
    enum class Kind { safe, tight, over, assumed, tie } kind = Kind::safe;
    std::string text;
};
struct ReportPills {
    std::vector<ReportPill> pills;
};
/// A figure that is read across a room, and what it is.
struct ReportTile {
    std::string value, text;
};
struct ReportTiles {
    std::vector<ReportTile> tiles;
};
/// What times of a step count: seconds, or whatever unit a person typed.
enum class StepUnit { seconds, any };
/// Memory of a device, in bytes: what lies there all along, and what comes and goes with the activations that
/// it holds. Together, when it holds most, they are the upper estimate.
struct StepMemory {
    double limit = 0, stays = 0, comes = 0;
};
/// One simulated iteration. A page plays it; paper shows its charts.
struct ReportStep {
    std::string title;
    std::shared_ptr<const Timeline> timeline;
    StepUnit unit = StepUnit::seconds;
    std::string row = "stage";      ///< what the devices of the pipeline are called
    std::vector<StepMemory> memory; ///< [device]; empty: not known, activations are counted
};
/// A chart whose cells a page tells by name: what each row and column is, and the figure of each cell.
struct ReportMap {
    ReportChart chart;
    double left = 0, top = 0, cell = 1; ///< where the first cell stands in the chart, and how large cells are
    std::vector<std::string> names;
    std::vector<double> gb_per_s; ///< row after row; NaN: not measured; 0: broken
    double alike_gb_per_s = 0;    ///< the bandwidth that every link has; 0: links differ
};
/// Ruled lines to write on with a pen.
struct ReportRoom {
    int lines = 3;
};
/// What follows begins a page of its own on paper.
struct ReportNewPage {};
using ReportBlock =
    std::variant<ReportHeading, ReportParagraph, ReportList, ReportTable, ReportCode, ReportChart,
                 ReportPills, ReportTiles, ReportStep, ReportMap, ReportRoom, ReportNewPage>;

/// One page to send to somebody: question, answer, assumptions, charts, tables. Texts are plain, whatever
/// names of files they hold; writers escape them.
struct Report {
    std::string of;       ///< what it is of: "Training plan: gpt-7.5b on a16"; may be empty
    std::string title;    ///< the answer, where there is one
    std::string subtitle; ///< the answer's second sentence, or what the report is of and by which program
    std::vector<ReportBlock> blocks;
};

/// A whole HTML page, which needs nothing from elsewhere; light or dark as the reader's system. Its script
/// plays steps and adds zoom; without scripts all of it is there to read.
std::string report_to_html(const Report& report);

/// The same as PDF, A4, on as many pages as it takes. Characters that its fonts lack (beyond Western European
/// ones) are shown as question marks.
std::string report_to_pdf(const Report& report);

/// HTML or PDF by the end of a file's name. Throws InputError for another.
std::string report_for_file(const Report& report, const std::string& file);

} // namespace pipette
