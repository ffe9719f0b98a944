// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/text/json_reader.h"
#include "core/plan/plan.h"

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

namespace pipette {

/// `inputs` of the plan document: cluster, model, job, limits, budget, faults, start, pinned_ranks and top.
/// `beside` as in cluster_to_json().
nlohmann::ordered_json inputs_to_json(const PlanInputs& inputs, const std::filesystem::path& beside = {});

/// Read back and checked; `folder`: where a history file of the cluster would lie. Throws InputError with
/// file and JSON path.
PlanInputs inputs_from_json(const JsonValue& value, const std::filesystem::path& folder);
/// Of inputs whose cluster stands elsewhere.
PlanInputs inputs_from_json(const JsonValue& value, std::shared_ptr<const Cluster> cluster);

/// How a job trains, apart from its size and precision: framework, attention, what hides behind compute, how
/// tokens go to experts, fine-tuning.
nlohmann::ordered_json habits_to_json(const TrainingJob& job);
/// Takes those that are there, after the sequence length. Throws InputError.
void take_habits(TrainingJob& job, const JsonValue& value);
/// Their names.
inline constexpr std::string_view job_habits[]{"framework",
                                               "flash_attention",
                                               "overlap_gradient_exchange",
                                               "overlap_parameter_gather",
                                               "overlap_tensor_parallel",
                                               "dispatcher",
                                               "expert_imbalance",
                                               "overlap_expert_exchange",
                                               "lora_rank",
                                               "lora_targets",
                                               "mean_sequence",
                                               "cuda_graphs",
                                               "fp8_activation_inputs",
                                               "optimizer",
                                               "primary_weights"};

/// `limits` among them.
nlohmann::ordered_json limits_to_json(const SearchLimits& limits);
/// Throws InputError.
SearchLimits limits_from_json(const JsonValue& value);
/// `budget` among them.
nlohmann::ordered_json budget_to_json(const AnnealingBudget& budget);

} // namespace pipette
