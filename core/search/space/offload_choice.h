// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/space/memory_check.h"

#include <functional>
#include <optional>

namespace pipette {

/// What to keep on the host in a configuration that needs more memory than its GPUs have: of all
/// usual_offloads of the optimizer's state, with none or any of the activations that the job's framework can
/// send to the host, the choice that fits in the least `time_s`. Shares of the state and numbers of layers
/// cost more the more there is on the host, so that only the least that fits is looked at; of modules, every
/// set is looked at. If the framework cannot update parameters on the host, the optimizer's state stays on
/// the GPUs. None: nothing fits, or the host of some node kind is not known.
std::optional<ParallelConfig> cheapest_offload(const PlanInputs& inputs, const Knowledge& knowledge,
                                               const ParallelConfig& config, double gpu_bytes,
                                               const std::function<double(const ParallelConfig&)>& time_s);

} // namespace pipette
