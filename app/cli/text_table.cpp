// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text_table.h"

#include "core/base/readable.h"

#include <algorithm>

namespace pipette {
namespace {

/// Characters of UTF-8 text: its bytes without the continuation bytes.
std::size_t width_of(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

} // namespace

void TextTable::add_column(std::string title, Align align) {
    titles_.push_back(std::move(title));
    aligns_.push_back(align);
}

void TextTable::add_row(const std::vector<std::string>& cells) {
    std::vector<std::string>& row = rows_.emplace_back();
    for (const std::string& cell : cells)
        row.push_back(readable(cell));
}

std::string TextTable::text() const {
    std::vector<std::size_t> widths;
    for (std::size_t column = 0; column < titles_.size(); ++column) {
        std::size_t width = width_of(titles_[column]);
        for (const std::vector<std::string>& row : rows_)
            width = std::max(width, width_of(row[column]));
        widths.push_back(width);
    }
    std::string text;
    const auto add_line = [&](const std::vector<std::string>& cells) {
        std::string line;
        for (std::size_t column = 0; column < cells.size(); ++column) {
            const std::string space(widths[column] - width_of(cells[column]), ' ');
            line += "  ";
            line += aligns_[column] == Align::right ? space + cells[column] : cells[column] + space;
        }
        text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    };
    add_line(titles_);
    for (const std::vector<std::string>& row : rows_)
        add_line(row);
    return text;
}

} // namespace pipette
