// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/axis.h"
#include "core/workload/offload_modules.h"
#include "core/workload/recompute_modules.h"

#include <optional>
#include <string_view>
#include <vector>

namespace pipette {

/// How many rows (one a token, or one a copy of a token) of one microbatch a GPU works on.
struct TokenRows {
    double per_token = 1;  ///< rows for each token of the microbatch
    Axis cut = axis::none; ///< each rank along this axis has an equal part of the rows
    /// While the part works, each rank along these axes holds the rows of all ranks along them.
    Axis gathered = axis::none, gathered_too = axis::none;
    /// Routed to experts: the fullest GPU has TrainingJob::expert_imbalance times as many rows.
    bool routed = false;
};

inline constexpr TokenRows every_token{};
inline constexpr TokenRows sequence_part{.cut = axis::sequence};
inline constexpr TokenRows own_tokens{.cut = axis::tp};

/// Which kind of LoRA target a matrix is (TrainingJob's AdapterTargets).
enum class AdapterPlace { nowhere, attention, network };

/// A matrix product of a part of a layer: each row of `in` elements meets a matrix of in x out.
struct Product {
    std::string_view name;
    double in = 0, out = 0; ///< elements of a row on both sides, before any axis cuts them
    Axis in_cut = axis::none, out_cut = axis::none;
    TokenRows rows = {};
    double alike = 1; ///< matrices of this shape that every row meets
    /// How many matrices of this shape there are, where each row meets only one of them (experts). The ranks
    /// along `sets_cut` share the matrices out. Two or more matrices run as one grouped product.
    double sets = 1;
    Axis sets_cut = axis::none;
    bool casts = true;   ///< the product runs in the job's precision; false: in 16 bits
    bool counted = true; ///< the model's FLOPs include the product; those of a router are left out
    /// Share of its time that is spent again where the framework keeps every second product's output.
    double again = 0;
    AdapterPlace adapters = AdapterPlace::nowhere;
    RecomputeModules modules = {}; ///< recomputation of any of them repeats the product
};

/// Trained numbers beside the matrices of products: norms, biases, tables.
struct Weights {
    std::string_view name;
    double elements = 0; ///< of one set
    Axis cut = axis::none, cut_too = axis::none;
    double sets = 1; ///< each token meets `met` of so many sets; the ranks along `sets_cut` share them out
    Axis sets_cut = axis::none;
    double met = 1;
    bool counted = false;      ///< the model's FLOPs include a multiplication and an addition for each number
    bool once_a_model = false; ///< all layers with this part use the same numbers
};

/// Elements that a part reads or writes beside its products.
struct MemoryTraffic {
    std::string_view name;
    double forward = 0, backward = 0; ///< elements a row
    Axis cut = axis::none;
    TokenRows rows = {};
    /// What the elements are: kept ones, those that a product's precision casts, or those of grouped
    /// products.
    enum Kind { kept, cast, grouped_cast, sorted } kind = kept;
    bool again = true;   ///< repeated where the framework keeps every second product's output
    double repeated = 0; ///< elements a row that recomputation of any of `modules` moves again
    RecomputeModules modules = {};
};

/// A tensor that the backward pass needs, kept from the forward pass of each microbatch.
struct KeptTensor {
    std::string_view name;
    double elements = 0; ///< of a row
    /// Elements that are kept where the framework keeps every second product's output and no more.
    double every_second = 0;
    Axis cut = axis::none;
    TokenRows rows = {};
    double bytes = 0;              ///< of an element; 0: of the job's precision
    RecomputeModules modules = {}; ///< recomputation of any of them frees the tensor
    OffloadModules inputs_of = {}; ///< the tensor goes to the host with the inputs of any of them
    /// The input of a product that casts: frameworks whose products keep their inputs in the precision of the
    /// product keep it so.
    bool low_precision = false;
    /// The input of an activation: in 8 bits where the job asks for it (TrainingJob::fp8_activation_inputs),
    /// unless recomputation of one of these modules starts from it.
    bool of_activation = false;
    RecomputeModules starts = {};
    enum When {
        always,
        checkpoint,         ///< it is kept by full recomputation, too
        weights_train,      ///< only the gradients of the network's own weights ask for it
        before_rotary,      ///< only frameworks keep it that keep what comes before the rotary embedding
        fused_attention,    ///< only where kernels keep scores to themselves
        unfused_activation, ///< only frameworks keep it whose gate and product are kernels of their own
        weighted_last,      ///< only frameworks keep it that weigh what comes back from experts
    } when = always;
};

/// Messages that a part of a layer makes ranks exchange in each pass.
struct PartMessage {
    std::string_view name;
    enum Kind { gather, scatter, all_to_all } kind = gather;
    Axis along = axis::none, along_too = axis::none;
    double forward_calls = 0, backward_calls = 0;
    double elements = 0; ///< of a row, of the message that one member sends or gets in one call
    TokenRows rows = {};
    double bytes = 0; ///< of an element; 0: of the job's precision
};

/// The core of attention: scores of queries against keys, their softmax, and the sum of values.
struct AttentionCore {
    double query = 0, key = 0, value = 0, output = 0; ///< elements a token, all heads together
    double heads = 0, kv_heads = 0;
    bool windowed = false; ///< a token attends to the model's sliding window alone
    bool causal = true;    ///< a token attends to those before it; false: to all of its sequence
};

/// Tokens go to experts and back by the job's dispatcher.
struct TokenDispatch {
    double elements = 0;           ///< of one token
    int choices = 0, experts = 0;  ///< a token goes to `choices` of so many experts
    RecomputeModules modules = {}; ///< recomputation of any of them repeats the exchange
};

/// What one part of a layer is made of. Parameters, operations, times, activations, adapters and messages
/// are folds over these rows.
struct PartTable {
    std::vector<Product> products;
    std::vector<Weights> weights;
    std::vector<MemoryTraffic> traffic;
    std::vector<KeptTensor> kept;
    std::vector<PartMessage> messages;
    /// Times a pass that tensor parallelism gathers what goes in and adds up what comes out.
    int tensor_sums = 0;
    RecomputeModules sums_modules = {}; ///< recomputation of any of them repeats these sums
    std::optional<AttentionCore> core;
    std::optional<TokenDispatch> dispatch;
};

} // namespace pipette
