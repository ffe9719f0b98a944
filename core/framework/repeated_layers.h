// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/parallel_config.h"

#include <vector>

namespace pipette {

/// `repeated` of so many layers, counted from 0, at even distances: the j-th, from 0, is the first layer i,
/// counted from 1, with i/layers*repeated >= j + 1/2 (fms-fsdp, policies/ac_handler.py: share
/// repeated/layers).
std::vector<int> spaced_layers(int repeated, int layers);

/// In how many of the layers that the job's framework computes again as a whole each part of the model is.
PartCounts parts_repeated(const TrainingJob& job, const ParallelConfig& config, const TransformerModel& model,
                          const ModelLayers& layers, int chunk);

} // namespace pipette
