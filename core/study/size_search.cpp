// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/size_search.h"

#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/study/answers.h"
#include "core/study/least_that.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace pipette {
namespace {

/// Plans sizes, in GPUs, each once.
class Planned {
public:
    Planned(const Sizes& sizes, const TrainingGoal& goal, const Knowledge& knowledge,
            const std::function<void(const SizePoint&)>& heard, std::stop_token stop)
        : sizes_(sizes), goal_(goal), knowledge_(knowledge), heard_(heard), stop_(std::move(stop)) {}

    /// Null: stopped before it was known.
    const SizePoint* at(int gpus) {
        if (const auto known = points_.find(gpus); known != points_.end())
            return &known->second;
        std::optional<SizePoint> point = plan_on(gpus);
        if (!point)
            return nullptr;
        for (const auto& [fewer, earlier] : points_)
            if (fewer < gpus)
                take_if_faster(*point, earlier);
        if (heard_)
            heard_(*point);
        return &points_.emplace(gpus, std::move(*point)).first->second;
    }

    bool meets(int gpus) {
        const SizePoint* point = at(gpus);
        return point != nullptr && point->result.planned.best && point->result.meets_deadline;
    }

    SizeAnswer answer() const {
        SizeAnswer result;
        result.stopped_early = stop_.stop_requested();
        for (auto [gpus, point] : points_) {
            if (!result.points.empty()) // one that was planned later
                take_if_faster(point, result.points.back());
            if (result.answer < 0 && goal_.days > 0 && point.result.planned.best &&
                point.result.meets_deadline)
                result.answer = static_cast<int>(result.points.size());
            result.points.push_back(std::move(point));
        }
        return result;
    }

private:
    /// What fewer GPUs can do, more can: a plan may leave some of them spare.
    static void take_if_faster(SizePoint& point, const SizePoint& fewer) {
        const PointResult &own = point.result, &other = fewer.result;
        if (!other.planned.best || (own.planned.best && own.outcome.days <= other.outcome.days))
            return;
        StudyPoint at = own.at;
        point.result = other;
        point.result.at = std::move(at);
    }

    std::optional<SizePoint> plan_on(int gpus) const {
        const PlanInputs inputs = sizes_.inputs(gpus);
        std::optional<PlannedPoint> found = planned_point(inputs, knowledge_, sizes_.store, {}, stop_);
        if (!found)
            return std::nullopt;
        return SizePoint{gpus, result_of({{"gpus", static_cast<double>(gpus)}}, std::move(*found),
                                         inputs.cluster.get(), goal_)};
    }

    const Sizes& sizes_;
    const TrainingGoal& goal_;
    const Knowledge& knowledge_;
    const std::function<void(const SizePoint&)>& heard_;
    std::stop_token stop_;
    std::map<int, SizePoint> points_; ///< by number of GPUs
};

} // namespace

SizeAnswer smallest_size(const Sizes& sizes, const TrainingGoal& goal, const Knowledge& knowledge,
                         const std::function<void(const SizePoint&)>& planned, std::stop_token stop) {
    Planned known(sizes, goal, knowledge, planned, stop);
    const int most = std::max(1, sizes.most / sizes.step);
    if (goal.days > 0) {
        const int enough = least_that(most, stop, [&](int steps) { return known.meets(steps * sizes.step); });
        if (enough == 1) // a part of a node may do
            for (int gpus = 1; gpus < sizes.step && !known.meets(gpus);)
                ++gpus;
        // Few nodes divide layers and batch now well, now badly: a size may be enough though the next is not.
        constexpr int few = 8;
        for (int steps = 1; steps < std::min(enough, few); ++steps)
            known.at(steps * sizes.step);
    } else
        for (int steps = 1; known.at(steps * sizes.step) != nullptr && steps < most;)
            steps = std::min(2 * steps, most);
    return known.answer();
}

Sizes sizes_of(const StudySetting& base, const StudySources& sources, int most) {
    Sizes sizes;
    sizes.inputs = [base, sources](int gpus) {
        StudySetting sized = base;
        sized.gpus = gpus;
        return inputs_of(sized, sources);
    };
    if (base.cluster.empty()) {
        if (!base.machine.parts.empty())
            throw InputError({}, "machine",
                             "is of several kinds of nodes, of which no number is enough or not");
        const std::string& gpu = base.gpu.kind.empty() ? base.machine.gpu : base.gpu.kind;
        const auto machine = sources.machines.find(gpu);
        if (machine == sources.machines.end())
            throw InputError({}, "gpu", fmt::format("{} is not known", in_quotes(gpu)));
        sizes.step = choices_of(base.machine, machine->second, 0).gpus_per_node;
        sizes.most = std::min(most > 0 ? most : usual_most_gpus, bounds::assumed_nodes.most * sizes.step);
        sizes.step = std::min(sizes.step, sizes.most);
        return sizes;
    }
    const auto cluster = sources.clusters.find(base.cluster);
    if (cluster == sources.clusters.end())
        throw InputError({}, "cluster", fmt::format("{} is not known", in_quotes(base.cluster)));
    sizes.step = cluster->second->kind_of_node(0).gpus;
    sizes.most = most > 0 ? most : cluster->second->gpu_count();
    sizes.step = std::min(sizes.step, sizes.most);
    return sizes;
}

std::string answer_text(const SizeAnswer& sizes, const TrainingGoal& goal) {
    if (goal.days <= 0)
        return {};
    if (sizes.answer < 0)
        return fmt::format("None of these sizes trains {} tokens within {:g} days.",
                           tokens_words(goal.tokens), goal.days);
    const SizePoint& point = sizes.points[static_cast<std::size_t>(sizes.answer)];
    std::string text = size_text(point.allowed_gpus, point.result, goal, "the fewest");
    const auto sure = std::find_if(sizes.points.begin(), sizes.points.end(), [](const SizePoint& size) {
        return size.result.deadline == Deadline::met;
    });
    if (point.result.deadline == Deadline::perhaps && sure != sizes.points.end())
        text += fmt::format(" Of the sizes tried, {} GPUs meet it at the upper end of their range, too.",
                            sure->allowed_gpus);
    return text;
}

StudyResult points_of(const SizeAnswer& sizes) {
    StudyResult result;
    result.stopped_early = sizes.stopped_early;
    for (const SizePoint& size : sizes.points)
        result.points.push_back(size.result);
    result.pareto = pareto_front(result.points);
    return result;
}

} // namespace pipette
