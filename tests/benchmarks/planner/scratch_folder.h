// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace pipette {

/// An empty folder for the files of a benchmark, for as long as this lives.
class ScratchFolder {
public:
    ScratchFolder(); ///< throws std::runtime_error where none can be made
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ~ScratchFolder();
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

} // namespace pipette
