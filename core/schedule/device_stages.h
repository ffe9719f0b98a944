// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/stage_shape.h"

#include <vector>

namespace pipette {

/// [device] the model chunks that it holds: those of both directions in a bidirectional pipeline.
std::vector<std::vector<int>> device_chunks(const ParallelConfig& config);

/// What every pipeline device holds (pp entries), as the configuration's schedule lays its chunks: those of
/// both directions in a bidirectional pipeline.
std::vector<StageShape> device_stages(const TransformerModel& model, const TrainingJob& job,
                                      const ParallelConfig& config);

} // namespace pipette
