// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/text/csv_table.h"

#include "core/base/input_error.h"
#include "core/formats/text/text_file.h"

#include <fmt/format.h>

namespace pipette {
namespace {

std::vector<std::string> fields_of(const TextLine& line, const std::string& file) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.text.size(); ++i) {
        const char c = line.text[i];
        if (c == '"' && quoted && i + 1 < line.text.size() && line.text[i + 1] == '"')
            fields.back() += line.text[++i];
        else if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            fields.emplace_back();
        else
            fields.back() += c;
    }
    if (quoted)
        throw InputError(file, line.place(), "has a double quote that is not closed");
    return fields;
}

} // namespace

CsvTable::CsvTable(std::string_view text, std::string file, std::size_t max_rows) : file_(std::move(file)) {
    for (const TextLine& line : text_lines(text, file_)) {
        if (trimmed(line.text).empty())
            continue;
        std::vector<std::string> fields = fields_of(line, file_);
        if (columns_.empty()) {
            for (std::size_t i = 0; i < fields.size(); ++i)
                if (!columns_.emplace(std::string(trimmed(fields[i])), i).second)
                    throw InputError(file_, line.place(),
                                     fmt::format("column {} appears twice", in_quotes(fields[i])));
            continue;
        }
        if (fields.size() != columns_.size())
            throw InputError(file_, line.place(),
                             fmt::format("has {} fields, the header has {}", fields.size(), columns_.size()));
        if (rows_.size() >= max_rows)
            throw InputError(file_, line.place(),
                             fmt::format("is one row more than the {} that are read", max_rows));
        rows_.push_back({line.number, std::move(fields)});
    }
    if (columns_.empty())
        throw InputError(file_, {}, "is empty, expected a header line with column names");
}

void CsvTable::require(std::initializer_list<std::string_view> columns) const {
    for (const std::string_view column : columns)
        if (!has(column))
            throw InputError(file_, "line 1", fmt::format("has no column {}", in_quotes(column)));
}

const std::string& CsvTable::text(std::size_t row, std::string_view column) const {
    static const std::string empty;
    const auto found = columns_.find(std::string(column));
    return found == columns_.end() ? empty : rows_[row].fields[found->second];
}

double CsvTable::number(std::size_t row, std::string_view column, const Bounds& bounds) const {
    const std::string& word = text(row, column);
    const double value = parse_number(word, column, file_, {word, rows_[row].line});
    if (!bounds.hold(value))
        refuse(row, column, fmt::format("is {}, expected {}", word, text_of(bounds)));
    return value;
}

int CsvTable::integer(std::size_t row, std::string_view column, int least, int most) const {
    const std::string& word = text(row, column);
    return static_cast<int>(parse_integer(word, column, file_, {word, rows_[row].line}, least, most));
}

bool CsvTable::flag(std::size_t row, std::string_view column) const {
    return integer(row, column, 0, 1) == 1;
}

void CsvTable::refuse(std::size_t row, std::string_view column, const std::string& reason) const {
    throw InputError(file_, fmt::format("line {}, {}", rows_[row].line, column), reason);
}

std::string csv_field(const std::string& text) {
    std::string field = text;
    if (!field.empty() && std::string_view("=+-@").find(field.front()) != std::string_view::npos)
        field.insert(field.begin(), '\'');
    if (field.find_first_of(",\"\n\r") == std::string::npos)
        return field;
    std::string quoted = "\"";
    for (const char c : field) {
        if (c == '"')
            quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

} // namespace pipette
