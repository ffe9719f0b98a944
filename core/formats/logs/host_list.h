// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/text/text_lines.h"

#include <string>
#include <string_view>
#include <vector>

namespace pipette {

/// Host names of a list as SLURM writes it: "a[01-03,7],b" gives a01 a02 a03 a7 b. At most 100000.
/// Throws InputError with the line.
std::vector<std::string> expand_hosts(std::string_view list, const std::string& file, const TextLine& line);

} // namespace pipette
