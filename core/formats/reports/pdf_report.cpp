// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/reports/font_metrics.h"
#include "core/formats/reports/report.h"
#include "core/formats/reports/step_charts.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace pipette {
namespace {

// A4 in points.
constexpr double page_width = 595.28, page_height = 841.89, margin = 48;
constexpr double text_space = page_width - 2 * margin;
constexpr double text_size = 9.5, leading = 1.35;

std::string colour_text(std::uint32_t rgb) {
    return fmt::format("{:.3f} {:.3f} {:.3f}", (rgb >> 16 & 0xff) / 255.0, (rgb >> 8 & 0xff) / 255.0,
                       (rgb & 0xff) / 255.0);
}

/// Red, green and blue of the light theme, which is printed on white.
std::string colour_of(Ink ink) {
    return colour_text(row_of(ink).light);
}

/// A string of a content stream.
std::string literal(std::string_view text) {
    std::string result = "(";
    for (const char c : text) {
        if (c == '(' || c == ')' || c == '\\')
            result += '\\';
        result += c;
    }
    return result + ')';
}

/// Fills pages from their top.
class Pages {
public:
    Pages() { turn(); }

    /// Makes sure that so much height is left on the page.
    void need(double height) {
        if (y_ - height < margin && y_ < page_height - margin)
            turn();
    }
    void skip(double height) { y_ -= height; }
    void turn() {
        pages_.emplace_back();
        y_ = page_height - margin;
    }
    double y() const { return y_; }

    void text(double x, double y, std::string_view encoded, double size, Font font, Ink ink) {
        if (!encoded.empty())
            page() += fmt::format("BT {} rg /F{} {:.2f} Tf {:.2f} {:.2f} Td {} Tj ET\n", colour_of(ink),
                                  static_cast<int>(font), size, x, y, literal(encoded));
    }
    void line(double x, double y, double to) {
        page() +=
            fmt::format("{} RG 0.5 w {:.2f} {:.2f} m {:.2f} {:.2f} l S\n", colour_of(Ink::grid), x, y, to, y);
    }
    void add(const std::string& operators) { page() += operators; }

    /// Lines of text from the left margin (and `indent`), over as many pages as they take.
    void flow(std::string_view utf8, double size, Font font, double indent = 0, Ink ink = Ink::text) {
        for (const std::string& one : wrapped(font_text(utf8), size, text_space - indent, font)) {
            need(size * leading);
            y_ -= size * leading;
            text(margin + indent, y_, one, size, font, ink);
        }
    }

    std::vector<std::string> take() { return std::move(pages_); }

private:
    std::string& page() { return pages_.back(); }

    std::vector<std::string> pages_;
    double y_ = 0;
};

/// Draws a chart's shapes with its left upper corner at (x, y).
struct ShapeWriter {
    Pages& pages;
    double x, y, scale;

    double across(double value) const { return x + scale * value; }
    double down(double value) const { return y - scale * value; }

