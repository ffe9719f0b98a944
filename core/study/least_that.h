// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <stop_token>

namespace pipette {

/// The least number from 1 to `most` that `holds`, where all larger ones do, too: by doubling, then
/// bisection. 0: none does, or it was stopped. The last number for which `holds` was true is the answer.
template <class Holds>
int least_that(int most, const std::stop_token& stop, const Holds& holds) {
    int too_few = 0, enough = 1;
    while (!stop.stop_requested() && !holds(enough)) {
        if (enough == most)
            return 0;
        too_few = enough;
        enough = std::min(2 * enough, most);
    }
    while (enough - too_few > 1 && !stop.stop_requested()) {
        const int middle = too_few + (enough - too_few) / 2;
        (holds(middle) ? enough : too_few) = middle;
    }
    return stop.stop_requested() ? 0 : enough;
}

} // namespace pipette
