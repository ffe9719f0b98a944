// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace pipette {

struct SearchTables;

/// How somebody trained a model on so many GPUs of a kind, as it was published: facts, no times.
struct Recipe {
    std::string software;            ///< "Megatron Bridge 26.08"
    std::string source;              ///< where it stands
    std::string note;                ///< what the source does not say and was taken as; may be empty
    std::vector<std::string> models; ///< names of the presets that it holds for
    std::string gpu;                 ///< name of the GPU kind
    Precision precision = Precision::bf16;
    int sequence_length = 0; ///< tokens
    /// All but schedule and transfers, which follow from the sizes and the framework. Without
    /// layers_per_stage layers are split as usual_layers() does. global_batch 0: the source does not say.
    ParallelConfig config;

    bool operator==(const Recipe&) const = default;
};

/// The recipe for a job on so many GPUs: for its model, precision and sequence length. Where the job has
/// another global batch the recipe takes that one, if it divides. Nothing where it does not fit.
std::optional<ParallelConfig> config_of(const Recipe& recipe, const PlanInputs& inputs, int gpus);

/// "Megatron Bridge 26.08 (SOURCE); global batch 256 instead of 128", what Candidate::recipe says.
std::string recipe_text(const Recipe& recipe, const PlanInputs& inputs);

/// Of the recipes that are known for model, kind and number of GPUs, in host order, the fastest that fits
/// into memory; where none does, the fastest. Nothing without one or when stopped.
std::optional<Candidate> best_recipe(SearchTables& tables, const std::stop_token& stop);

} // namespace pipette
