// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string_view>

namespace pipette {

/// Writes the file whole or not at all: to a temporary file beside it, flushed to the disk, then renamed over
/// it. What was there before survives a full disk or a crash. A link is followed and its target replaced;
/// permissions stay. Throws InputError (the path is what a person gave) when it cannot be written.
void write_atomically(const std::filesystem::path& path, std::string_view bytes);

} // namespace pipette
