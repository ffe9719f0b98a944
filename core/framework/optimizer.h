// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/registry.h"
#include "core/plan/stage_shape.h"

#include <span>
#include <string_view>

namespace pipette {

/// How parameters are updated. An optimizer is one file of this folder (help: optimizers.md).
struct Optimizer {
    std::string_view name;   ///< in files and options: "muon"
    std::string_view title;  ///< for a person
    std::string_view source; ///< where its numbers are known from
    double moment_bytes = 8; ///< of a parameter's moments
    /// Of the copy that is updated in the place of a parameter in 16 bits: the whole of it, or what 16 bits
    /// leave over.
    double master_bytes = 4;
    /// Newton-Schulz iterations on every matrix of the layers, each as a whole; embedding, head, and norms
    /// are Adam's. 0: every number is updated by itself.
    int newton_schulz_steps = 0;
    std::string_view megatron_flags{}; ///< beside those of the distributed optimizer
    std::string_view deepspeed_type{}; ///< its name in DeepSpeed's configuration; empty: it has none

    bool takes_matrices() const { return newton_schulz_steps > 0; }
};

/// The job's. Throws InputError (file empty, place "optimizer") for a name that is none of them.
const Optimizer& optimizer_of(const TrainingJob& job);

/// Bytes of moments and master copy of one of the stage's trained parameters, in the mean.
double optimizer_state_bytes(const TransformerModel& model, const TrainingJob& job, const StageShape& stage);

/// What the updates of whole matrices take of one GPU once an iteration.
struct MatrixUpdates {
    double flops = 0; ///< of Newton-Schulz iterations, in 16 bits
    double bytes = 0; ///< of momentum that its tensor-parallel peers send it, in fp32
};
/// Of the model `chunks` that a device holds. Each rank of tensor parallelism iterates on the whole matrix;
/// with ZeRO the ranks that hold the same parameters share the matrices out.
MatrixUpdates matrix_updates(const TransformerModel& model, const TrainingJob& job,
                             const ParallelConfig& config, std::span<const int> chunks);

} // namespace pipette
