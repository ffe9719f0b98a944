// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace pipette {

/// The document in one line, or over lines with `indent` spaces a level; what is not UTF-8, as names of files
/// may be, is replaced.
std::string json_text(const nlohmann::ordered_json& document, int indent = -1);

} // namespace pipette
