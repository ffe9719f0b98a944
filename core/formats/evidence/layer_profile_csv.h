// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/layer_profile.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace pipette {

/// Layer times as resources/profile_layer.py prints them: a CSV with the columns tp, micro_batch, sequence,
/// layer (embedding, block, head), forward_ms and backward_ms, a row a timing; further columns are passed
/// over. Throws InputError with the line for what is no time or no size, for a timing that appears twice, and
/// for a file without a block.
LayerProfile parse_layer_profile(std::string_view text, const std::string& file);
LayerProfile read_layer_profile(const std::filesystem::path& path);

} // namespace pipette
