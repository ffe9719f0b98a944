// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/logs/measurements.h"

#include <string>
#include <string_view>

namespace pipette {

/// SLURM's topology.conf: the switch that a node hangs on is its rack. Names hosts without saying that they
/// are in the cluster. Throws InputError with the line.
Measurements read_slurm_topology(std::string_view text, const std::string& file);

} // namespace pipette
