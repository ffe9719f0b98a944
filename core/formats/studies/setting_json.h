// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/text/json_reader.h"
#include "core/study/setting.h"

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

namespace pipette {

/// `base` of a study file but for its goal: cluster or machine, wishes, model, job, limits and effort; what
/// is as usual is left out.
nlohmann::ordered_json setting_to_json(const StudySetting& setting);
/// `folder`: where a file of the model would lie. Throws InputError with file and JSON path.
StudySetting setting_from_json(const JsonValue& value, const std::filesystem::path& folder);

/// `goals` of a study file.
nlohmann::ordered_json goal_to_json(const TrainingGoal& goal);
/// Throws InputError.
TrainingGoal goal_from_json(const JsonValue& value);

} // namespace pipette
