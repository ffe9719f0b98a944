// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/calibration.h"
#include "core/formats/reports/candidate_tables.h"
#include "core/formats/reports/report.h"
#include "core/plan/plan.h"
#include "core/study/run_study.h"
#include "core/study/size_search.h"

#include <optional>

namespace pipette {

/// Tells the reader of a report what its ranges mean.
inline constexpr const char* range_note =
    "Range: four in five measured runs that no fit had seen lay in such a range.";

/// A plan and one of its candidates: question, answer, what was assumed and what it was made with, where time
/// and memory go, the other candidates and the pinned ones, how to launch it. The Gantt chart is that of
/// plan_timeline().
Report plan_report(const Plan& plan, const Candidate& candidate,
                   const std::optional<Calibration>& calibration = std::nullopt,
                   const std::vector<PinnedCandidate>& pinned = {});

/// A study and its results: question, answer, curves, every point, what was assumed. A study that has not run
/// says so. `program`: version and commit of what writes the report.
Report study_report(const Study& study, const StudySources& sources, const StudyResult& result,
                    const std::string& program);

/// The same of a search for the fewest GPUs that reach the goal of `base`.
Report size_report(const StudySetting& base, const StudySources& sources, const SizeAnswer& sizes,
                   const std::string& program);

} // namespace pipette
