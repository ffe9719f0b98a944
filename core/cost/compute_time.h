// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/layer_times.h"
#include "core/framework/optimizer.h"
#include "core/plan/parallel_config.h"

namespace pipette {

/// Seconds that one GPU computes for one microbatch on one model chunk, without any communication.
struct ChunkCompute {
    double forward = 0;
    double backward = 0;  ///< input and weight gradients together, without recomputation
    double recompute = 0; ///< forward work repeated in the backward pass
    double weight_share =
        0.5; ///< part of `backward` that is the weight gradient (W of zero-bubble schedules)
    // What the host takes to launch it all, in pipelines inside a node.
    double forward_launch = 0;
    double backward_launch = 0; ///< with recomputation
};

/// The layers of a chunk by the roofline or, where the user has one, by a `profile` of measured times. The
/// embedding and an encoder belong to chunk 0, final norm, head and loss to the last.
ChunkCompute chunk_compute(const TransformerModel& model, const TrainingJob& job,
                           const ParallelConfig& config, int chunk, const FittedGpu& gpu,
                           const LayerProfile* profile = nullptr);

/// Seconds of the optimizer step on a GPU that keeps `state_bytes` of optimizer state for each of
/// `parameters` of a `precision` (see optimized_parameters()), and of what an iteration costs once whatever
/// its size.
double optimizer_s(double parameters, double state_bytes, Precision precision, const FittedGpu& gpu);
/// Seconds that a GPU takes to update whole matrices. `tp_gb_per_s`: the rate of messages between its
/// tensor-parallel peers.
double matrix_updates_s(const MatrixUpdates& updates, double tp_gb_per_s, const FittedGpu& gpu);

} // namespace pipette
