// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/text/json_reader.h"
#include "core/plan/plan.h"

#include <nlohmann/json_fwd.hpp>

namespace pipette {

/// A configuration and a candidate as in the plan document (help: formats.md). Numbers keep every bit.
/// The writers throw std::domain_error for a number that is not finite.
nlohmann::ordered_json config_to_json(const ParallelConfig& config);
/// `faults` (as in the cluster) and `assumed_links` [[from host, to host], ...] are there only where a
/// candidate meets any.
nlohmann::ordered_json candidate_to_json(const Cluster& cluster, const Candidate& candidate);

/// A list of names. Throws InputError for one that is no module.
RecomputeModules recompute_modules_from_json(const JsonValue& value);

/// Read back and checked against the inputs: sizes divide, GPUs exist and differ, and a
/// candidate's numbers do not contradict each other (see check_candidate). Unknown fields are ignored.
/// Throw InputError with file and JSON path.
ParallelConfig config_from_json(const JsonValue& value, const TransformerModel& model,
                                const TrainingJob& job);
Candidate candidate_from_json(const JsonValue& value, const PlanInputs& inputs);

/// ["host:local", ...] of every GPU of the cluster.
nlohmann::ordered_json gpu_names_to_json(const Cluster& cluster);

/// A number that a JSON document can hold. Throws std::domain_error naming `field` when it is not finite.
double finite(double value, const char* field);

} // namespace pipette
