// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/registry.h"

#include <fmt/format.h>
#include <string>
#include <string_view>

namespace pipette {

/// One line of a list in a command's help; completions read the names from there.
inline std::string row_line(std::string_view name, std::string_view description) {
    return fmt::format("  {:<17} {}\n", name, description);
}

/// All rows of a registry below a title ("Formats"), for the end of a command's help.
template <class Row, class Describe>
std::string row_list(std::string_view title, const Describe& describe) {
    std::string lines = fmt::format("{}:\n", title);
    for (const Row* row : Registry<Row>::all())
        lines += row_line(row->name, describe(*row));
    return lines;
}

} // namespace pipette
