// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"
#include "core/plan/candidate.h"

#include <limits>
#include <vector>

namespace pipette {

/// What one pipeline device may fill, and what of its GPU the memory depends on.
struct DeviceRoom {
    double gpu_bytes = 0; ///< of the smallest GPU on the device
    /// The memory of a host, divided by the number of its GPUs. 0: the memory of the host is not known.
    /// Infinite: the configuration keeps nothing on the host, so that the host sets no limit.
    double host_bytes = std::numeric_limits<double>::infinity();
    MatrixLayouts layouts = MatrixLayouts::of_each_pass; ///< that all GPUs on the device take
};

/// Analytic memory of every pipeline device (pp entries) of one replica, part by part (help: memory.md,
/// "The law"; Fujii et al. 2024; Korthikanti et al. 2022). How many microbatches a chunk holds comes from the
/// schedule's own simulation. The upper estimate is what piles up when the host gets as far ahead of the GPU
/// as it was seen to. `rooms`: pp entries.
std::vector<DeviceMemory> analytic_memory(const TransformerModel& model, const TrainingJob& job,
                                          const ParallelConfig& config, const std::vector<DeviceRoom>& rooms);

} // namespace pipette
