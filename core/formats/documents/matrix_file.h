// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/bandwidth_matrix.h"
#include "core/formats/text/json_reader.h"

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace pipette {

/// The file in `folder` that a document names. Refuses what is no plain name, and so would lie elsewhere.
std::filesystem::path file_beside(const JsonValue& name, const std::filesystem::path& folder);

/// A matrix of a document: a list of rows (matrix_from_json), or {"file", "sha256", "rows"} for one that lies
/// in a binary beside it: float32, little endian, row by row, NaN = not measured. That is mapped, not copied.
/// Throws InputError.
BandwidthMatrix matrix_from_json(const JsonValue& value, const Bounds& bounds,
                                 const std::filesystem::path& folder);

/// Tells apart matrices that are is_rounded(): SHA-256 over their cells as they lie in files.
std::string matrix_sha256(const BandwidthMatrix& matrix);

/// Writes a matrix that is_rounded() to a file beside `document`, whose name carries its content, and returns
/// what the document says of it. `what`: a word of its name.
nlohmann::ordered_json write_matrix_beside(const BandwidthMatrix& matrix,
                                           const std::filesystem::path& document, const std::string& what);

} // namespace pipette
