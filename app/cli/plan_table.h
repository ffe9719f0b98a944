// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <string>

namespace pipette {

/// What was planned: cluster, model, job, size of the searched space.
std::string plan_heading(const Plan& plan);

/// Ours by iteration time, then the baselines. The number of a row, or the planner of a baseline, is what
/// `export --candidate` takes.
std::string plan_table(const Plan& plan);

/// By which calibration times were computed and what was assumed, one line each; empty when there is nothing
/// to say.
std::string plan_notes(const Plan& plan);

/// Why there is no candidate, in one line for standard error.
std::string nothing_feasible_text(const Plan& plan);

/// "8412.3 ms"
std::string milliseconds(double seconds);
/// "safe  71 %": the worst verdict and the fullest GPU by the upper estimate.
std::string memory_text(const Candidate& candidate);
/// "249.3 k"
std::string tokens_text(double tokens_per_s);

} // namespace pipette
