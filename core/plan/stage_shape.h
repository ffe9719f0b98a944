// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/parallel_config.h"

#include <vector>

namespace pipette {

/// What the model chunks of one pipeline device hold and compute, on one GPU of its tensor-parallel group:
/// the one description that times and memory are made from.
struct StageShape {
    double layers = 0;        ///< transformer layers, those of multi-token prediction among them
    double expert_layers = 0; ///< of them: with weights of their own that lie over expert groups
    double predictions = 0;   ///< of them: multi-token prediction, each with a head of its own
    bool embeds = false;      ///< holds the first chunk
    bool has_head = false;    ///< holds the last chunk
    // Parameters, by how they are split.
    double beside_experts = 0; ///< of layers and encoder: this GPU's part of what tp cuts, and what is whole
    double experts = 0;        ///< of the layers: this GPU's part of what lies over expert groups
    double cast_shared = 0;    ///< of `beside_experts`: matrices whose products run in the job's precision
    double cast_experts = 0;   ///< the same of `experts`
    double embedding = 0;      ///< token table, split over tp
    double positions = 0;      ///< position table, whole but over x
    double final_norm = 0;     ///< whole but over x
    double head = 0;           ///< split over tp; 0 where it is the embedding on the same GPU
    double untrained = 0;      ///< of `beside_experts`: the layers of a frozen encoder
    /// All of the above are frozen, and nothing but adapters beside them is trained (LoRA).
    bool frozen = false;
    double adapters = 0;        ///< of the layers, this GPU's part: over tp where the matrix is
    double expert_adapters = 0; ///< of their experts, this GPU's part over etp*ep

    double tokens = 0;        ///< of one microbatch on this GPU: its part of the sequence over cp
    double element_bytes = 0; ///< of one weight or activation

    double parameters() const { return shared_parameters() + expert_parameters(); }
    /// All but the experts: what the sharers of a configuration hold alike.
    double shared_parameters() const {
        return beside_experts + embedding + positions + final_norm + head + adapters;
    }
    double expert_parameters() const { return experts + expert_adapters; }
    double cast_parameters() const { return cast_shared + cast_experts; }
    // Of these, those that have gradients and optimizer state.
    double trained_parameters() const { return trained_shared() + trained_experts(); }
    double trained_shared() const { return frozen ? adapters : shared_parameters() - untrained; }
    double trained_experts() const { return frozen ? expert_adapters : experts; }
    double parameter_bytes() const { return element_bytes * parameters(); }
    /// Bytes of one microbatch's activation between two layers, whole over tp.
    double activation_bytes(const TransformerModel& model) const {
        return tokens * model.hidden * element_bytes;
    }
};

/// Of a stage's parameters those that a GPU keeps once they are spread over those that hold the same.
double spread_parameters(const StageShape& stage, const ParallelConfig& config);
/// Of those whose products run in the job's precision.
double spread_cast(const StageShape& stage, const ParallelConfig& config);
/// Of those that are trained.
double spread_trained(const StageShape& stage, const ParallelConfig& config);

/// Parameters whose optimizer state a GPU keeps: all that it trains, or with ZeRO its part of them.
double optimized_parameters(const StageShape& stage, const ParallelConfig& config);

/// [stage] of the chunks that each holds, in any order (those of both directions in a bidirectional
/// pipeline).
std::vector<StageShape> stage_shapes(const TransformerModel& model, const TrainingJob& job,
                                     const ParallelConfig& config,
                                     const std::vector<std::vector<int>>& chunks_of_stage);

} // namespace pipette
