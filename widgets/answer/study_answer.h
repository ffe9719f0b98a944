// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/run_study.h"
#include "widgets/answer/answer.h"

namespace pipette {

struct ValidationReport;

/// What a study found: the fewest GPUs that meet its deadline, else its fastest point. `running`: how much of
/// it is done, 0 to 1; empty: it does not run.
Answer answerOf(const Study& study, const StudyResult& result, std::optional<double> running);
Answer noStudyAnswer();
/// The point that this answer names; -1: none.
int pointOfAnswer(const StudyResult& result, const TrainingGoal& goal);

/// How good the estimates are on measured runs; null: none are open.
Answer answerOf(const ValidationReport* report);

} // namespace pipette
