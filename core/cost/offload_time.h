// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"
#include "core/plan/parallel_config.h"

namespace pipette {

/// Seconds that a GPU of `kind` waits for its host once an iteration (help: memory.md, "Host memory"): the
/// gradients of the parameters that the host updates go down, the processors update them, and the parameters
/// come back. `optimized`: parameters whose optimizer state the GPU has, here or on the host. All GPUs of the
/// node do so at once. 0 where nothing is offloaded. Throws InputError (place: offload) where the host is not
/// known.
double offload_s(double optimized, const TrainingJob& job, const ParallelConfig& config,
                 const NodeKind& kind);

} // namespace pipette
