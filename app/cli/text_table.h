// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace pipette {

/// A table for people: columns as wide as their widest cell (counted in characters, not bytes).
class TextTable {
public:
    enum class Align { left, right };

    void add_column(std::string title, Align align);
    /// One cell a column, each shown readable().
    void add_row(const std::vector<std::string>& cells);
    /// Lines that start with two spaces and end with a newline.
    std::string text() const;

private:
    std::vector<std::string> titles_;
    std::vector<Align> aligns_;
    std::vector<std::vector<std::string>> rows_;
};

} // namespace pipette
