// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/search/planner.h"
#include "core/study/goodput.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace pipette {

/// What a training run has to reach.
struct TrainingGoal {
    double tokens = 0;             ///< to train on
    double days = 0;               ///< that it may take; 0: as few as can be
    double price_per_gpu_hour = 0; ///< 0: not known
    Failures failures;
};

/// The best plan on at most so many GPUs, and what the run would take.
struct SizePoint {
    int allowed_gpus = 0;
    std::optional<Candidate> best; ///< empty: nothing fits
    Goodput goodput;
    double days = 0;      ///< tokens / (tokens/s * goodput)
    double gpu_hours = 0; ///< of the GPUs that the plan uses
    double cost = 0;      ///< gpu_hours * price
    std::vector<std::string> assumptions;
    bool meets(const TrainingGoal& goal) const { return best && (goal.days == 0 || days <= goal.days); }
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

/// Sequences a step for about so many tokens: a multiple of a power of two, so that many sizes divide it.
int batch_of(double tokens_a_step, int sequence_length);

} // namespace pipette
