// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/bandwidth_matrix.h"
#include "core/formats/text/json_reader.h"

#include <nlohmann/json_fwd.hpp>

namespace pipette {

/// Largest number of rows that is read: 16384 GPUs are planned by nodes, so that this is ample.
inline constexpr int max_matrix_size = 8192;

/// Whether numbers may be written as texts, as in the Pipette authors' files.
enum class MatrixNumbers { plain, or_text };

/// A square list of rows; null = not measured. Every cell within `bounds` and above 0. Throws InputError with
/// the cell's path.
BandwidthMatrix matrix_from_json(const JsonValue& rows, const Bounds& bounds,
                                 MatrixNumbers numbers = MatrixNumbers::plain);
nlohmann::ordered_json matrix_to_json(const BandwidthMatrix& matrix);

} // namespace pipette
