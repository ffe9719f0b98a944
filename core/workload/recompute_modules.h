// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/enum_set.h"

namespace pipette {

/// A module of a layer whose forward pass selective recomputation repeats in the backward pass, named as
/// Megatron-Core names it (megatron/core/transformer/transformer_config.py, recompute_modules).
enum class RecomputeModule : std::uint8_t {
    core_attn,      ///< scores, softmax and sums of values
    layernorm,      ///< norms that are kernels of their own
    mla_up_proj,    ///< projections from latent vectors to heads
    mlp,            ///< the network of dense layers
    moe,            ///< router, exchange of tokens, routed and shared experts
    moe_act,        ///< the activation function of routed experts
    shared_experts, ///< the network beside routed experts
};
inline constexpr int recompute_module_count = 7;

std::span<const std::string_view> enum_names(RecomputeModule);
std::string_view name_of(RecomputeModule module);

using RecomputeModules = EnumSet<RecomputeModule>;

} // namespace pipette
