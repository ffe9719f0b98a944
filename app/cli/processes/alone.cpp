// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/processes/processes.h"

namespace pipette {

Processes::Processes() = default;
Processes::~Processes() = default;

} // namespace pipette
