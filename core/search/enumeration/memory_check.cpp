// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/enumeration/memory_check.h"

#include "core/base/units.h"
#include "core/memory/memory_estimator.h"
#include "core/plan/flash_attention.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {

std::vector<DeviceMemory> device_memory(const TransformerModel& model, const TrainingJob& job,
                                        const ParallelConfig& config, const std::vector<double>& limits_bytes,
                                        const Knowledge& knowledge) {
    return knowledge.memory ? estimate_memory(model, job, config, limits_bytes, *knowledge.memory)
                            : analytic_memory(model, job, config, limits_bytes);
}

std::string over_memory_text(int stage, double needs_bytes, double gpu_bytes) {
    return fmt::format("stage {} needs {:.1f} GiB of {:.1f} GiB", stage, needs_bytes / bytes_per_gib,
                       gpu_bytes / bytes_per_gib);
}

MemoryCheck check_memory(const PlanInputs& inputs, const Knowledge& knowledge, const ParallelConfig& config,
                         double gpu_bytes) {
    MemoryCheck check;
    const std::vector<NodeKind>& kinds = inputs.cluster->node_kinds;
    TrainingJob job = inputs.job;
    job.flash_attention = std::any_of(kinds.begin(), kinds.end(), [&](const NodeKind& kind) {
        return fuses_attention(inputs.job, kind.gpu);
    });
    const std::vector<double> limits(static_cast<std::size_t>(config.pp), gpu_bytes);
    for (const DeviceMemory& device : device_memory(inputs.model, job, config, limits, knowledge))
        check.device_bytes.push_back(device.upper);
    const auto fullest = std::max_element(check.device_bytes.begin(), check.device_bytes.end());
    check.fullest = static_cast<int>(fullest - check.device_bytes.begin());
    check.fits = *fullest <= gpu_bytes;
    return check;
}

} // namespace pipette
