// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"
#include "core/cost/calibration.h"
#include "core/formats/text/json_reader.h"
#include "core/plan/calibration_use.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace pipette {

/// What the estimates for jobs of `framework` take for each kind of GPU of the cluster, in the order of the
/// node kinds. `file`: that the calibration was read from; empty: it comes with the program.
std::vector<CalibrationUse> calibrations_used(const Cluster& cluster, const std::string& framework,
                                              const Calibration& calibration, const std::string& file = {});

/// `calibrations` of the plan document: a list, an object a kind of GPU. The reader throws InputError.
nlohmann::ordered_json calibrations_used_to_json(const std::vector<CalibrationUse>& uses);
std::vector<CalibrationUse> calibrations_used_from_json(const JsonValue& list, const Cluster& cluster);

} // namespace pipette
