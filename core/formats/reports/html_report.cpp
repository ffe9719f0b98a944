// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/formats/reports/report.h"

#include <array>
#include <cctype>
#include <fmt/format.h>
#include <string_view>

namespace pipette {
namespace {

/// "--accent-text": a colour of the page's style sheet.
std::string variable(Ink ink) {
    std::string name = "--";
    for (const char c : name_of(ink))
        name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '-';
    return ink == Ink::optimizer_state ? name + "-state" : name; // of time and of memory, by one word
}

std::string colours(std::uint32_t InkRow::*theme) {
    std::string text;
    for (const InkRow& row : ink_rows)
        text += fmt::format("{}:#{:06x};", variable(row.ink), row.*theme);
    return text;
}

/// The table of colours as the variables of a style sheet: light, and dark where the reader's system is.
std::string colour_style() {
    return fmt::format("\n:root {{ color-scheme: light dark; {} }}\n"
                       "@media (prefers-color-scheme: dark) {{ :root {{ {} }} }}",
                       colours(&InkRow::light), colours(&InkRow::dark));
}

constexpr std::string_view style = R"(
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
.subtitle, figcaption { color: var(--faint); } .strong { font-size: 1.1rem; border-left: .25rem solid var(--accent); padding-left: .75rem; }
figure { margin: 1rem 0 1.5rem; } figcaption { font-weight: 600; margin-bottom: .25rem; }
svg { width: 100%; height: auto; display: block; font-family: Helvetica, Arial, "Liberation Sans", sans-serif; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-size: .85rem; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem; text-align: right; border-bottom: 1px solid var(--grid); white-space: nowrap; vertical-align: top; }
th { font-weight: 600; color: var(--faint); vertical-align: bottom; } .words { text-align: left; } td.words { white-space: normal; overflow-wrap: normal; min-width: 9rem; }
svg text { paint-order: stroke; stroke: var(--page); stroke-width: 3px; stroke-linejoin: round; }
pre { background: color-mix(in srgb, var(--grid) 35%, transparent); padding: .75rem; overflow-x: auto; font-size: .8rem; }
@media print { body { max-width: none; } .scroll { overflow: visible; } }
)";

/// Plain text as HTML shows it, in a text or in an attribute.
std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : readable_lines(text))
        switch (c) {
        case '&':
            result += "&amp;";
            break;
        case '<':
            result += "&lt;";
            break;
        case '>':
            result += "&gt;";
            break;
        case '"':
            result += "&quot;";
            break;
        case '\'':
            result += "&#39;";
            break;
        default:
            result += c;
        }
    return result;
}

std::string colour(Ink ink) {
    return fmt::format("var({})", variable(ink));
}

std::string titled(const std::string& note) {
    return note.empty() ? "/>" : fmt::format("><title>{}</title>", escaped(note));
}

struct SvgWriter {
    std::string& svg;

    void operator()(const ChartBar& bar) const {
        svg += fmt::format(R"(<rect x="{:.2f}" y="{:.2f}" width="{:.2f}" height="{:.2f}" style="fill:{}"{})",
                           bar.x, bar.y, bar.width, bar.height, colour(bar.ink), titled(bar.note));
        svg += bar.note.empty() ? "\n" : "</rect>\n";
    }
    void operator()(const ChartPath& path) const {
        svg += "<polyline points=\"";
        for (const ChartPoint& point : path.points)
            svg += fmt::format("{:.2f},{:.2f} ", point.x, point.y);
        svg += fmt::format(R"(" style="fill:none;stroke:{};stroke-width:{:g}{}"/>)"
                           "\n",
                           colour(path.ink), path.width, path.dashed ? ";stroke-dasharray:5 4" : "");
    }
    void operator()(const ChartDot& dot) const {
        svg += fmt::format(R"(<circle cx="{:.2f}" cy="{:.2f}" r="{:g}" style="fill:{}"{})", dot.x, dot.y,
                           dot.radius, colour(dot.ink), titled(dot.note));
        svg += dot.note.empty() ? "\n" : "</circle>\n";
    }
    void operator()(const ChartLabel& label) const {
        constexpr std::array anchors{"start", "middle", "end"};
        svg += fmt::format(
            R"(<text x="{:.2f}" y="{:.2f}" text-anchor="{}" style="fill:{};font-size:{:g}px{}">{}</text>)"
            "\n",
            label.x, label.y, anchors[static_cast<std::size_t>(label.anchor)], colour(label.ink), label.size,
            label.bold ? ";font-weight:bold" : "", escaped(label.text));
    }
};

struct HtmlWriter {
    std::string& html;

    void operator()(const ReportHeading& heading) const {
        html += fmt::format("<h2>{}</h2>\n", escaped(heading.text));
    }
    void operator()(const ReportParagraph& paragraph) const {
        html += fmt::format("<p{}>{}</p>\n", paragraph.strong ? " class=\"strong\"" : "",
                            escaped(paragraph.text));
    }
    void operator()(const ReportList& list) const {
        html += "<ul>\n";
        for (const std::string& item : list.items)
            html += fmt::format("<li>{}</li>\n", escaped(item));
        html += "</ul>\n";
    }
    void operator()(const ReportTable& table) const {
        html += "<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr>";
        for (std::size_t i = 0; i < table.titles.size(); ++i)
            html += fmt::format("<th scope=\"col\"{}>{}</th>", of_words(table, i), escaped(table.titles[i]));
        html += "</tr></thead>\n<tbody>\n";
        for (const auto& row : table.rows) {
            html += "<tr>";
            for (std::size_t i = 0; i < row.size(); ++i)
                html += fmt::format("<td{}>{}</td>", of_words(table, i), escaped(row[i]));
            html += "</tr>\n";
        }
        html += "</tbody></table></div>\n";
    }
    void operator()(const ReportCode& code) const {
        html += fmt::format("<pre tabindex=\"0\">{}</pre>\n", escaped(code.text));
    }
    void operator()(const ReportChart& chart) const {
        html +=
            fmt::format("<figure><figcaption>{}</figcaption>\n<svg viewBox=\"0 0 {:g} {:g}\" role=\"img\" "
                        "aria-label=\"{}\">\n",
                        escaped(chart.title), chart.width, chart.height, escaped(chart.told));
        for (const ChartShape& shape : chart.shapes)
            std::visit(SvgWriter{html}, shape);
        html += "</svg></figure>\n";
    }

private:
    static const char* of_words(const ReportTable& table, std::size_t column) {
        for (const std::size_t one : table.words)
            if (one == column)
                return " class=\"words\"";
        return "";
    }
};

} // namespace

std::string report_to_html(const Report& report) {
    std::string html = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src "
        "'unsafe-inline'\">\n"
        "<link rel=\"icon\" "
        "href=\"data:,\">\n<title>{}</title>\n<style>{}{}</style>\n</head>\n<body>\n<main>\n"
        "<h1>{}</h1>\n<p class=\"subtitle\">{}</p>\n",
        escaped(report.title), colour_style(), style, escaped(report.title), escaped(report.subtitle));
    for (const ReportBlock& block : report.blocks)
        std::visit(HtmlWriter{html}, block);
    return html + "</main>\n</body>\n</html>\n";
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
