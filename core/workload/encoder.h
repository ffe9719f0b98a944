// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/training_job.h"
#include "core/workload/transformer_model.h"

namespace pipette {

// An encoder in front of a model. The first pipeline stage computes the encoder, ahead of the stage's layers
// (help: encoders.md). Every function here needs a model that has an encoder.

/// The encoder's layers as a model of their own. A patch attends to the patches before it and behind it.
TransformerModel encoder_layers(const TransformerModel& model);

/// The job as the encoder's layers see it: a sequence is what the encoder gets for one sequence of the model,
/// packed from the images or sounds in it.
TrainingJob encoder_job(const TrainingJob& job, const TransformerModel& model);

/// Whether training leaves the encoder's layers as they are, because the encoder is frozen, or because the
/// job trains nothing but adapters.
bool freezes_encoder(const TransformerModel& model, const TrainingJob& job);

double
encoder_parameters(const TransformerModel& model); ///< of its layers, patch vectors, positions and projector

/// Floating point operations of one sequence's forward pass through the encoder and its projector. A patch
/// attends to all patches of its image.
double encoder_forward_flops(const TransformerModel& model);
/// Those of both passes in training, without the gradients of frozen layers.
double encoder_flops(const TransformerModel& model, const TrainingJob& job);

/// For a person: "encoder of 24 layers, 0.30 B parameters, frozen, 576 patches a sequence"; empty without.
std::string encoder_text(const TransformerModel& model);

/// Throws InputError (file empty, place = "encoder.field") unless sizes are positive, bounded and divide.
void check(const Encoder& encoder);

} // namespace pipette
