// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/launchers/placement.h"

namespace pipette {

/// Placement::segments: nodes that share a tensor, context or expert group of the configuration, directly or
/// by others.
std::vector<std::vector<int>> domain_segments(const Placement& placement, const ParallelConfig& config);

} // namespace pipette