    void operator()(const ChartBar& bar) const {
        pages.add(fmt::format("{} rg {:.2f} {:.2f} {:.2f} {:.2f} re f\n", colour_of(bar.ink), across(bar.x),
                              down(bar.y + bar.height), scale * bar.width, scale * bar.height));
    }
    std::string line(const std::vector<ChartPoint>& points) const {
        std::string operators;
        for (std::size_t i = 0; i < points.size(); ++i)
            operators +=
                fmt::format("{:.2f} {:.2f} {} ", across(points[i].x), down(points[i].y), i == 0 ? "m" : "l");
        return operators;
    }
    void operator()(const ChartArea& area) const {
        pages.add(fmt::format("{} rg {}f\n", colour_of(area.ink), line(area.outline)));
    }
    void operator()(const ChartPath& path) const {
        pages.add(fmt::format("{} RG {:.2f} w {} d {}S [] 0 d\n", colour_of(path.ink), scale * path.width,
                              path.dashed ? "[3 2] 0" : "[] 0", line(path.points)));
    }
    void operator()(const ChartDot& dot) const {
        disc(dot, dot.radius, dot.ink);
        if (dot.hollow)
            disc(dot, dot.radius - 1.5, Ink::page);
    }
    void disc(const ChartDot& dot, double radius, Ink ink) const {
        const double r = scale * radius, cx = across(dot.x), cy = down(dot.y), k = 0.5523 * r;
        pages.add(fmt::format("{} rg {:.2f} {:.2f} m {:.2f} {:.2f} {:.2f} {:.2f} {:.2f} {:.2f} c "
                              "{:.2f} {:.2f} {:.2f} {:.2f} {:.2f} {:.2f} c ",
                              colour_of(ink), cx + r, cy, cx + r, cy + k, cx + k, cy + r, cx, cy + r, cx - k,
                              cy + r, cx - r, cy + k, cx - r, cy));
        pages.add(fmt::format(
            "{:.2f} {:.2f} {:.2f} {:.2f} {:.2f} {:.2f} c {:.2f} {:.2f} {:.2f} {:.2f} {:.2f} "
            "{:.2f} c f\n",
            cx - r, cy - k, cx - k, cy - r, cx, cy - r, cx + k, cy - r, cx + r, cy - k, cx + r, cy));
    }
    void operator()(const ChartCells& cells) const {
        for (std::size_t i = 0; i < cells.positions.size(); ++i) {
            const double position = cells.positions[i];
            const auto columns = static_cast<std::size_t>(cells.columns);
            const std::size_t at = i % columns, line = i / columns;
            const auto column = static_cast<double>(at), row = static_cast<double>(line);
            const Ink ink = position < 0 ? Ink::limit : Ink::missing;
            pages.add(fmt::format("{} rg {:.2f} {:.2f} {:.2f} {:.2f} re f\n",
                                  position >= 0 ? colour_text(viridis_at(position)) : colour_of(ink),
                                  across(cells.x + column * cells.width),
                                  down(cells.y + (row + 1) * cells.height), scale * cells.width,
                                  scale * cells.height));
        }
    }
    void operator()(const ChartLabel& label) const {
        const std::string encoded = font_text(label.text);
        const Font font = label.bold ? Font::bold : Font::plain;
        const double size = scale * label.size, width = text_width(encoded, size, font);
        const double shift = label.anchor == ChartLabel::Anchor::start    ? 0
                             : label.anchor == ChartLabel::Anchor::middle ? width / 2
                                                                          : width;
        pages.text(across(label.x) - shift, down(label.y), encoded, size, font, label.ink);
    }
};

/// A table's columns on the page.
struct Columns {
    double size; ///< of its text
    std::vector<double> widths;
    static constexpr double gap = 6;
};

/// As wide as their widest cell, or less where the page is too narrow: then the widest give.
Columns columns_of(const ReportTable& table) {
    Columns columns{table.titles.size() > 8 ? 6.8 : 8.0, {}};
    const auto width_of = [&](const std::string& cell) {
        return text_width(font_text(cell), columns.size, Font::bold);
    };
    for (std::size_t i = 0; i < table.titles.size(); ++i) {
        double width = width_of(table.titles[i]);
        for (const auto& row : table.rows)
            width = std::max(width, width_of(row[i]));
        columns.widths.push_back(width);
    }
    const double room = text_space - Columns::gap * static_cast<double>(table.titles.size() - 1);
    while (std::accumulate(columns.widths.begin(), columns.widths.end(), 0.0) > room + 0.01) {
        auto widest = std::max_element(columns.widths.begin(), columns.widths.end());
        const double over = std::accumulate(columns.widths.begin(), columns.widths.end(), 0.0) - room;
        *widest -= std::min(over, *widest * 0.1);
    }
    return columns;
}

struct PdfWriter {
    Pages& pages;

    void operator()(const ReportHeading& heading) const {
        pages.need(70); // not alone at the end of a page
        pages.skip(12);
        pages.flow(heading.text, 12.5, Font::bold);
        pages.skip(3);
    }
    void operator()(const ReportParagraph& paragraph) const {
        pages.flow(paragraph.text, paragraph.strong ? 11 : text_size,
                   paragraph.strong ? Font::bold : Font::plain);
        pages.skip(4);
    }
    void operator()(const ReportList& list) const {
        for (const std::string& item : list.items) {
            pages.need(text_size * leading);
            pages.text(margin + 2, pages.y() - text_size * leading, "\x95", text_size, Font::plain,
                       Ink::faint);
            pages.flow(item, text_size, Font::plain, 12);
            pages.skip(1.5);
        }
        pages.skip(3);
    }
    void operator()(const ReportCode& code) const {
        pages.flow(code.text, 7.5, Font::typewriter, 6);
        pages.skip(4);
    }
    void operator()(const ReportTable& table) const {
        const Columns columns = columns_of(table);
        row(table, table.titles, columns, Font::bold);
        for (const auto& cells : table.rows)
            row(table, cells, columns, Font::plain);
        pages.skip(6);
    }
    void operator()(const ReportChart& chart) const {
        const double scale =
            std::min(text_space / chart.width, (page_height - 2 * margin - 30) / chart.height);
        pages.need(scale * chart.height + 24);
        pages.flow(chart.title, text_size, Font::bold, 0, Ink::faint);
        pages.skip(4);
        for (const ChartShape& shape : chart.shapes)
            std::visit(ShapeWriter{pages, margin, pages.y(), scale}, shape);
        pages.skip(scale * chart.height + 8);
    }
    void operator()(const ReportPills& pills) const {
        for (const ReportPill& pill : pills.pills)
            (*this)(ReportParagraph{pill.text + "."});
    }
    void operator()(const ReportTiles& tiles) const {
        ReportTable table;
        table.rows.emplace_back();
        for (const ReportTile& tile : tiles.tiles) {
            table.titles.push_back(tile.text);
            table.words.push_back(table.rows.front().size());
            table.rows.front().push_back(tile.value);
        }
        (*this)(table);
    }
    void operator()(const ReportMap& map) const { (*this)(map.chart); }
    void operator()(const ReportRoom& room) const {
        constexpr double handwriting = 22;
        for (int line = 0; line < room.lines; ++line) {
            pages.need(handwriting);
            pages.skip(handwriting);
            pages.line(margin, pages.y(), margin + text_space);
        }
        pages.skip(8);
    }
    void operator()(const ReportNewPage&) const {
        if (pages.y() < page_height - margin)
            pages.turn();
    }
    void operator()(const ReportStep& step) const {
        (*this)(gantt_chart(step));
        (*this)(held_chart(step));
        (*this)(step_table(step));
    }

private:
    void row(const ReportTable& table, const std::vector<std::string>& cells, const Columns& columns,
             Font font) const {
        std::vector<std::vector<std::string>> lines;
        std::size_t most = 1;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            lines.push_back(wrapped(font_text(cells[i]), columns.size, columns.widths[i] + 0.01, font));
            most = std::max(most, lines.back().size());
        }
        const double step = columns.size * leading;
        pages.need(step * static_cast<double>(most) + 3);
        double x = margin;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const bool words = std::find(table.words.begin(), table.words.end(), i) != table.words.end();
            for (std::size_t line = 0; line < lines[i].size(); ++line) {
                const double width = text_width(lines[i][line], columns.size, font);
                pages.text(words ? x : x + columns.widths[i] - width,
                           pages.y() - step * static_cast<double>(line + 1), lines[i][line], columns.size,
                           font, font == Font::bold ? Ink::faint : Ink::text);
            }
            x += columns.widths[i] + Columns::gap;
        }
        pages.skip(step * static_cast<double>(most) + 3);
        pages.line(margin, pages.y(), margin + text_space);
    }
};

