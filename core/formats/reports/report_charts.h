// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/reports/report.h"
#include "core/plan/candidate.h"
#include "core/study/run_study.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pipette {

/// A candidate beside others, by the name that it has there.
struct ShownCandidate {
    std::string name;
    const Candidate* candidate;
};

/// The parts of every pipeline device's memory against the GPU's.
ReportChart memory_chart(const Candidate& candidate);

/// Where the time of one iteration goes.
ReportChart breakdown_chart(const std::vector<ShownCandidate>& candidates);

/// How every device spends the step until the last operation ends: computing, and idle before its first
/// operation, between, and after its last.
ReportChart idle_chart(const ReportStep& step);

// Charts of a study say in their title where a cluster is assumed and what its money is; a deadline is a line
// in each that shows days.

/// Tokens/s over the GPUs that are used, and what linear scaling from the fewest would give; empty with fewer
/// than two numbers of GPUs.
std::optional<ReportChart> gpus_chart(const StudyResult& result, const ChartRoom& room = {});

/// What the goal asks for over the GPUs that are used: days with their range and the deadline, or money and
/// the budget; gpus_chart() where it asks for neither.
std::optional<ReportChart> goal_chart(const StudyResult& result, const TrainingGoal& goal,
                                      const ChartRoom& room = {});

/// Days, money and efficiency against linear over the GPUs that are used, one below the other; empty with
/// fewer than two numbers of GPUs.
std::optional<ReportChart> outcome_chart(const StudyResult& result, const TrainingGoal& goal,
                                         const ChartRoom& room = {});

/// Days (or the time of a step) and money of every point, side by side; empty with fewer than two.
std::optional<ReportChart> points_chart(const StudyResult& result, const TrainingGoal& goal,
                                        const ChartRoom& room = {});

/// Money over days, the Pareto front joined; empty with fewer than two points of known price.
std::optional<ReportChart> front_chart(const StudyResult& result, const TrainingGoal& goal,
                                       const ChartRoom& room = {});

/// What changes most; empty where nobody asked.
std::optional<ReportChart> swings_chart(const Study& study, const StudyResult& result,
                                        const ChartRoom& room = {});

} // namespace pipette
