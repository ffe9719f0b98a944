// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pipette {

/// "7+25", or "6*5+2*1": layers of each stage, with `between` in the place of "+". Stages in a row that have
/// as many layers, more than two of them, are told as one.
std::string layers_text(const std::vector<int>& layers, std::string_view between);

} // namespace pipette
