// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/timeline.h"

#include <algorithm>

namespace pipette {

namespace {

constexpr double rounding = 1e-12; // of sums of the same times in another order

} // namespace

double Timeline::bubble_fraction() const {
    double idle = 0;
    for (const DeviceUse& device : devices)
        idle += device.bubble();
    const double share = makespan > 0 ? idle / (static_cast<double>(devices.size()) * makespan) : 0;
    return share > rounding ? share : 0;
}

double Timeline::total() const {
    double last = makespan;
    for (const TimelineTail& tail : tails)
        last = std::max(last, tail.end);
    return last;
}

std::vector<ActivationStep> Timeline::activations(int device) const {
    std::vector<ActivationStep> steps;
    const int slices = schedule->size().slices;
    int held = 0; // slices, so that the last one leaves exactly nothing
    for (const std::int32_t i : schedule->order(device)) {
        const Operation& operation = schedule->operation(i);
        const auto k = static_cast<std::size_t>(i);
        if (has_forward(operation))
            steps.push_back({start[k], static_cast<double>(++held) / slices});
        if (has_weight_gradient(operation))
            steps.push_back({end[k], static_cast<double>(--held) / slices});
    }
    return steps;
}

} // namespace pipette
