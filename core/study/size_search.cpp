// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/size_search.h"

#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/cluster/hypothetical.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
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
        SizePoint point;
        point.allowed_gpus = gpus;
        point.assumed_cluster = is_assumed(*inputs.cluster);
        std::optional<PlannedPoint> found = planned_point(inputs, knowledge_, sizes_.store, {}, stop_);
        if (!found)
            return point;
        point.assumptions = std::move(found->assumptions);
        if (!found->best)
            return point;
        point.best = std::move(*found->best);
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

Sizes sizes_of(const StudySetting& base, const StudySources& sources, int most) {
    Sizes sizes;
    sizes.inputs = [base, sources](int gpus) {
        StudySetting sized = base;
        sized.gpus = gpus;
        return inputs_of(sized, sources);
    };
    if (base.cluster.empty()) {
        const std::string& gpu = base.gpu.kind.empty() ? base.machine.gpu : base.gpu.kind;
        const auto machine = sources.machines.find(gpu);
        if (machine == sources.machines.end())
            throw InputError({}, "gpu", fmt::format("{} is not known", in_quotes(gpu)));
        sizes.step = choices_of(base.machine, machine->second, 0).gpus_per_node;
        sizes.most = most > 0 ? most : usual_most_gpus;
        return sizes;
    }
    const auto cluster = sources.clusters.find(base.cluster);
    if (cluster == sources.clusters.end())
        throw InputError({}, "cluster", fmt::format("{} is not known", in_quotes(base.cluster)));
    sizes.step = cluster->second->kind_of_node(0).gpus;
    sizes.most = most > 0 ? most : cluster->second->gpu_count();
    return sizes;
}

std::string answer_text(const SizeAnswer& sizes, const TrainingGoal& goal) {
    if (goal.days <= 0)
        return {};
    if (sizes.answer < 0)
        return fmt::format("None of these sizes trains {:g} tokens within {:g} days.", goal.tokens,
                           goal.days);
    const SizePoint& point = sizes.points[static_cast<std::size_t>(sizes.answer)];
    const std::string cost = point.outcome.cost
                                 ? fmt::format(", {:.0f} at {:g} a GPU-hour", *point.outcome.cost,
                                               *point.outcome.cost / point.outcome.gpu_hours)
                                 : std::string();
    return fmt::format("{} GPUs{} are the fewest that train {:g} tokens within {:g} days: {:.1f} days{}.",
                       point.allowed_gpus, point.assumed_cluster ? " (assumed)" : "", goal.tokens, goal.days,
                       point.outcome.days, cost);
}

StudyResult points_of(const SizeAnswer& sizes, const TrainingGoal& goal) {
    StudyResult result;
    result.stopped_early = sizes.stopped_early;
    for (const SizePoint& size : sizes.points) {
        PointResult& point = result.points.emplace_back();
        point.at = {{"gpus", static_cast<double>(size.allowed_gpus)}};
        point.planned.best = size.best;
        if (!size.best)
            point.planned.failed = "no configuration fits";
        point.outcome = size.outcome;
        point.assumptions = size.assumptions;
        point.assumed_cluster = size.assumed_cluster;
        point.done = true;
        point.meets_deadline = size.meets(goal);
    }
    result.pareto = pareto_front(result.points);
    return result;
}

} // namespace pipette
