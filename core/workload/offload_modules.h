// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/enum_set.h"

namespace pipette {

/// A module of a layer whose input goes to the host after the forward pass and comes back for the backward
/// pass, named as Megatron-Core names it (docs/user-guide/features/fine_grained_activation_offloading.md).
enum class OffloadModule : std::uint8_t {
    attn_norm,  ///< the norm before attention: the input of the layer
    qkv_linear, ///< the projection to queries, keys and values
    core_attn,  ///< attention itself: queries, keys, values and what comes out
    attn_proj,  ///< the projection behind attention; its input is what core_attn gives
    mlp_norm,   ///< the norm before the network: the residual behind attention
    expert_fc1, ///< the first product of routed experts
    moe_act,    ///< the activation function of routed experts
};
inline constexpr int offload_module_count = 7;

std::span<const std::string_view> enum_names(OffloadModule);

using OffloadModules = EnumSet<OffloadModule>;

} // namespace pipette
