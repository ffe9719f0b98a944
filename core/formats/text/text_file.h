// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/readable.h"
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace pipette {

/// Largest file that is read at all: a 4096 x 4096 matrix in text has about 100 MB.
inline constexpr std::size_t max_file_bytes = std::size_t{1} << 29;

/// Opens a file for reading. Throws InputError when it cannot be opened or is no regular file.
std::ifstream open_file(const std::filesystem::path& path);

/// The file itself, or the regular files of a folder by name, without hidden ones. Throws InputError for a
/// folder that cannot be read.
std::vector<std::filesystem::path> files_of(const std::filesystem::path& name);

/// The whole file as it is. Throws InputError when it cannot be opened, is no regular file or is larger than
/// `limit`.
std::string read_text_file(const std::filesystem::path& path, std::size_t limit = max_file_bytes);

/// The first bytes of a file, `most` of them where it has so many. Throws InputError as open_file().
std::string beginning_of_file(const std::filesystem::path& path, std::size_t most);

/// The path as messages name it: an empty one as two quotes.
std::string name_of(const std::filesystem::path& path);

} // namespace pipette
