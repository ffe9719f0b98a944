// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/parallel_config.h"

#include <algorithm>
#include <vector>

namespace pipette {

/// What one GPU must send for a configuration, whatever its mapping. Bytes of one microbatch unless said
/// otherwise.
struct CommunicationVolume {
    /// Activation to the next chunk; 1/tp of it with sequence parallelism (Megatron's scatter-gather).
    double activation_bytes = 0;
    /// One tensor-parallel all-reduce of a layer's activation; with sequence parallelism an all-gather and a
    /// reduce-scatter of as many bytes, the same volume.
    double tp_bytes = 0;
    std::vector<double> tp_forward;  ///< [chunk] such all-reduces in the forward pass
    std::vector<double> tp_backward; ///< [chunk] in the backward pass, recomputation included
    /// One step of ring attention in the forward pass (keys and values of the own part of the sequence); the
    /// backward pass sends twice that. cp-1 steps a layer.
    double cp_step_bytes = 0;
    std::vector<double> layers;       ///< [chunk]
    std::vector<double> reduce_bytes; ///< [device] gradients reduced over dp*cp, an iteration; without ZeRO
                                      ///< both halves of their all-reduce
    std::vector<double> last_share;   ///< [device] 0 to 1, of reduce_bytes: complete only when the last
                                      ///< backward ends, the first layer's and the embedding's gradients
    std::vector<double> gather_bytes; ///< [device] parameters that come back (ZeRO-1)
    double tied_bytes =
        0; ///< gradient of the tied embedding, all-reduced between first and last device; else 0
};

/// Seconds of an exchange that do not hide. `reduce_share` of it is the reduction, which may start once a
/// layer's last backward is done: it hides behind `hidden_s` of the backward that follows, but for
/// `last_share` of it; the gather of the parameters hides behind nothing.
inline double exposed_exchange_s(double exchange_s, double reduce_share, double last_share, double hidden_s) {
    const double reduce = exchange_s * reduce_share;
    return exchange_s - reduce + std::max(reduce - hidden_s, reduce * last_share);
}

CommunicationVolume communication_volume(const TransformerModel& model, const TrainingJob& job,
                                         const ParallelConfig& config);

} // namespace pipette