/// The objects of a PDF file, numbered from 1, and its table of where each begins (ISO 32000-1, 7.5).
class Objects {
public:
    void add(const std::string& content) {
        begins_.push_back(file_.size());
        file_ += fmt::format("{} 0 obj\n{}\nendobj\n", begins_.size(), content);
    }
    std::string file(std::size_t info) && {
        const std::size_t table = file_.size();
        file_ += fmt::format("xref\n0 {}\n0000000000 65535 f \n", begins_.size() + 1);
        for (const std::size_t begin : begins_)
            file_ += fmt::format("{:010} 00000 n \n", begin);
        return file_ + fmt::format("trailer\n<< /Size {} /Root 1 0 R /Info {} 0 R >>\nstartxref\n{}\n%%EOF\n",
                                   begins_.size() + 1, info, table);
    }

private:
    std::string file_ = "%PDF-1.4\n%\xe2\xe3\xcf\xd3\n";
    std::vector<std::size_t> begins_;
};

} // namespace

std::string report_to_pdf(const Report& report) {
    Pages filled;
    filled.flow(report.of, text_size, Font::plain, 0, Ink::faint);
    filled.skip(2);
    filled.flow(report.title, 17, Font::bold);
    filled.skip(2);
    filled.flow(report.subtitle, text_size, Font::plain, 0, Ink::faint);
    filled.skip(8);
    for (const ReportBlock& block : report.blocks)
        std::visit(PdfWriter{filled}, block);
    const std::vector<std::string> pages = filled.take();

    constexpr std::size_t fonts = 3, first_page = 6; // after catalog, page tree and fonts
    Objects objects;
    objects.add("<< /Type /Catalog /Pages 2 0 R >>");
    std::string kids;
    for (std::size_t i = 0; i < pages.size(); ++i)
        kids += fmt::format("{} 0 R ", first_page + 2 * i);
    objects.add(fmt::format("<< /Type /Pages /Count {} /Kids [{}] >>", pages.size(), kids));
    for (const char* name : {"Helvetica", "Helvetica-Bold", "Courier"})
        objects.add(
            fmt::format("<< /Type /Font /Subtype /Type1 /BaseFont /{} /Encoding /WinAnsiEncoding >>", name));
    std::string font_names;
    for (std::size_t i = 0; i < fonts; ++i)
        font_names += fmt::format("/F{} {} 0 R ", i, 3 + i);
    for (std::size_t i = 0; i < pages.size(); ++i) {
        objects.add(
            fmt::format("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {} {}] /Resources << /Font << {}>> >> "
                        "/Contents {} 0 R >>",
                        page_width, page_height, font_names, first_page + 2 * i + 1));
        objects.add(fmt::format("<< /Length {} >>\nstream\n{}endstream", pages[i].size(), pages[i]));
    }
    objects.add(fmt::format("<< /Title {} /Producer (Pipette Planner) >>", literal(font_text(report.title))));
    return std::move(objects).file(first_page + 2 * pages.size());
}

} // namespace pipette
