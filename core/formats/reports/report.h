// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/report_chart.h"

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
};
/// Text as it must be typed, line by line.
struct ReportCode {
    std::string text;
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
