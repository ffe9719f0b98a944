// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/run_study.h"
#include "widgets/answer/answer.h"

namespace pipette {

struct ValidationReport;

/// What a study found: point_of_answer() with its figures, and other sizes. `running`: how much of
/// it is done, 0 to 1; empty: it does not run.
Answer answerOf(const Study& study, const StudyResult& result, std::optional<double> running);
Answer noStudyAnswer();
/// The place of point_of_answer() in the result; -1: there is none.
int pointOfAnswer(const StudyResult& result, const TrainingGoal& goal);

/// How good the estimates are on measured runs; null: none are open.
Answer answerOf(const ValidationReport* report);

} // namespace pipette
