// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/idle_share.h"

#include <algorithm>
#include <cmath>

namespace pipette {

double idle_share(const Timeline& timeline) {
    double busy = 0;
    for (const DeviceUse& device : timeline.devices)
        busy += device.busy;
    const double all = static_cast<double>(timeline.devices.size()) * timeline.makespan;
    return all > 0 ? std::max(without_rounding(1 - busy / all, 1), 0.0) : 0;
}

double without_rounding(double part, double whole) {
    constexpr double rounding = 1e-12;
    return std::abs(part) > rounding * whole ? part : 0;
}

} // namespace pipette
