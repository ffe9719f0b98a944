// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_table.h"
#include "widgets/evidence/logged_runs.h"

namespace pipette {

/// What the run is held against there; null: nothing.
const LogAgainstPlan* againstOf(const LoggedRunShown& run, HeldAgainst held);

/// What the run is held against unless a person says otherwise: the plan, or, where that is of another job,
/// the run's own prediction if there is one.
HeldAgainst usuallyHeld(const LoggedRunShown& run);

/// A row for each run: steps, median step, predicted, error, memory, what was left out.
ChartTable::Content runsContent(const LogsShown& shown);
/// A row for each part of the step; empty where the log has no timers.
ChartTable::Content partsContent(const LogAgainstPlan* against);
/// What is slower, since when and why, in sentences; else why nothing can be said.
QString againstText(const LoggedRunShown& run, HeldAgainst held);
/// What the log does not tell, what the plan told instead, and where the two differ; empty: nothing.
QString gapsText(const LoggedRunShown& run);

} // namespace pipette
