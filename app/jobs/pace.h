// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>

namespace pipette {

/// How fast work goes on, by the second half of the time so far: the steps of a search are not all as slow.
class Pace {
public:
    /// Seconds that are left when `done`, 0 to 1, is done after `now_s`; below 0: not known yet.
    double left_s(double now_s, double done);

private:
    struct Seen {
        double at_s = 0, done = 0;
    };
    std::deque<Seen> seen_; ///< from the middle of the time so far on
};

} // namespace pipette
