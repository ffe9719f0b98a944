// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

namespace pipette {

/// A folder that something is written to. Where it was not there it is made, with the folders above it; what
/// was made goes again with this object, unless keep() was called because all was written.
class NewFolder {
public:
    /// Throws InputError where the folder cannot be made.
    explicit NewFolder(const std::filesystem::path& folder);
    NewFolder(const NewFolder&) = delete;
    NewFolder& operator=(const NewFolder&) = delete;
    ~NewFolder();

    void keep() { made_.clear(); }

private:
    void remove_made();

    std::vector<std::filesystem::path> made_; ///< the innermost first
};

} // namespace pipette
