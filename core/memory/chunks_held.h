// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/parallel_config.h"

#include <vector>

namespace pipette {

/// What a schedule makes one pipeline device hold.
struct DeviceLoad {
    double layers_held = 0; ///< layers times microbatches whose activations it holds at its peak
};

/// Load of every device (pp entries), from the order of operations of the schedule itself, so that memory and
/// timeline agree. The order is made once for each schedule and size, then looked up; any thread may ask.
/// Throws InputError for sizes that the schedule does not allow.
std::vector<DeviceLoad> chunks_held(const ParallelConfig& config);

/// The same where the chunks (pp*vpp `weights`) hold so much of one microbatch, in any unit: that is then the
/// unit of the loads.
std::vector<DeviceLoad> chunks_held(const ParallelConfig& config, const std::vector<double>& weights);

} // namespace pipette
