// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/plan/stages/stage_reason.h"
#include "core/plan/time_parts.h"

#include <memory>
#include <string>
#include <vector>

namespace pipette {

/// What the views of one plan show: immutable values, shared and cheap to pass. Null members: nothing there
/// yet.
struct Shown {
    std::shared_ptr<const Cluster> cluster;
    std::shared_ptr<const TransformerModel> model;
    std::shared_ptr<const TrainingJob> job;
    std::shared_ptr<const Candidate>
        candidate;                  ///< the one on the board; its mapping includes a person's edits
    std::vector<int> pinned_gpus;   ///< sorted
    std::vector<int> excluded_gpus; ///< sorted
    /// Why the candidate's stages lie on their GPUs; null: GPUs are alike, or nobody has found out yet.
    std::shared_ptr<const std::vector<StageReason>> stage_reasons = nullptr;
};

/// What a drop would do, asked while a drag hovers.
struct DropPreview {
    bool allowed = false;
    std::string text;    ///< what would move, or why it may not: "swaps the blocks of a03:0-7 and a07:0-7"
    double time_s = 0;   ///< iteration time after the drop
    double change_s = 0; ///< against now; negative is faster
    std::vector<TimeChange> parts = {}; ///< of the change, the largest first
};

} // namespace pipette
