// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/space/offload_choice.h"

#include "core/framework/framework.h"
#include "core/framework/kept_activations.h"
#include "core/framework/optimizer.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace pipette {
namespace {

/// Activations that go to the host: a share of all, or of the inputs of some modules.
struct MovedActivations {
    double share = 0;
    OffloadModules modules = {};
    void set(ParallelConfig& config) const {
        config.offload.activations = share, config.offload.modules = modules;
    }
};

/// What the job's framework can send there, fewer bytes before more: some layers, else the inputs of modules.
/// Copies of all modules share the link, so that of two sets the one with fewer bytes is never slower.
std::vector<MovedActivations> moved_activations(const PlanInputs& inputs, const ParallelConfig& config) {
    std::vector<MovedActivations> moved;
    for (const double share : host_activation_shares(inputs.job, inputs.model, config))
        moved.push_back({share, {}});
    if (!moved.empty())
        return moved;
    const auto layers = layers_of(inputs.model);
    std::vector<std::pair<double, OffloadModules>> sets;
    for (const OffloadModules modules : host_modules(inputs.job, inputs.model, config)) {
        ParallelConfig some = config;
        some.offload.modules = modules;
        const std::vector<double> bytes = chunk_offloadable(*layers, inputs.model, inputs.job, some);
        sets.emplace_back(*std::max_element(bytes.begin(), bytes.end()), modules);
    }
    std::sort(sets.begin(), sets.end());
    for (const auto& [bytes, modules] : sets)
        moved.push_back({1, modules});
    return moved;
}

} // namespace

std::optional<ParallelConfig> cheapest_offload(const PlanInputs& inputs, const Knowledge& knowledge,
                                               const ParallelConfig& config, double gpu_bytes,
                                               const std::function<double(const ParallelConfig&)>& time_s) {
    const std::vector<NodeKind>& kinds = inputs.cluster->node_kinds;
    if (!std::all_of(kinds.begin(), kinds.end(), can_offload))
        return std::nullopt;
    const std::vector<MovedActivations> moved = moved_activations(inputs, config);
    std::vector<double> states{0};
    if (framework_of(inputs.job).host_updates && !optimizer_of(inputs.job).takes_matrices())
        states.insert(states.end(), std::begin(usual_offloads), std::end(usual_offloads));
    std::optional<ParallelConfig> best;
    double least_s = 0;
    const auto fits = [&](ParallelConfig some, const MovedActivations& activations) {
        activations.set(some);
        return check_memory(inputs, knowledge, some, gpu_bytes).fits();
    };
    for (const double share : states) {
        ParallelConfig some = config;
        some.offload.optimizer = share;
        const bool without = fits(some, {});
        const auto least = without ? moved.end()
                                   : std::partition_point(moved.begin(), moved.end(),
                                                          [&](const MovedActivations& activations) {
                                                              return !fits(some, activations);
                                                          });
        if (!without && least == moved.end())
            continue;
        (without ? MovedActivations{} : *least).set(some);
        if (const double s = time_s(some); !best || s < least_s)
            best = some, least_s = s;
        if (without)
            break;
    }
    return best;
}

} // namespace pipette
