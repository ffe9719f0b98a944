// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/timeline.h"

#include <vector>

namespace pipette {

/// From `time` on, `count` of something are in use.
struct UseStep {
    double time = 0;
    int count = 0;
};

/// How many of `of` are in use over an iteration, from time 0 on to its makespan.
struct UseCurve {
    std::vector<UseStep> steps; ///< sorted by time, the last one at the makespan with 0
    int of = 0;
};

/// Devices that do not compute.
UseCurve devices_idle(const Timeline& timeline);
/// Links (from one device to another, one way) that carry a transfer; of those that the schedule uses. A
/// transfer that takes no time uses none.
UseCurve links_busy(const Timeline& timeline);

} // namespace pipette
