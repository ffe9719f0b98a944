// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <optional>
#include <string>
#include <vector>

namespace pipette {

/// Stages of a candidate that have as many layers on as many GPUs of each kind.
struct AlikeStages {
    std::vector<int> stages; ///< ascending
    std::string gpus;        ///< of each, all replicas: brief_text()
};

/// All stages of a candidate on a cluster with several kinds of GPUs, those that are alike together. The
/// first and the last stage each stand alone, because they hold the embedding and the head.
std::vector<AlikeStages> alike_stages(const Cluster& cluster, const Candidate& candidate);

/// The tp that each stage of a configuration may have: its own tp first, then smaller ones. Alone its own
/// where the search must not give stages a tp of their own.
std::vector<int> stage_tp_choices(const PlanInputs& inputs, const ParallelConfig& config);

/// The configuration with another tp in some stages. None: these stages cannot have it.
std::optional<ParallelConfig> with_tp_changed(const PlanInputs& inputs, const ParallelConfig& config,
                                              const std::vector<int>& stages, int tp);

/// The configuration with one layer of stage `from` in stage `to`. None: `from` has no layer to give, or the
/// framework cannot run this split.
std::optional<ParallelConfig> with_layer_moved(const PlanInputs& inputs, ParallelConfig config, int from,
                                               int to);

/// The configuration with the layers of stages `a` and `b` exchanged. None: its stages have several model
/// chunks, or the framework cannot run this split.
std::optional<ParallelConfig> with_layers_exchanged(const PlanInputs& inputs, ParallelConfig config, int a,
                                                    int b);

} // namespace pipette
