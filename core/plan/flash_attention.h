// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"
#include "core/workload/training_job.h"

#include <span>

namespace pipette {

/// Whether attention runs in kernels that keep the scores of the heads to themselves: the job asks for them
/// and the GPU has them in the job's precision.
bool fuses_attention(const TrainingJob& job, const GpuKind& gpu);

/// The job as these GPUs of the cluster run it together: without flash attention where one of them lacks it.
TrainingJob as_run_on(const Cluster& cluster, std::span<const int> gpus, TrainingJob job);

} // namespace pipette
