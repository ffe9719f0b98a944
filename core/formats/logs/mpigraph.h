// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/logs/measurements.h"

#include <string>
#include <string_view>

namespace pipette {

/// Output of mpiGraph: its "Send" table, MB/s (1e6) with the sender in the row; each figure is one stream.
/// Several processes of a host count for the host. Throws InputError with the line.
Measurements read_mpigraph(std::string_view text, const std::string& file);

} // namespace pipette
