// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/logs/measurements.h"

#include <string>
#include <string_view>

namespace pipette {

/// A square table of GB/s: the first line names the columns (receivers), the first column the rows (senders),
/// both in the same order; separated by comma, semicolon or tab; an empty cell was not measured, the diagonal
/// is passed over. Names are hosts, or GPUs as host:number. Throws InputError with the line.
Measurements read_csv_matrix(std::string_view text, const std::string& file);

} // namespace pipette
