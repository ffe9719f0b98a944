// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/parallel_config.h"

#include <vector>

namespace pipette {

// What the backward pass needs of the forward pass: folds over the tensors that the parts of a layer keep, by
// the habits of the job's framework (Fujii et al. 2024, section 3; Korthikanti et al. 2022, table 2).

/// What is kept of a layer.
enum class Keeps {
    checkpoint, ///< its input: all else is computed again
    rest,       ///< all but what the configuration's modules compute again
    offloadable ///< of the rest, the inputs of Offload::modules, which may go to the host
};

/// [part] bytes of activations that one GPU keeps of each part of a layer for one microbatch.
std::vector<double> activations_of_parts(const ModelLayers& layers, const TransformerModel& model,
                                         const TrainingJob& job, const ParallelConfig& config, Keeps keeps);

/// Bytes of activations that one GPU keeps of an encoder for one microbatch: of frozen layers none.
double encoder_activations(const EncoderParts& encoder, const TransformerModel& model, const TrainingJob& job,
                           const ParallelConfig& config);

/// [chunk] bytes of activations of all layers of a model chunk that may go to the host, for one microbatch.
std::vector<double> chunk_offloadable(const ModelLayers& layers, const TransformerModel& model,
                                      const TrainingJob& job, const ParallelConfig& config);

/// [chunk] bytes of activations that one GPU keeps of all layers of a model chunk for one
/// microbatch; of the first chunk with an encoder.
std::vector<double> chunk_activations(const ModelLayers& layers, const TransformerModel& model,
                                      const TrainingJob& job, const ParallelConfig& config);

} // namespace pipette
