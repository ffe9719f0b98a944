// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/memory_check.h"

#include "core/base/units.h"
#include "core/memory/memory_model.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {

MemoryCheck check_memory(const PlanInputs& inputs, const ParallelConfig& config, double gpu_bytes) {
    MemoryCheck check;
    const std::vector<DeviceMemory> devices =
        analytic_memory(inputs.model, inputs.job, config,
                        std::vector<double>(static_cast<std::size_t>(config.pp), gpu_bytes));
    for (const DeviceMemory& device : devices)
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
