// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/run_study.h"

#include "core/base/input_error.h"
#include "core/base/parallel_for.h"
#include "core/base/readable.h"
#include "core/cluster/hypothetical.h"
#include "core/framework/framework.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <map>
#include <mutex>

namespace pipette {
namespace {

/// A plan that one or several points need.
struct Task {
    StudyPoint planned;              ///< the values that make the plan
    std::vector<std::size_t> points; ///< those that differ in goals alone
    double fraction = 0;             ///< done
};

/// The values of a point that its plan depends on.
StudyPoint planned_part(const StudyPoint& point) {
    StudyPoint part;
    for (const auto& value : point)
        if (axis_named(value.first).replans)
            part.push_back(value);
    return part;
}

std::vector<Task> tasks_of(const std::vector<StudyPoint>& points) {
    std::vector<Task> tasks;
    std::map<StudyPoint, std::size_t> known; // number of the task
    for (std::size_t i = 0; i < points.size(); ++i) {
        StudyPoint part = planned_part(points[i]);
        const auto [task, first] = known.try_emplace(part, tasks.size());
        if (first)
            tasks.push_back({std::move(part), {}, 0});
        tasks[task->second].points.push_back(i);
    }
    return tasks;
}

} // namespace

PointResult result_of(StudyPoint at, PlannedPoint planned, const Cluster* cluster, const TrainingGoal& goal) {
    PointResult result;
    result.at = std::move(at);
    result.planned = std::move(planned);
    result.done = true;
    if (!result.planned.best)
        return result;
    result.assumed_cluster = is_assumed(*cluster);
    result.outcome = outcome_of(*result.planned.best, *cluster, goal);
    constexpr double for_ever = 1e9; // days
    if (!(result.outcome.days < for_ever)) {
        result.planned.failed =
            fmt::format("{} on {} GPUs never ends: interrupted every {:g} s, it is worth {:.2g} of its time",
                        short_name(result.planned.best->config), result.planned.best->config.world(),
                        result.outcome.goodput.mtbf_s, result.outcome.goodput.share);
        result.planned.best.reset();
        return result;
    }
    result.meets_deadline = meets(result.outcome, goal);
    result.deadline = deadline_of(*result.planned.best, result.outcome, goal);
    result.assumptions = result.planned.assumptions;
    for (std::string& line : assumptions_of(goal, *cluster))
        result.assumptions.push_back(std::move(line));
    return result;
}

namespace {

/// Which nodes a point does without.
std::string lost_text(const Cluster& cluster, int lost) {
    std::string names;
    for (int node = cluster.node_count() - lost; node < cluster.node_count(); ++node)
        names += (names.empty() ? "" : ", ") + cluster.nodes[static_cast<std::size_t>(node)].host;
    return fmt::format("the nodes that are lost are the last: {}", names);
}

} // namespace

PointResult result_at(const Study& study, StudyPoint at, PlannedPoint planned, const Cluster* cluster) {
    const StudySetting setting = setting_at(study, at);
    PointResult result = result_of(std::move(at), std::move(planned), cluster, setting.goal);
    if (result.planned.best && setting.lost_nodes > 0)
        result.assumptions.push_back(lost_text(*cluster, setting.lost_nodes));
    return result;
}

namespace {

class Run {
public:
    Run(const Study& study, const StudySources& sources, const Knowledge& knowledge, const StudySinks& sinks,
        std::stop_token stop)
        : study_(study), sources_(sources), knowledge_(knowledge), sinks_(sinks), stop_(std::move(stop)) {
        const std::size_t own = own_points(study);
        for (StudyPoint& point : points_of(study)) {
            PointResult& result = result_.points.emplace_back();
            result.at = std::move(point);
            result.moved = result_.points.size() > own;
        }
    }

    StudyResult all(int threads) {
        std::vector<StudyPoint> points;
        for (const PointResult& result : result_.points)
            points.push_back(result.at);
        tasks_ = tasks_of(points);
        parallel_for(static_cast<int>(tasks_.size()), threads, stop_,
                     [&](int i) { run(tasks_[static_cast<std::size_t>(i)]); });
        result_.stopped_early = std::any_of(result_.points.begin(), result_.points.end(),
                                            [](const PointResult& result) { return !result.done; });
        result_.pareto = pareto_front(result_.points);
        if (sinks_.store.failure)
            result_.not_kept = sinks_.store.failure();
        return std::move(result_);
    }

private:
    void run(Task& task) {
        PlannedPoint planned;
        std::shared_ptr<const Cluster> cluster; // null: there is no plan
        try {
            PlanInputs inputs = inputs_of(setting_at(study_, task.planned), sources_);
            check_framework(inputs.job.framework);
            inputs.budget.threads = 1; // points are what runs at the same time
            std::optional<PlannedPoint> found = planned_point(
                inputs, knowledge_, sinks_.store,
                [&](const Progress& progress) { tell(task, progress.fraction); }, stop_);
            if (!found)
                return;
            planned = std::move(*found);
            cluster = inputs.cluster;
        } catch (const InputError& error) {
            planned.failed = error.place().empty() ? error.reason() : error.place() + ": " + error.reason();
        }
        take(task, planned, cluster);
    }

    /// One that nobody has calibrated borrows the efficiencies of another, but a name must be somebody's.
    void check_framework(const std::string& name) const {
        const auto& kinds = knowledge_.calibration.kinds;
        if (!Registry<Framework>::find(name) &&
            std::none_of(kinds.begin(), kinds.end(),
                         [&](const KindCalibration& kind) { return kind.framework == name; }))
            throw InputError({}, "framework",
                             fmt::format("{} is in no calibration, expected one of {}", in_quotes(name),
                                         Registry<Framework>::names()));
    }

    void take(Task& task, const PlannedPoint& planned, const std::shared_ptr<const Cluster>& cluster) {
        for (const std::size_t number : task.points) {
            PointResult& result = result_.points[number];
            const bool moved = result.moved;
            result = result_at(study_, result.at, planned, cluster.get());
            result.moved = moved;
            const std::lock_guard lock(mutex_);
            if (sinks_.done)
                sinks_.done(number, result);
        }
        tell(task, 1);
    }

    void tell(Task& task, double fraction) {
        const std::lock_guard lock(mutex_);
        sum_ += fraction - task.fraction;
        ended_ += fraction >= 1 && task.fraction < 1 ? 1 : 0;
        task.fraction = fraction;
        const auto now = std::chrono::steady_clock::now();
        const bool ended = fraction >= 1;
        if (!sinks_.progress || (!ended && now - told_ < std::chrono::milliseconds(100)))
            return;
        told_ = now;
        const double share = ended_ == tasks_.size() ? 1 : sum_ / static_cast<double>(tasks_.size());
        sinks_.progress({fmt::format("{} of {} plans", ended_, tasks_.size()), share, 0});
    }

    const Study& study_;
    const StudySources& sources_;
    const Knowledge& knowledge_;
    const StudySinks& sinks_;
    std::stop_token stop_;
    StudyResult result_;
    std::vector<Task> tasks_;
    double sum_ = 0;        ///< of the tasks' fractions
    std::size_t ended_ = 0; ///< tasks
    std::mutex mutex_;
    std::chrono::steady_clock::time_point told_{};
};

} // namespace

StudyResult run_study(const Study& study, const StudySources& sources, const Knowledge& knowledge,
                      const StudySinks& sinks, std::stop_token stop, int threads) {
    return Run(study, sources, knowledge, sinks, std::move(stop)).all(thread_count(threads));
}

} // namespace pipette
