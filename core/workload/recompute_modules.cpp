// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/recompute_modules.h"

#include <array>

namespace pipette {
namespace {

constexpr std::array<std::string_view, recompute_module_count> repeated_names{
    "core_attn", "layernorm", "mla_up_proj", "mlp", "moe", "moe_act", "shared_experts"};

} // namespace

std::span<const std::string_view> enum_names(RecomputeModule) {
    return repeated_names;
}

std::string_view name_of(RecomputeModule module) {
    return repeated_names[static_cast<std::size_t>(module)];
}

} // namespace pipette
