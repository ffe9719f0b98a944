// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/pace.h"

namespace pipette {

double Pace::left_s(double now_s, double done) {
    constexpr double known_well = 0.25; // memory is checked, mappings are tried
    seen_.push_back({now_s, done});
    while (seen_.size() > 2 && seen_[1].at_s <= now_s / 2)
        seen_.pop_front();
    const double gained = done - seen_.front().done;
    return done > known_well && gained > 0 ? (now_s - seen_.front().at_s) * (1 - done) / gained : -1;
}

} // namespace pipette
