// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/formats/reports/html_page.h"
#include "core/formats/reports/html_text.h"
#include "core/formats/reports/report.h"
#include "core/formats/reports/step_charts.h"
#include "core/formats/reports/step_data.h"
#include "core/formats/reports/svg_chart.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

/// How a pill looks: the class of its style, and its mark, which tells states apart without colour.
struct PillLook {
    const char *style, *mark;
};
PillLook look_of(ReportPill::Kind kind) {
    constexpr std::array looks{PillLook{"safe", "\xe2\x9c\x93"}, PillLook{"tight", "\xe2\x96\xb2"},
                               PillLook{"over", "\xe2\x9c\x95"}, PillLook{"assumed", "?"},
                               PillLook{"tie", "="}};
    return looks[static_cast<std::size_t>(kind)];
}

struct HtmlWriter {
    std::string& html;
    nlohmann::ordered_json& data; ///< what the page's script plays and tells

    void operator()(const ReportHeading& heading) const {
        html += fmt::format("<h2>{}</h2>\n", html_text(heading.text));
    }
    void operator()(const ReportParagraph& paragraph) const {
        html += fmt::format("<p{}>{}</p>\n", paragraph.strong ? " class=\"strong\"" : "",
                            html_text(paragraph.text));
    }
    void operator()(const ReportList& list) const {
        html += "<ul>\n";
        for (const std::string& item : list.items)
            html += fmt::format("<li>{}</li>\n", html_text(item));
        html += "</ul>\n";
    }
    void operator()(const ReportTable& table) const {
        html += fmt::format("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{}\"><table>\n"
                            "<thead><tr>",
                            html_text(name_of(table)));
        for (std::size_t i = 0; i < table.titles.size(); ++i)
            html +=
                fmt::format("<th scope=\"col\"{}>{}</th>", of_words(table, i), html_text(table.titles[i]));
        html += "</tr></thead>\n<tbody>\n";
        for (const auto& row : table.rows) {
            const bool chosen = &row - table.rows.data() == table.chosen;
            html += chosen ? "<tr class=\"chosen\" aria-current=\"true\">" : "<tr>";
            for (std::size_t i = 0; i < row.size(); ++i)
                html += fmt::format("<td{}>{}</td>", of_words(table, i), html_text(row[i]));
            html += "</tr>\n";
        }
        html += "</tbody></table></div>\n";
    }
    void operator()(const ReportCode& code) const {
        html += fmt::format("<pre tabindex=\"0\">{}</pre>\n", html_text(code.text));
    }
    void operator()(const ReportChart& chart) const {
        html += fmt::format("<figure tabindex=\"0\"><figcaption>{}</figcaption>\n{}</figure>\n",
                            html_text(chart.title), svg_chart(chart));
    }
    void operator()(const ReportPills& pills) const {
        html += "<ul class=\"pills\">\n";
        for (const ReportPill& pill : pills.pills) {
            const PillLook look = look_of(pill.kind);
            html += fmt::format(
                "<li class=\"pill {}\"><span class=\"sign\" aria-hidden=\"true\">{}</span> {}</li>\n",
                look.style, look.mark, html_text(pill.text));
        }
        html += "</ul>\n";
    }
    void operator()(const ReportTiles& tiles) const {
        html += "<ul class=\"tiles\">\n";
        for (const ReportTile& tile : tiles.tiles)
            html += fmt::format("<li><span class=\"value\">{}</span> <span>{}</span></li>\n",
                                html_text(tile.value), html_text(tile.text));
        html += "</ul>\n";
    }
    void operator()(const ReportStep& step) const {
        if (!plays(step)) {
            (*this)(ReportParagraph{
                fmt::format("The step has {} operations, too many to be played one by one. The "
                            "charts show all of it.",
                            step.timeline->schedule->count())});
            return add_still(step);
        }
        // The script fills the first part; until then, on paper and without scripts the second is there.
        html +=
            fmt::format("<section class=\"step\" aria-label=\"{}\" data-step=\"{}\">\n<div class=\"live\" "
                        "hidden=\"\"></div>\n",
                        html_text(step.title), data["steps"].size());
        add_still(step);
        html += "</section>\n";
        data["steps"].push_back(step_to_json(step));
    }
    void operator()(const ReportMap& map) const {
        html += fmt::format(
            "<figure class=\"map\" tabindex=\"0\" data-map=\"{}\"><figcaption>{}</figcaption>\n{}</figure>\n",
            data["maps"].size(), html_text(map.chart.title), svg_chart(map.chart));
        data["maps"].push_back(map_to_json(map));
    }
    void operator()(const ReportRoom& room) const {
        html += "<div class=\"room\" aria-hidden=\"true\">";
        for (int line = 0; line < room.lines; ++line)
            html += "<div></div>";
        html += "</div>\n";
    }
    void operator()(const ReportNewPage&) const { html += "<div class=\"new-page\"></div>\n"; }

private:
    void add_still(const ReportStep& step) const {
        html += "<div class=\"still\">\n";
        (*this)(gantt_chart(step));
        (*this)(held_chart(step));
        html += "</div>\n";
        (*this)(step_table(step));
    }
    /// "Table: planner, configuration, time a step", for who does not see where it begins.
    static std::string name_of(const ReportTable& table) {
        std::string name;
        for (const std::string& title : table.titles)
            name += (title.empty() ? "" : name.empty() ? "Table: " : ", ") + title;
        return name;
    }
    static const char* of_words(const ReportTable& table, std::size_t column) {
        const bool words = std::find(table.words.begin(), table.words.end(), column) != table.words.end();
        return words ? " class=\"words\"" : "";
    }
};

} // namespace

std::string report_to_html(const Report& report) {
    std::string body;
    if (!report.of.empty())
        body += fmt::format("<p class=\"of\">{}</p>\n", html_text(report.of));
    body += fmt::format("<h1>{}</h1>\n<p class=\"subtitle\">{}</p>\n", html_text(report.title),
                        html_text(report.subtitle));
    nlohmann::ordered_json data{{"format", "pipette-page"},
                                {"version", 1},
                                {"steps", nlohmann::ordered_json::array()},
                                {"maps", nlohmann::ordered_json::array()}};
    for (const ReportBlock& block : report.blocks)
        std::visit(HtmlWriter{body, data}, block);
    const std::string title = report.of.empty() ? report.title : report.of + ": " + report.title;
    return html_page(title, body, data);
}

std::string report_for_file(const Report& report, const std::string& file) {
    if (file.ends_with(".pdf"))
        return report_to_pdf(report);
    if (file.ends_with(".html") || file.ends_with(".htm"))
        return report_to_html(report);
    throw InputError(file, {},
                     "is no report that can be written, expected a name that ends with .html or .pdf");
}

} // namespace pipette
