// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/calibration.h"
#include "core/plan/parallel_config.h"

namespace pipette {

/// Seconds that one GPU computes for one microbatch on one layer, without any communication.
struct LayerTimes {
    double forward = 0;
    double backward = 0; ///< without recomputation
    double again = 0;    ///< part of forward that selective recomputation repeats
    double weights = 0;  ///< part of backward that is gradients of adapters; 0 where nothing is frozen
};

LayerTimes operator*(double count, const LayerTimes& one);
LayerTimes& operator+=(LayerTimes& sum, const LayerTimes& more);

/// One part of a layer by the roofline below. Products of experts are grouped: each takes at least as long as
/// its expert's matrices and tokens take from memory.
LayerTimes roofline_times(const PartTable& part, const TransformerModel& model, const TrainingJob& job,
                          const ParallelConfig& config, const FittedGpu& gpu);

/// Forward seconds of the projection before a layer of multi-token prediction.
double prediction_s(const TransformerModel& model, const TrainingJob& job, const ParallelConfig& config,
                    const FittedGpu& gpu);

/// The whole encoder in front of a model, and the projector behind it.
LayerTimes encoder_times(const TransformerModel& model, const TrainingJob& job, const ParallelConfig& config,
                         const FittedGpu& gpu);

/// Roofline with fitted efficiencies: matrix products at peak * efficiency, memory-bound operations at HBM
/// bandwidth * efficiency.
LayerTimes roofline_times(LayerKind kind, const TransformerModel& model, const TrainingJob& job,
                          const ParallelConfig& config, const FittedGpu& gpu);

/// Forward attention of one step of a context-parallel ring, seconds: the causal half of a part of the
/// sequence against another part.
double ring_attention_s(const TransformerModel& model, const TrainingJob& job, const ParallelConfig& config,
                        const FittedGpu& gpu);

/// The measured time where the profile holds the size. Elsewhere the roofline times how far measured times
/// are from it, pass by pass: at the tp and sequence nearest to the asked ones (in the logarithm, the tp
/// first), between two micro batches interpolated in the logarithm of both, beyond them as at the last. A
/// kind of layer that was not measured keeps the roofline.
LayerTimes profiled_times(const LayerProfile& profile, LayerKind kind, const TransformerModel& model,
                          const TrainingJob& job, const ParallelConfig& config, const FittedGpu& gpu);

} // namespace pipette
