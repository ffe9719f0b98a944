// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"
#include "core/plan/candidate.h"

#include <vector>

namespace pipette {

/// Analytic memory of every pipeline device (pp entries) of one replica, part by part (help: memory.md,
/// "The law"; Fujii et al. 2024; Korthikanti et al. 2022). How many microbatches a chunk holds comes from the
/// schedule's own simulation. The upper estimate is what piles up when the host gets as far ahead of the GPU
/// as it was seen to. `limits_bytes`: memory of the smallest GPU on each device, pp entries.
std::vector<DeviceMemory> analytic_memory(const TransformerModel& model, const TrainingJob& job,
                                          const ParallelConfig& config,
                                          const std::vector<double>& limits_bytes);

} // namespace pipette
