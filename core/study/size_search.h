// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/search/planner.h"
#include "core/study/goal.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace pipette {

/// The best plan on at most so many GPUs, and what the run would take.
struct SizePoint {
    int allowed_gpus = 0;
    std::optional<Candidate> best; ///< empty: nothing fits
    Outcome outcome;
    std::vector<std::string> assumptions; ///< of plan and outcome
    bool meets(const TrainingGoal& goal) const {
        return best && (goal.days == 0 || outcome.days <= goal.days);
    }
};

/// Every size that was planned, ascending, and the smallest of them that is enough.
struct SizeAnswer {
    std::vector<SizePoint> points;
    int answer = -1; ///< index into points; -1: none is enough
    bool stopped_early = false;
};

/// Sizes to look at: multiples of `step` GPUs up to `most`, each with the inputs to plan on so many.
struct Sizes {
    int step = 8, most = 8;
    std::function<PlanInputs(int gpus)> inputs;
};

/// The smallest size that meets the goal, by doubling and bisection; without a deadline every doubling up to
/// `most`. More GPUs are never slower: a size may use fewer than it has. `planned` hears of every size as
/// soon as it is known. Throws InputError as plan() does.
SizeAnswer smallest_size(const Sizes& sizes, const TrainingGoal& goal, const Knowledge& knowledge,
                         const std::function<void(const SizePoint&)>& planned = {},
                         std::stop_token stop = {});

} // namespace pipette
