// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/size_search.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace pipette {
namespace {

/// Plans sizes, each once.
class Planned {
public:
    Planned(const Sizes& sizes, const TrainingGoal& goal, const Knowledge& knowledge,
            const std::function<void(const SizePoint&)>& heard, std::stop_token stop)
        : sizes_(sizes), goal_(goal), knowledge_(knowledge), heard_(heard), stop_(std::move(stop)) {}

    /// By number of steps.
    const SizePoint& at(int steps) {
        const auto known = points_.find(steps);
        if (known != points_.end())
            return known->second;
        SizePoint point = plan_on(steps * sizes_.step);
        for (const auto& [fewer, earlier] : points_)
            if (fewer < steps)
                take_if_faster(point, earlier);
        if (heard_ && !stop_.stop_requested())
            heard_(point);
        return points_.emplace(steps, std::move(point)).first->second;
    }

    bool meets(int steps) { return at(steps).meets(goal_); }
    bool stopped() const { return stop_.stop_requested(); }

    SizeAnswer answer(bool stopped_early) const {
        SizeAnswer result;
        result.stopped_early = stopped_early;
        for (auto [steps, point] : points_) {
            if (!result.points.empty()) // one that was planned later
                take_if_faster(point, result.points.back());
            if (result.answer < 0 && goal_.days > 0 && point.meets(goal_))
                result.answer = static_cast<int>(result.points.size());
            result.points.push_back(std::move(point));
        }
        return result;
    }

private:
    /// What fewer GPUs can do, more can: a plan may leave some of them spare.
    static void take_if_faster(SizePoint& point, const SizePoint& fewer) {
        if (!fewer.best || (point.best && point.outcome.days <= fewer.outcome.days))
            return;
        const int allowed = point.allowed_gpus;
        point = fewer, point.allowed_gpus = allowed;
    }

    SizePoint plan_on(int gpus) const {
        const PlanInputs inputs = sizes_.inputs(gpus);
        Plan found = plan(inputs, knowledge_, {}, stop_);
        SizePoint point;
        point.allowed_gpus = gpus;
        point.assumptions = std::move(found.assumptions);
        if (found.candidates.empty())
            return point;
        point.best = std::move(found.candidates.front());
        point.outcome = outcome_of(*point.best, *inputs.cluster, goal_);
        for (std::string& line : assumptions_of(goal_, *inputs.cluster))
            point.assumptions.push_back(std::move(line));
        return point;
    }

    const Sizes& sizes_;
    const TrainingGoal& goal_;
    const Knowledge& knowledge_;
    const std::function<void(const SizePoint&)>& heard_;
    std::stop_token stop_;
    std::map<int, SizePoint> points_; ///< by number of steps
};

} // namespace

SizeAnswer smallest_size(const Sizes& sizes, const TrainingGoal& goal, const Knowledge& knowledge,
                         const std::function<void(const SizePoint&)>& planned, std::stop_token stop) {
    Planned known(sizes, goal, knowledge, planned, std::move(stop));
    const int most = std::max(1, sizes.most / sizes.step);
    int too_few = 0, enough = 1;
    while (!known.stopped() && !(goal.days > 0 && known.meets(enough)) && enough < most) {
        known.at(enough);
        too_few = enough;
        enough = std::min(2 * enough, most);
    }
    if (!known.stopped())
        known.at(enough);
    if (known.stopped() || goal.days == 0 || !known.meets(enough))
        return known.answer(known.stopped());
    while (enough - too_few > 1 && !known.stopped()) {
        const int middle = too_few + (enough - too_few) / 2;
        (known.meets(middle) ? enough : too_few) = middle;
    }
    return known.answer(known.stopped());
}

} // namespace pipette
