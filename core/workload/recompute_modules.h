// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

std::string_view name_of(RecomputeModule module);
std::optional<RecomputeModule> recompute_module_named(std::string_view name);

/// A set of modules.
class RecomputeModules {
public:
    constexpr RecomputeModules() = default;
    constexpr RecomputeModules(std::initializer_list<RecomputeModule> modules) {
        for (const RecomputeModule module : modules)
            bits_ = static_cast<std::uint8_t>(bits_ | bit(module));
    }
    constexpr bool has(RecomputeModule module) const { return (bits_ & bit(module)) != 0; }
    /// Whether the two sets have a module in common.
    constexpr bool meets(RecomputeModules other) const { return (bits_ & other.bits_) != 0; }
    /// Whether all of these modules are in the other set.
    constexpr bool within(RecomputeModules other) const { return (bits_ & ~other.bits_) == 0; }
    constexpr bool empty() const { return bits_ == 0; }
    constexpr RecomputeModules with(RecomputeModule module) const {
        RecomputeModules more = *this;
        more.bits_ = static_cast<std::uint8_t>(more.bits_ | bit(module));
        return more;
    }
    constexpr auto operator<=>(const RecomputeModules&) const = default;

private:
    static constexpr std::uint8_t bit(RecomputeModule module) {
        return static_cast<std::uint8_t>(1U << static_cast<unsigned>(module));
    }
    std::uint8_t bits_ = 0;
};

std::vector<std::string> names_of(RecomputeModules modules);
/// "layernorm+moe_act": the names in the order above.
std::string text_of(RecomputeModules modules);
/// From names separated by '+', ',' or spaces; empty where one of them is no module.
std::optional<RecomputeModules> recompute_modules_named(std::string_view text);
std::string recompute_modules_known(); ///< "core_attn, layernorm, ... or shared_experts"

} // namespace pipette
