// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <string>
#include <vector>

namespace pipette {

/// The document of `pipette estimate --json`: {"model", "gpus", "candidate", "assumptions", "calibrations"};
/// the model's figures, what was assumed, and by which calibration, as in a plan document.
std::string estimate_to_text(const PlanInputs& inputs, const Candidate& candidate,
                             const std::vector<std::string>& assumptions,
                             const std::vector<CalibrationUse>& calibrations);

} // namespace pipette
