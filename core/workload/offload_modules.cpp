// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/offload_modules.h"

#include <array>

namespace pipette {
namespace {

constexpr std::array<std::string_view, offload_module_count> offloaded_names{
    "attn_norm", "qkv_linear", "core_attn", "attn_proj", "mlp_norm", "expert_fc1", "moe_act"};

} // namespace

std::span<const std::string_view> enum_names(OffloadModule) {
    return offloaded_names;
}

} // namespace pipette
