// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string_view>

namespace pipette {

/// A line of a log without colours, and its number from 1.
struct LogLine {
    std::string_view text;
    long number = 0;
};

/// What was read of a file.
struct LogLinesRead {
    long lines = 0;
    long cut_lines = 0; ///< of more than 64 KiB: handed over in pieces
    bool stopped = false;
};

/// Hands a file over line by line and never holds more than a block of it. Lines end with LF, CR or both, as
/// progress bars write them; escape sequences of terminals are left out. Throws InputError when the file
/// cannot be read or is no regular file.
LogLinesRead read_log_lines(const std::filesystem::path& path,
                            const std::function<void(const LogLine&)>& take,
                            const std::stop_token& stop = {});

/// The same of a text at hand.
LogLinesRead split_log_lines(std::string_view text, const std::function<void(const LogLine&)>& take);

} // namespace pipette
