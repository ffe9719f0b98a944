// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"
#include "core/formats/text/json_reader.h"

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace pipette {

/// The "history" member of a cluster file: {"times": [...]} with "snapshots": [matrix, ...] inline, or "file"
/// (name of a binary beside the cluster file: float32, little endian, time by row by column, NaN = not
/// measured) and "sha256". `folder`: where the cluster file lies; `size`: rows of the inter-node matrix.
/// Throws InputError.
History history_from_json(const JsonValue& value, const std::filesystem::path& folder, int size);

/// The snapshots of a history's own file (`file`: its name, for messages). Throws InputError.
std::vector<BandwidthMatrix> snapshots_from_bytes(std::string_view bytes, std::size_t count, int size,
                                                  const std::string& file);

/// History written inline.
nlohmann::ordered_json history_to_json(const History& history);

/// Whether a history is large enough to lie in a file of its own.
bool wants_own_file(const History& history);
/// The bytes of that file. Values are rounded to float32.
std::string history_bytes(const History& history);
/// The "history" member that refers to it.
nlohmann::ordered_json history_reference(const History& history, const std::string& file_name,
                                         const std::string& bytes);

} // namespace pipette
