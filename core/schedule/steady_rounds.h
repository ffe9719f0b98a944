// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/schedule.h"

#include <optional>
#include <vector>

namespace pipette {

/// The middle of a schedule where every device does the same operations round after round, each of the next
/// microbatches. Round 0 of a device begins at the same microbatch on all of them.
struct SteadyRounds {
    std::vector<int> length; ///< [device] operations of a round
    std::vector<int> origin; ///< [device] place of round 0 in the device's order
    int first = 0, end = 0;  ///< rounds that repeat, `end` not among them
    int reach = 1;           ///< rounds back from which an operation after round 0 still needs something

    /// Place in its device's order where a round begins.
    int begin(int device, int round) const {
        return origin[static_cast<std::size_t>(device)] + round * length[static_cast<std::size_t>(device)];
    }
};

/// The rounds of a schedule that repeats itself after `round` microbatches (see ScheduleFamily::round); empty
/// when it has too few of them to show it.
std::optional<SteadyRounds> steady_rounds(const Schedule& schedule, int round);

} // namespace pipette
