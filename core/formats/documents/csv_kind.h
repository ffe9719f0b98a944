// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace pipette {

/// Tables that are no matrix of bandwidths.
enum class CsvKind { runs, layer_profile };

/// By the names of the columns in the first line; empty for any other table.
std::optional<CsvKind> csv_kind(std::string_view text);

/// What such a table is and where it belongs, for somebody who took it for bandwidths.
const char* advice_for(CsvKind kind);

} // namespace pipette
