// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/training_job.h"
#include "core/workload/transformer_model.h"

#include <nlohmann/json_fwd.hpp>

namespace pipette {

/// `model` of a plan and of an estimate: {"name", "parameters", "active_parameters", "flops_per_token"}, for
/// readers that do not know how a model's sizes make its figures. Operations are those of forward and
/// backward without recomputation, causal attention counted by half (flops_per_token()).
nlohmann::ordered_json model_figures_to_json(const TransformerModel& model, const TrainingJob& job);

} // namespace pipette
