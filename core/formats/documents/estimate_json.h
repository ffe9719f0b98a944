// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"
#include "core/plan/calibration_use.h"
#include "core/plan/candidate.h"

#include <string>
#include <vector>

namespace pipette {

/// The document of `pipette estimate --json`: {"gpus", "candidate", "assumptions", "calibrations"}; what was
/// assumed, and by which calibration, as in a plan document.
std::string estimate_to_text(const Cluster& cluster, const Candidate& candidate,
                             const std::vector<std::string>& assumptions,
                             const std::vector<CalibrationUse>& calibrations);

} // namespace pipette
