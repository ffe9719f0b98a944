// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/memory_check.h"

#include "core/base/units.h"
#include "core/cost/layer_times.h"
#include "core/memory/memory_estimator.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {

std::vector<DeviceMemory> device_memory(const PlanInputs& inputs, const Knowledge& knowledge,
                                        const ParallelConfig& config,
                                        const std::vector<double>& limits_bytes) {
    TrainingJob job = inputs.job;
    for (const NodeKind& kind : inputs.cluster.node_kinds)
        job.flash_attention = job.flash_attention && fuses_attention(job, kind.gpu);
    return knowledge.memory ? estimate_memory(inputs.model, job, config, limits_bytes, *knowledge.memory)
                            : analytic_memory(inputs.model, job, config, limits_bytes);
}

MemoryCheck check_memory(const PlanInputs& inputs, const Knowledge& knowledge, const ParallelConfig& config,
                         double gpu_bytes) {
    MemoryCheck check;
    const std::vector<double> limits(static_cast<std::size_t>(config.pp), gpu_bytes);
    for (const DeviceMemory& device : device_memory(inputs, knowledge, config, limits))
        check.device_bytes.push_back(device.upper);
    const auto fullest = std::max_element(check.device_bytes.begin(), check.device_bytes.end());
    check.fits = *fullest <= gpu_bytes;
    if (!check.fits)
        check.reason =
            fmt::format("stage {} needs {:.1f} GiB of {:.1f} GiB", fullest - check.device_bytes.begin(),
                        *fullest / bytes_per_gib, gpu_bytes / bytes_per_gib);
    return check;
}

} // namespace pipette
