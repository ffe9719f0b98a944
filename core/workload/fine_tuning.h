// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/training_job.h"
#include "core/workload/transformer_model.h"

namespace pipette {

/// Throws InputError (file empty, place = field) for adapters in a model with memory layers: nobody says
/// where they would stand.
void check(const TransformerModel& model, const FineTuning& tuning);

/// Of the whole model that a job trains: all, or those of adapters, multi-token prediction not counted.
double trained_parameters(const TransformerModel& model, const FineTuning& tuning);

/// Floating point operations of forward and backward of one of the job's sequences without recomputation,
/// causal attention counted in full over attended_tokens(). Of frozen matrices the gradients of inputs count,
/// not those of weights: twice the forward pass instead of three times; of adapters and attention all three.
double model_flops_per_sequence(const TransformerModel& model, const TrainingJob& job);

} // namespace pipette
