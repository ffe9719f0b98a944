// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace pipette {

/// Whether both names are of one file, which need not be there yet.
bool same_file(const std::string& a, const std::string& b);

/// Makes every subcommand refuse, before it works, an option whose value is empty (a shell's unset variable)
/// and a file that it would write over what it reads or over its other result. --start may be written over:
/// that is how a result is improved in place.
void check_files_of(CLI::App& app);

} // namespace pipette
