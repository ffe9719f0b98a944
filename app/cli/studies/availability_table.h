// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/availability/run_availability.h"

#include <string>

namespace pipette {

/// The answer about GPUs that come and go, for a terminal: the sentences, a row a period of the best choice,
/// a row a policy, what was assumed.
std::string availability_text(const AvailabilityQuestion& question, const AvailabilityResult& result);

/// "96 GPUs: 512.3 ms a step (pp=4 tp=8 dp=3)": a planned set in half a line.
std::string set_note(const PlannedSet& set);

} // namespace pipette
