// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/precision.h"

#include <optional>
#include <string>
#include <string_view>

namespace pipette {

/// What the backward pass computes again instead of keeping (Korthikanti et al. 2022).
enum class Recompute { none, selective, full };
std::string_view name_of(Recompute recompute);
std::optional<Recompute> recompute_named(std::string_view name);

/// What is trained, apart from the model: the work that every configuration must do.
struct TrainingJob {
    int global_batch = 0;    ///< sequences an iteration
    int sequence_length = 0; ///< tokens a sequence
    Precision precision = Precision::bf16;
    /// Training framework whose habits (gradient precision, kept activations, overlap) the estimates follow:
    /// the name of a Framework, or of a calibration entry of one's own.
    std::string framework = "megatron";
    /// Fused attention kernels where GPU and precision allow them, else every head's scores go through
    /// memory.
    bool flash_attention = true;
    // What hides behind compute beside what the framework hides by itself (overlap_of()).
    bool overlap_gradient_exchange = false; ///< gradients are reduced beside the remaining backward
    bool overlap_parameter_gather = false;  ///< ZeRO's parameters come back beside the next forward
    /// Gathers and scatters of sequence parallelism go on beside the products.
    bool overlap_tensor_parallel = false;
    std::string dispatcher = "alltoall"; ///< how tokens go to experts: the name of a Dispatcher
    /// Tokens of the fullest expert GPU over the mean: 1 is balanced.
    double expert_imbalance = 1;
    bool overlap_expert_exchange = false; ///< what goes to experts hides behind another microbatch
    bool operator==(const TrainingJob&) const = default;
};

/// Throws InputError (file empty, place = field) for sizes that are not positive or are absurd.
void check(const TrainingJob& job);

} // namespace pipette
