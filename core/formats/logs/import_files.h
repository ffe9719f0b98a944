// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/logs/import_cluster.h"

#include <filesystem>
#include <vector>

namespace pipette {

/// Reads the files that are to be imported; a folder stands for the files in it, by name, without hidden
/// ones, and is left out of their names. What cannot be read is an input, too: it says why. `format` null:
/// told by the content.
std::vector<ImportInput> read_import_files(const std::vector<std::filesystem::path>& names,
                                           const ImportFormat* format = nullptr);

} // namespace pipette
