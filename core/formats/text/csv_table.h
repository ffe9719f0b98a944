// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bounds.h"
#include "core/formats/text/text_lines.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace pipette {

/// A comma separated file with a header line, fields in double quotes where they hold commas. All errors are
/// InputErrors that name file, line and column. Rows refer to the text: keep it alive.
class CsvTable {
public:
    /// Throws for an empty file, a column that appears twice, a row of another length, more than `max_rows`.
    CsvTable(std::string_view text, std::string file, std::size_t max_rows = 2'000'000);

    std::size_t rows() const { return rows_.size(); }
    const std::string& file() const { return file_; }
    bool has(std::string_view column) const { return columns_.contains(std::string(column)); }
    void
    require(std::initializer_list<std::string_view> columns) const; ///< throws for the first that is missing

    /// Empty where the file has no such column.
    const std::string& text(std::size_t row, std::string_view column) const;
    double number(std::size_t row, std::string_view column, const Bounds& bounds) const;
    int integer(std::size_t row, std::string_view column, int least, int most) const;
    /// "0" or "1".
    bool flag(std::size_t row, std::string_view column) const;
    [[noreturn]] void refuse(std::size_t row, std::string_view column, const std::string& reason) const;

private:
    struct Row {
        int line;
        std::vector<std::string> fields;
    };
    std::string file_;
    std::map<std::string, std::size_t> columns_;
    std::vector<Row> rows_;
};

/// A text as a field of a CSV file: quoted where it must be; one that a table program would take for a
/// formula gets an apostrophe in front.
std::string csv_field(const std::string& text);

} // namespace pipette
