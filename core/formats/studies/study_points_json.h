// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/run_study.h"

#include <nlohmann/json_fwd.hpp>

namespace pipette {

class JsonValue;

/// What planning a point gave: `best`, else `failed`, and `assumptions`.
nlohmann::ordered_json planned_to_json(const PlannedPoint& planned, const Cluster& cluster);
/// `inputs`: those that it was planned on. Throws InputError.
PlannedPoint planned_from_json(const JsonValue& value, const PlanInputs& inputs);

/// The points of a study, one for each of points_of(): what planning it gave, null where it is not planned.
nlohmann::ordered_json study_points_to_json(const Study& study, const StudySources& sources,
                                            const StudyResult& result);
/// Read back: what follows from the plans is worked out again. A point whose cluster or model is no longer
/// found is not planned. Throws InputError for what is no such list.
StudyResult study_points_from_json(const JsonValue& value, const Study& study, const StudySources& sources);

} // namespace pipette
