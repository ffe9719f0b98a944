// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/logs/measurements.h"

#include <string>
#include <string_view>

namespace pipette {

/// Hosts one a line as MPI and launchers write them: "a01", "a01 slots=8", "a01:8", "a[01-16]"; # starts a
/// comment. The number is the GPUs of the host. Throws InputError with the line.
Measurements read_hostfile(std::string_view text, const std::string& file);

} // namespace pipette
