// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/links.h"
#include "core/plan/plan.h"
#include "core/plan/stages/stage_reason.h"

#include <vector>

namespace pipette {

/// Why the stages of a candidate have their layers and their GPUs: each with one layer more, and in the place
/// of a stage on another kind of GPUs, evaluated as a plan of its own. `links`: links_of(plan.inputs). Empty
/// where the candidate uses GPUs of one kind or has no figures of memory, and where the plan does not hold
/// the calibration that it was made with.
std::vector<StageReason> find_stage_reasons(const Plan& plan, const Candidate& candidate, const Links& links);

/// Kinds of GPUs that a candidate uses none of though it may, and what using them would cost: of the plan's
/// own candidates and the other planners' plans, the fastest that has some. Empty where the plan does not
/// hold its calibration.
std::vector<IdleKind> find_idle_kinds(const Plan& plan, const Candidate& candidate);

} // namespace pipette
