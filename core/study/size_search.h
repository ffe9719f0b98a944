// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/search/rounds/planner.h"
#include "core/study/run_study.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace pipette {

/// The best plan on at most so many GPUs, and what the run would take.
struct SizePoint {
    int allowed_gpus = 0;
    PointResult result; ///< of axis "gpus"
};

/// Every size that was planned, ascending, and the smallest of them that is enough.
struct SizeAnswer {
    std::vector<SizePoint> points;
    int answer = -1; ///< index into points; -1: none is enough
    bool stopped_early = false;
};

/// Sizes to look at: multiples of `step` GPUs up to `most`, and fewer than `step` where so many are enough;
/// each with the inputs to plan on so many.
struct Sizes {
    int step = 8, most = 8;
    std::function<PlanInputs(int gpus)> inputs;
    PlanStore store{};
};

/// Without a word on the largest size, on a cluster that is not there.
inline constexpr int usual_most_gpus = 16'384;

/// Parts of the base's cluster, grown where `most` is more than it has, or whole nodes of its machine.
/// `most` 0: what the cluster has, or usual_most_gpus. Throws InputError for names that the sources lack.
Sizes sizes_of(const StudySetting& base, const StudySources& sources, int most = 0);

/// The smallest size that meets the goal, by doubling and bisection; without a deadline every doubling up to
/// `most`. More GPUs are never slower: a size may use fewer than it has. `planned` hears of every size as
/// soon as it is known. Throws InputError as plan() does.
SizeAnswer smallest_size(const Sizes& sizes, const TrainingGoal& goal, const Knowledge& knowledge,
                         const std::function<void(const SizePoint&)>& planned = {},
                         std::stop_token stop = {});

/// size_text() of the answer, and where that may miss the deadline the fewest GPUs tried that do not:
/// "Perhaps 1184 GPUs are the fewest that train 15T tokens within 60 days: ..." Empty without a deadline.
std::string answer_text(const SizeAnswer& sizes, const TrainingGoal& goal);

/// The sizes as points of a study over GPUs.
StudyResult points_of(const SizeAnswer& sizes);

} // namespace pipette
