// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/training_job.h"
#include "core/workload/transformer_model.h"

namespace pipette {

/// Numbers in the adapters of one layer, split as the matrices that they stand beside: r(in + out) for a
/// matrix of in x out elements (Hu et al. 2021, arXiv:2106.09685, section 4.1), queries, keys and values in
/// one and gate and what it gates in one. None where nothing is frozen.
LayerParameters adapter_parameters(const TransformerModel& model, const FineTuning& tuning, FeedForward kind);

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
