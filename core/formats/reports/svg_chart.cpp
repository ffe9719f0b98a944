// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/reports/svg_chart.h"

#include "core/formats/reports/html_page.h"
#include "core/formats/reports/html_text.h"

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <variant>

namespace pipette {
namespace {

/// The end of an element, with what a pointer over it is told.
std::string noted(const std::string& note, const char* element) {
    return note.empty() ? "/>\n" : fmt::format("><title>{}</title></{}>\n", html_text(note), element);
}

std::string coordinates(const std::vector<ChartPoint>& points) {
    std::string text;
    for (const ChartPoint& point : points)
        text += fmt::format("{:.4g},{:.4g} ", point.x, point.y);
    return text;
}

struct SvgWriter {
    std::string& svg;

    void operator()(const ChartBar& bar) const {
        svg +=
            fmt::format(R"(<rect x="{:.2f}" y="{:.2f}" width="{:.2f}" height="{:.2f}" style="fill:{}"{})",
                        bar.x, bar.y, bar.width, bar.height, page_colour(bar.ink), noted(bar.note, "rect"));
    }
    void operator()(const ChartArea& area) const {
        svg += fmt::format("<polygon points=\"{}\" style=\"fill:{}\"/>\n", coordinates(area.outline),
                           page_colour(area.ink));
    }
    void operator()(const ChartPath& path) const {
        svg += fmt::format("<polyline points=\"{}\" style=\"fill:none;stroke:{};stroke-width:{:g}{}\"/>\n",
                           coordinates(path.points), page_colour(path.ink), path.width,
                           path.dashed ? ";stroke-dasharray:5 4" : "");
    }
    void operator()(const ChartDot& dot) const {
        const std::string ink = page_colour(dot.ink);
        svg += fmt::format(R"(<circle cx="{:.2f}" cy="{:.2f}" r="{:g}" style="fill:{};stroke:{}"{})", dot.x,
                           dot.y, dot.radius, dot.hollow ? page_colour(Ink::page) : ink, ink,
                           noted(dot.note, "circle"));
    }
    /// A path for each colour: cells are many and colours few.
    void operator()(const ChartCells& cells) const {
        constexpr double steps = 48;
        std::map<std::string, std::string> paths;
        for (std::size_t i = 0; i < cells.positions.size(); ++i) {
            const double position = cells.positions[i];
            const std::string fill =
                position >= 0 ? fmt::format("#{:06x}", viridis_at(std::round(steps * position) / steps))
                              : page_colour(position < 0 ? Ink::limit : Ink::missing);
            const auto columns = static_cast<std::size_t>(cells.columns);
            const std::size_t column = i % columns, row = i / columns;
            paths[fill] += fmt::format(
                "M{:.4g} {:.4g}h{:.4g}v{:.4g}h{:.4g}z", cells.x + static_cast<double>(column) * cells.width,
                cells.y + static_cast<double>(row) * cells.height, cells.width, cells.height, -cells.width);
        }
        for (const auto& [fill, path] : paths)
            svg += fmt::format("<path d=\"{}\" style=\"fill:{}\" shape-rendering=\"crispEdges\"/>\n", path,
                               fill);
    }
    void operator()(const ChartLabel& label) const {
        constexpr std::array anchors{"start", "middle", "end"};
        svg += fmt::format(
            R"(<text x="{:.2f}" y="{:.2f}" text-anchor="{}" style="fill:{};font-size:{:g}px{}">{}</text>)"
            "\n",
            label.x, label.y, anchors[static_cast<std::size_t>(label.anchor)], page_colour(label.ink),
            label.size, label.bold ? ";font-weight:600" : "", html_text(label.text));
    }
};

} // namespace

std::string svg_chart(const ReportChart& chart) {
    std::string svg = fmt::format("<svg viewBox=\"0 0 {:g} {:g}\" role=\"img\" aria-label=\"{}\">\n",
                                  chart.width, chart.height, html_text(chart.told));
    for (const ChartShape& shape : chart.shapes)
        std::visit(SvgWriter{svg}, shape);
    return svg + "</svg>\n";
}

} // namespace pipette
