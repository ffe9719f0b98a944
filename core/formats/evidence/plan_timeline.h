// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/calibration.h"
#include "core/plan/plan.h"
#include "core/schedule/timeline.h"

#include <optional>

namespace pipette {

/// The timeline of one of the plan's candidates from what the plan's times came from: what it holds of that,
/// else `named`, else the calibration that comes with the program. It ends at the candidate's iteration time.
/// Throws InputError that says what is missing where neither gives that time, and where `named` is another
/// calibration than the plan's.
Timeline plan_timeline(const Plan& plan, const Candidate& candidate,
                       const std::optional<Calibration>& named = std::nullopt);

/// Throws InputError when a timeline does not end at the candidate's iteration time: it was made from other
/// figures.
void check_ends(const Timeline& timeline, const Candidate& candidate);

} // namespace pipette
