// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/parallel_config.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace pipette {

// Stages with a tp of their own (ParallelConfig::tp_per_stage; help: stage-tp.md).

/// Whether stages differ in their tp.
bool has_stage_tp(const ParallelConfig& config);
/// Ranks that the layers of a stage lie over.
int tp_of_stage(const ParallelConfig& config, int stage);

/// The first of the stages with the largest tp.
int widest_stage(const ParallelConfig& config);

/// Another configuration, all of whose stages have the tp of `stage`, on the same GPUs and with as many
/// microbatches. In both configurations the stage computes and keeps the same, and its ranks exchange the
/// same with each other.
ParallelConfig as_stage(const ParallelConfig& config, int stage);

/// Stages that have one tp.
struct StagesOfTp {
    ParallelConfig config;   ///< as_stage() of each of them
    std::vector<int> stages; ///< ascending
    bool hold(int stage) const { return std::binary_search(stages.begin(), stages.end(), stage); }
};
/// All stages of a configuration by their tp, in the order of their first stages.
std::vector<StagesOfTp> stages_by_tp(const ParallelConfig& config);

/// Gives each stage its tp. If all of them are the configuration's tp, tp_per_stage stays empty.
ParallelConfig with_stage_tp(ParallelConfig config, std::vector<int> tp_per_stage);

/// The sentence that a plan whose stages differ in their tp has among its assumptions.
inline constexpr std::string_view stage_tp_assumption =
    "stages have a tp of their own: a study, for none of the frameworks here runs such a plan";

/// The part of a configuration or model beside which nobody knows what stages with a tp of their own take:
/// "context parallelism". Empty: there is no such part.
std::string_view stage_tp_unknown_beside(const ParallelConfig& config, const TransformerModel& model);

/// Throws InputError if the stages cannot have the tp that the configuration gives them.
void check_stage_tp(const ParallelConfig& config, const TransformerModel& model, const TrainingJob& job);

} // namespace pipette
