// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/run_study.h"

#include <string>
#include <vector>

namespace pipette {

/// What the results of a study answer to its question, in sentences with their numbers, the most important
/// first: "Without 2 nodes a step takes 25 % longer: 55.9 instead of 44.6 days, cost +0.3 %." A study that
/// has not run says so. What misses the deadline says that first; where the deadline lies inside the range of
/// the estimate, the sentence begins with "Perhaps".
std::vector<std::string> answers_of(const Study& study, const StudyResult& result);

/// "1,184 GPUs are the fewest that train 15T tokens within 60 days: 52.1 days (range 46.0 to 58.2), 3,700,000
/// USD at 2.5 USD a GPU-hour (price as entered)." `fewest`: the point of that number of GPUs. `among`: "of
/// the sizes tried" where there may be fewer.
std::string fewest_text(int gpus, const PointResult& fewest, const TrainingGoal& goal,
                        const std::string& among);

} // namespace pipette
