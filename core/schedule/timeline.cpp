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

std::vector<ActivationStep> Timeline::activations(int device, std::span<const double> weight_of_stage) const {
    std::vector<ActivationStep> steps;
    const int slices = schedule->size().slices;
    std::vector<int> held(static_cast<std::size_t>(schedule->stages()), 0); // slices, so that the last one
                                                                            // leaves exactly nothing
    const auto sum = [&] {
        double all = 0;
        for (std::size_t s = 0; s < held.size(); ++s)
            all += held[s] * (weight_of_stage.empty() ? 1 : weight_of_stage[s]);
        return all / slices;
    };
    for (const std::int32_t i : schedule->order(device)) {
        const Operation& operation = schedule->operation(i);
        const auto k = static_cast<std::size_t>(i);
        if (has_forward(operation)) {
            ++held[operation.stage];
            const double now = sum();
            // What is freed and taken at one instant is no dip; rounding may part the two times.
            if (!steps.empty() && start[k] <= steps.back().time * (1 + 1e-12) && steps.back().held < now)
                steps.back().held = now;
            else
                steps.push_back({start[k], now});
        }
        if (has_weight_gradient(operation)) {
            --held[backward_stage(operation)];
            steps.push_back({end[k], sum()});
        }
    }
    return steps;
}

double Timeline::most_microbatches(int device) const {
    return devices[static_cast<std::size_t>(device)].peak_activations / schedule->size().chunks;
}

} // namespace pipette
