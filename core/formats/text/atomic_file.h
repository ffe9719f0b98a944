// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string_view>

namespace pipette {

/// Whether a file is to be run as a program.
enum class FileUse { data, program };

/// Writes the file whole or not at all: to a temporary file beside it, flushed to the disk, then renamed over
/// it. What was there before survives a full disk or a crash. A link is followed and its target replaced. A
/// new file has the permissions that the umask leaves, a replaced one keeps its own. What is no regular file,
/// a device or a pipe, is written to and never replaced. Throws InputError when it cannot be written.
void write_atomically(const std::filesystem::path& path, std::string_view bytes, FileUse use = FileUse::data);

/// Throws what write_atomically() would throw where the file cannot be made, before long work whose result
/// goes there. Leaves the folder as it was; devices and pipes are not tried.
void check_writable(const std::filesystem::path& path);

/// A file and what it is to hold.
struct FileContent {
    std::filesystem::path path;
    std::string_view bytes;
    FileUse use = FileUse::data;
};
/// write_atomically() of several files: all have their bytes on the disk before the first takes its name, so
/// that a full disk leaves none of them.
void write_atomically(std::span<const FileContent> files);

using ByteSink = std::function<void(std::string_view)>;
/// The same, piece by piece as `produce` hands them to its sink.
void write_atomically(const std::filesystem::path& path, const std::function<void(const ByteSink&)>& produce,
                      FileUse use = FileUse::data);

} // namespace pipette
