// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/parallel_config.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace pipette {

// Stages with a tp of their own (ParallelConfig::tp_per_stage; help: stage-tp.md).

/// Whether stages differ in their tp.
bool has_stage_tp(const ParallelConfig& config);
/// Ranks that the layers of a stage lie over.
int tp_of_stage(const ParallelConfig& config, int stage);

/// The configuration with the tp of one stage in all stages. It has the same GPUs, blocks and microbatches.
/// What the stage computes, keeps and exchanges inside itself is what it does there.
ParallelConfig as_stage(const ParallelConfig& config, int stage);

/// Stages that have one tp.
struct StagesOfTp {
    ParallelConfig config;   ///< as_stage() of each of them
    std::vector<int> stages; ///< ascending
    bool hold(int stage) const { return std::binary_search(stages.begin(), stages.end(), stage); }
};
/// All stages of a configuration by their tp, in the order of their first stages.
std::vector<StagesOfTp> stages_by_tp(const ParallelConfig& config);

/// The configuration with these tp of its stages: in its short form where they are all alike.
ParallelConfig with_stage_tp(ParallelConfig config, std::vector<int> tp_per_stage);

/// What a plan with such stages assumes of its framework; empty where stages have one tp.
std::string stage_tp_assumption(const ParallelConfig& config);

/// What is not known of stages that differ, in words: "context parallelism"; empty: all is known.
std::string_view stage_tp_unknown_beside(const ParallelConfig& config, const TransformerModel& model);

/// Throws InputError where stages cannot have these tp.
void check_stage_tp(const ParallelConfig& config, const TransformerModel& model, const TrainingJob& job);

} // namespace pipette
