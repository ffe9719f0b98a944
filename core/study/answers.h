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

/// GPUs that the plan of a planned point uses.
int gpus_of(const PointResult& point);

/// The planned point with the least `key(point)` of those for which `counts(point)` is true; of equal ones
/// the first. Points of a sensitivity do not count. Null: there is none.
template <class Counts, class Key>
const PointResult* first_in(const StudyResult& result, const Counts& counts, const Key& key) {
    const PointResult* first = nullptr;
    for (const PointResult& point : result.points)
        if (point.done && !point.moved && point.planned.best && counts(point) &&
            (first == nullptr || key(point) < key(*first)))
            first = &point;
    return first;
}

/// The point that answers a study with this goal: with a deadline the cheapest that may meet it (of equal or
/// unknown costs the one on the fewest GPUs), else the one that trains a token soonest. Null: there is none.
const PointResult* point_of_answer(const StudyResult& result, const TrainingGoal& goal);

/// The point on the fewest GPUs that may meet the deadline. Null: none may.
const PointResult* fewest_in_time(const StudyResult& result);

/// "1,184 GPUs are the fewest that train 15T tokens within 60 days: 52.1 days (range 46.0 to 58.2), 3,700,000
/// USD at 2.5 USD a GPU-hour (price as entered)." `enough`: the point of that number of GPUs. `praise`: "the
/// fewest", "the cheapest of the sizes tried".
std::string size_text(int gpus, const PointResult& enough, const TrainingGoal& goal,
                      const std::string& praise);

} // namespace pipette
