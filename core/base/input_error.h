// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdexcept>
#include <string>

namespace pipette {

/// Something a person gave us cannot be used. It says which file (or option), where in it, and why, in words
/// that help to mend it; the window and the command line show what() unchanged. The command line exits with
/// status 2.
class InputError : public std::runtime_error {
public:
    /// `file`: a path or an option such as "--config"; `place`: "line 12", "$.nodes[3].kind" or empty.
    /// Names and values in them become readable(): what() is one line.
    InputError(std::string file, std::string place, std::string reason);

    const std::string& file() const noexcept { return file_; }
    const std::string& place() const noexcept { return place_; }
    const std::string& reason() const noexcept { return reason_; }

private:
    std::string file_, place_, reason_;
};

} // namespace pipette
