// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/idle_share.h"

namespace pipette {

double idle_share(const Timeline& timeline) {
    double busy = 0;
    for (const DeviceUse& device : timeline.devices)
        busy += device.busy;
    const double all = static_cast<double>(timeline.devices.size()) * timeline.makespan;
    const double share = all > 0 ? 1 - busy / all : 0;
    constexpr double rounding = 1e-12; // of sums of the same times in another order
    return share > rounding ? share : 0;
}

} // namespace pipette
