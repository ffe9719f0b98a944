// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ctime>

namespace pipette::bench {

/// Processor time of the calling thread in ms: what a figure is on an idle machine, however busy this one is.
inline double thread_ms() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

} // namespace pipette::bench
