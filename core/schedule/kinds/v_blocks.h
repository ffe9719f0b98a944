// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/schedule.h"

#include <array>

namespace pipette {

/// Qi et al. 2024 (Pipeline Parallelism with Controllable Memory), section 3: one building block repeated
/// every period; the memory of a device is the lifespans of its two chunks over the period. Only the order is
/// kept, which squeezes the empty slots at both ends out. `step`: slots from one device to the next in the
/// passes forward down, forward up, backward down, backward up. `limit`: chunk-microbatches that a device
/// holds; 0: as many as the block does, and one weight gradient owed for each chunk.
void fill_v_blocks(ScheduleDraft& draft, const std::array<int, 4>& step, int limit = 0);

} // namespace pipette
