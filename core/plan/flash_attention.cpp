// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/flash_attention.h"

#include <algorithm>

namespace pipette {

bool fuses_attention(const TrainingJob& job, const GpuKind& gpu) {
    return job.flash_attention && gpu.flash_attention && !recipe_of(job.precision).keeps_fp32();
}

TrainingJob as_run_on(const Cluster& cluster, std::span<const int> gpus, TrainingJob job) {
    job.flash_attention = std::all_of(gpus.begin(), gpus.end(), [&](int gpu) {
        return fuses_attention(job, cluster.kind_of_gpu(gpu).gpu);
    });
    return job;
}

} // namespace pipette
