// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/opening/open_format.h"

#include <vector>

namespace pipette {

/// Files that hold measured runs, the files of a folder one by one; the store remembers what was opened.
OpenedFiles runs_in(const std::vector<FileLook>& looks);

} // namespace pipette
