// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/training_job.h"
#include "core/workload/transformer_model.h"

namespace pipette {

// An encoder in front of a model. The first pipeline stage computes the encoder, ahead of the stage's layers
// (help: encoders.md). Every function here needs a model that has an encoder.

/// The encoder's layers as a model of their own. They attend to what comes before and after, and carry
/// biases.
TransformerModel encoder_layers(const TransformerModel& model);

/// The job as the encoder's layers see it: a sequence is what the encoder gets for one sequence of the model,
/// packed from the images or sounds in it.
TrainingJob encoder_job(const TrainingJob& job, const TransformerModel& model);

/// Whether the encoder's layers stay as they are: its own, or all of the model's weights are frozen.
bool freezes_encoder(const TransformerModel& model, const TrainingJob& job);

double encoder_parameters(const TransformerModel& model); ///< with its ends

/// Floating point operations of one sequence's forward pass through the encoder and its ends. A patch attends
/// to all of its image.
double encoder_forward_flops(const TransformerModel& model);
/// Forward and backward, without the gradients that nothing asks for. `all_frozen`: nothing of the model but
/// adapters is trained.
double encoder_flops(const TransformerModel& model, const TrainingJob& job);

/// For a person: "encoder of 24 layers, 0.30 B parameters, frozen, 576 patches a sequence"; empty without.
std::string encoder_text(const TransformerModel& model);

/// Throws InputError (file empty, place = "encoder.field") unless sizes are positive, bounded and divide.
void check(const Encoder& encoder);

} // namespace pipette
