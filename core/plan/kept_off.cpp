// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/kept_off.h"

#include <algorithm>

namespace pipette {

std::vector<int> gpus_kept_off(const PlanInputs& inputs) {
    std::vector<int> gpus = inputs.faults.excluded_gpus;
    const Cluster& cluster = inputs.cluster;
    for (const Fault& fault : cluster.faults) {
        if (inputs.limits.allow_faulty || fault.is_link())
            continue;
        const int first = cluster.first_gpu(fault.node) + std::max(0, fault.gpu),
                  end = fault.gpu >= 0 ? first + 1 : cluster.first_gpu(fault.node + 1);
        for (int gpu = first; gpu < end; ++gpu)
            gpus.push_back(gpu);
    }
    std::sort(gpus.begin(), gpus.end());
    gpus.erase(std::unique(gpus.begin(), gpus.end()), gpus.end());
    return gpus;
}

KeptOff kept_off(const PlanInputs& inputs) {
    return {gpus_kept_off(inputs), inputs.limits.allow_faulty ? BrokenLinks() : BrokenLinks(inputs.cluster)};
}

} // namespace pipette
