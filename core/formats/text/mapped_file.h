// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>

namespace pipette {

/// The bytes of a regular file that is no link, mapped into memory; what is changed there stays out of the
/// file. Throws InputError when it cannot be mapped or does not have `bytes` bytes (above 0).
std::shared_ptr<std::byte[]> map_file(const std::filesystem::path& path, std::size_t bytes);

} // namespace pipette
