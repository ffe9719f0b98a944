// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace pipette {

/// Whether both names are of one file, which need not be there yet.
bool same_file(const std::string& a, const std::string& b);

/// Throws InputError naming `option` where its file is the same as one that the command reads; `read_by`: the
/// option that named that one.
void check_not_over(const std::string& option, const std::string& written, const std::string& read,
                    const std::string& read_by);

/// Makes every subcommand refuse, before it works, an option whose value is empty (a shell's unset variable)
/// and a file that it would write over what it reads or over its other result. --start may be written over:
/// that is how a result is improved in place.
void check_files_of(CLI::App& app);

} // namespace pipette
