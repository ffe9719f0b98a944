// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"
#include "core/plan/parallel_config.h"

namespace pipette {

/// Seconds that a GPU of `kind` waits for its host once an iteration (help: host-memory.md): the
/// gradients of the parameters that the host updates go down, the processors update them, and the parameters
/// come back. `optimized`: parameters whose optimizer state the GPU has, here or on the host. All GPUs of the
/// node do so at once. 0 where nothing is offloaded. Throws InputError (place: offload) where the host is not
/// known.
double offload_s(double optimized, const TrainingJob& job, const ParallelConfig& config,
                 const NodeKind& kind);

/// Throws InputError (place: offload) where the host is not known or cannot do the job's updates.
void check_host_updates(const TrainingJob& job, const NodeKind& kind);

/// Seconds that copies of activations add to the passes of a chunk: a pass waits for the part of the copy
/// that it does not hide.
struct CopyWaits {
    double forward = 0, backward = 0;
    double hidden = 0; ///< seconds of the copies both ways that go on beside the passes
};
/// `kept_bytes`: what the chunk's layers keep of one microbatch and may send to the host. `forward_s`,
/// `backward_s`: its passes. They go down beside the forward pass and come up beside the backward pass, each
/// way at its own rate. Throws as offload_s().
CopyWaits copy_waits(double kept_bytes, const Offload& offload, double forward_s, double backward_s,
                     const NodeKind& kind);

} // namespace pipette
