// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <sys/types.h>

namespace pipette {

/// A file under a name of its own beside the one whose place it may take. It is removed unless it took that,
/// also where a signal ends the program (remove_temporary_files_at_signals()).
class TemporaryFile {
public:
    /// Makes it with `mode` less the umask. Where that failed descriptor() is -1 and errno says why.
    TemporaryFile(const std::filesystem::path& folder, mode_t mode);
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile();

    int descriptor() const { return descriptor_; }
    /// Renames it over the target. False with errno where that failed.
    bool take_place_of(const std::filesystem::path& target);

private:
    friend void remove_temporary_files() noexcept;
    void link();
    void unlink();

    std::string path_;
    int descriptor_ = -1;
    bool there_ = false;                                  ///< under path_, and in the list
    TemporaryFile *previous_ = nullptr, *next_ = nullptr; ///< in the list of all that are there
};

/// Removes all temporary files of the program, and lets none be made or renamed from then on: the program
/// must end at once. May be called by signal handlers.
void remove_temporary_files() noexcept;

/// Signals that end the program (hang-up, Ctrl-C, Ctrl-\, termination, limits) remove its temporary files
/// first. Those that are ignored, as under nohup, stay ignored.
void remove_temporary_files_at_signals();

} // namespace pipette
