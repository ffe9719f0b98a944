// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/precision.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace pipette {

/// What the backward pass computes again instead of keeping (Korthikanti et al. 2022).
enum class Recompute { none, selective, full };
std::string_view name_of(Recompute recompute);
std::optional<Recompute> recompute_named(std::string_view name);

/// Which matrices of a layer carry adapters.
enum class AdapterTargets {
    all,      ///< those of attention and of the network behind it, every expert's too
    attention ///< queries, keys, values and output
};
inline constexpr AdapterTargets all_adapter_targets[]{AdapterTargets::all, AdapterTargets::attention};
std::string_view name_of(AdapterTargets targets);
std::optional<AdapterTargets> adapter_targets_named(std::string_view name);

/// What fine-tuning does otherwise than pre-training. By default nothing (help: fine-tuning.md).
struct FineTuning {
    /// LoRA (Hu et al. 2021, arXiv:2106.09685, section 4.1): the model's weights are frozen, and two matrices
    /// of this rank beside each target are trained. 0: all weights are trained.
    int adapter_rank = 0;
    AdapterTargets targets = AdapterTargets::all;
    /// Tokens of one of the sequences that are packed into each of the job's, of which attention sees its own
    /// alone: the mean over tokens, sum of squares over sum. 0: not packed.
    int mean_sequence = 0;

    bool freezes_weights() const { return adapter_rank > 0; }
    bool operator==(const FineTuning&) const = default;
};

/// What the weights of matrices are kept as whose products cast them to 8 or 4 bits.
enum class PrimaryWeights {
    usual,         ///< as the framework does
    in_16_bits,    ///< in 16 bits, beside a cast copy where the framework keeps one
    low_precision, ///< as the products take them and nothing else (Megatron-LM's --fp8-param-gather)
};
std::string_view name_of(PrimaryWeights weights);
std::optional<PrimaryWeights> primary_weights_named(std::string_view name);
inline constexpr std::array all_primary_weights{PrimaryWeights::usual, PrimaryWeights::in_16_bits,
                                                PrimaryWeights::low_precision};

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
    /// The host launches whole layers, or the whole iteration, as CUDA graphs: single kernels cost it
    /// nothing.
    bool cuda_graphs = false;
    std::string optimizer = "adam"; ///< how parameters are updated: the name of an Optimizer
    PrimaryWeights primary_weights = PrimaryWeights::usual;
    /// The backward pass gets the input of a gated activation from a copy in 8 bits, whatever the precision
    /// (Megatron-Core, transformer_config.py: activation_func_fp8_input_store).
    bool fp8_activation_inputs = false;
    FineTuning tuning = {};
    bool operator==(const TrainingJob&) const = default;
};

/// Tokens that the last one of a sequence attends to: those of the sequence it was packed from, or all.
int attended_tokens(const TrainingJob& job);

/// For a person: "LoRA of rank 32 on all matrices", "sequences packed from 512 tokens", both, or empty.
std::string tuning_text(const FineTuning& tuning);
/// The same behind other words of a sentence: ", LoRA of rank 32 on all matrices".
std::string tuning_clause(const FineTuning& tuning);

/// Throws InputError (file empty, place = field) for sizes that are not positive or are absurd.
void check(const TrainingJob& job);

} // namespace pipette
