// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/recompute_modules.h"

#include <algorithm>
#include <array>

namespace pipette {
namespace {

constexpr std::array<std::string_view, recompute_module_count> module_names{
    "core_attn", "layernorm", "mla_up_proj", "mlp", "moe", "moe_act", "shared_experts"};

} // namespace

std::string_view name_of(RecomputeModule module) {
    return module_names[static_cast<std::size_t>(module)];
}

std::optional<RecomputeModule> recompute_module_named(std::string_view name) {
    const auto known = std::find(module_names.begin(), module_names.end(), name);
    return known == module_names.end()
               ? std::nullopt
               : std::optional(static_cast<RecomputeModule>(known - module_names.begin()));
}

std::vector<std::string> names_of(RecomputeModules modules) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < module_names.size(); ++i)
        if (modules.has(static_cast<RecomputeModule>(i)))
            names.emplace_back(module_names[i]);
    return names;
}

std::string text_of(RecomputeModules modules) {
    std::string text;
    for (const std::string& name : names_of(modules))
        text += (text.empty() ? "" : "+") + name;
    return text;
}

std::optional<RecomputeModules> recompute_modules_named(std::string_view text) {
    constexpr std::string_view separators = "+, ";
    RecomputeModules modules;
    for (std::size_t at = text.find_first_not_of(separators); at < text.size();) {
        const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
        const auto module = recompute_module_named(text.substr(at, end - at));
        if (!module)
            return std::nullopt;
        modules = modules.with(*module);
        at = std::min(text.find_first_not_of(separators, end), text.size());
    }
    return modules;
}

std::string recompute_modules_known() {
    std::string text;
    for (std::size_t i = 0; i < module_names.size(); ++i)
        text += (i == 0 ? "" : i + 1 < module_names.size() ? ", " : " or ") + std::string(module_names[i]);
    return text;
}

} // namespace pipette
