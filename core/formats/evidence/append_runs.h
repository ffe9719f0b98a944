// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace pipette {

/// A measured run by the names of its columns (help: formats.md, "Measured runs"); absent ones are empty.
using RunColumns = std::map<std::string, std::string>;

/// What became of rows that were to be appended.
struct AppendedRuns {
    std::vector<std::string> ids;     ///< of the rows that were appended, one for each
    std::vector<std::string> present; ///< of rows that were there already, value for value
    std::vector<std::string> left;    ///< columns that the file does not have and no prediction needs
};

/// The text of a file of measured runs with further rows; `text` empty: a file of its own, with a header. A
/// row whose id another row of its source has gets a number behind it. Throws InputError when the text is no
/// such file, when its header lacks a column that a row needs, or when the rows cannot be read back.
std::string with_runs_appended(std::string_view text, const std::string& file,
                               const std::vector<RunColumns>& rows, AppendedRuns& appended);

/// The same in place: the file is written whole or stays as it is; one that is not there is made.
AppendedRuns append_runs(const std::filesystem::path& path, const std::vector<RunColumns>& rows);

} // namespace pipette
