// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/text/json_reader.h"
#include "core/plan/plan.h"

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

namespace pipette {

/// `inputs` of the plan document: cluster, model, job, limits, budget, faults, start, pinned_ranks and top.
nlohmann::ordered_json inputs_to_json(const PlanInputs& inputs);

/// Read back and checked; `folder`: where a history file of the cluster would lie. Throws InputError with
/// file and JSON path.
PlanInputs inputs_from_json(const JsonValue& value, const std::filesystem::path& folder);
/// Of inputs whose cluster stands elsewhere.
PlanInputs inputs_from_json(const JsonValue& value, std::shared_ptr<const Cluster> cluster);

/// `limits` among them.
nlohmann::ordered_json limits_to_json(const SearchLimits& limits);
/// Throws InputError.
SearchLimits limits_from_json(const JsonValue& value);

} // namespace pipette
