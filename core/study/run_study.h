// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/search/rounds/planner.h"
#include "core/study/planned_point.h"
#include "core/study/study.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace pipette {

/// A point and what came of it.
struct PointResult {
    StudyPoint at;
    PlannedPoint planned;
    Outcome outcome;                      ///< where there is a plan
    std::vector<std::string> assumptions; ///< of plan and outcome
    bool done = false;                    ///< false: the study was stopped before
    bool assumed_cluster = false;         ///< its cluster, or some of it, is not there
    bool meets_deadline = false;          ///< by the estimate itself, whatever its range
    Deadline deadline = Deadline::none;   ///< by its range
    bool moved = false;                   ///< planned for the sensitivity alone: no choice that anybody has
};

/// `at` with what planning it gave, on `cluster` (null where there is no plan).
PointResult result_of(StudyPoint at, PlannedPoint planned, const Cluster* cluster, const TrainingGoal& goal);

/// The same for a point of a study, with the study's goals there and the nodes that the point does without.
PointResult result_at(const Study& study, StudyPoint at, PlannedPoint planned, const Cluster* cluster);

/// Where a running study reports to; every member may be empty. Called from worker threads, one call at a
/// time.
struct StudySinks {
    ProgressSink progress;
    std::function<void(std::size_t number, const PointResult& result)> done; ///< of points_of()
    PlanStore store{};
};

/// Every point in the order of points_of().
struct StudyResult {
    std::vector<PointResult> points;
    std::vector<std::size_t> pareto; ///< points that no other beats in days and money, by days
    bool stopped_early = false;
    std::string not_kept; ///< why finished plans are not kept; empty: they are, or nobody asked
};

/// Plans every point; points that differ in prices and goals alone share a plan. The result does not depend
/// on `threads` (0: what the machine has), each of which plans a point of its own. A point that cannot be
/// planned says why; only a study that makes no sense throws InputError.
StudyResult run_study(const Study& study, const StudySources& sources, const Knowledge& knowledge,
                      const StudySinks& sinks = {}, std::stop_token stop = {}, int threads = 0);

/// Whether some of the planned points are on clusters that are not there: whatever shows them says so.
bool any_assumed(const StudyResult& result);

/// What the points assume, each line once; moved points are left out.
std::vector<std::string> assumptions_of(const StudyResult& result);

/// The days at both ends of the estimate's range: "40.6-67.7"; "-" where nobody knows them.
std::string days_range_text(const PointResult& point);

/// Every axis that some point sets, in order; moved points are left out.
std::vector<std::string> axes_of(const StudyResult& result);

/// Indices of the results that no other beats in days and money, by days; moved ones are left out.
std::vector<std::size_t> pareto_front(const std::vector<PointResult>& points);

/// What moving one factor down and up does, as shares of what it is at the base: 0.04 is 4 % more.
struct Swing {
    std::string axis;
    double share = 0;                         ///< by which it was moved
    std::optional<double> time_down, time_up; ///< of the days (of the step's time, without tokens)
    std::optional<double> cost_down, cost_up;
    double widest() const; ///< the largest change of either
};

/// Of a study that asked for sensitivity, the widest first; empty where the base has no result.
std::vector<Swing> swings_of(const Study& study, const StudyResult& result);

/// Tokens/s of one GPU over those of one where the fewest are used, of the points that differ in GPUs alone:
/// 1 is linear. Empty for points without a plan.
std::vector<std::optional<double>> efficiencies(const StudyResult& result);

} // namespace pipette
