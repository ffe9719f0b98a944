// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/space/offload_choice.h"

#include "core/framework/framework.h"
#include "core/framework/optimizer.h"

#include <algorithm>
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

/// The choices of activations worth a look in a configuration. Where the framework sends layers: the fewest
/// layers that fit, because more layers cost more. Where it sends inputs of modules: every set of modules
/// that fits, because the memory that a set frees and the time that it costs differ from stage to stage.
template <class Fits>
std::vector<MovedActivations> worth_a_look(const PlanInputs& inputs, const ParallelConfig& config,
                                           const Fits& fits) {
    const std::vector<double> shares = host_activation_shares(inputs.job, inputs.model, config);
    std::vector<MovedActivations> found;
    const auto least = std::partition_point(shares.begin(), shares.end(), [&](double share) {
        return !fits({share, {}});
    });
    if (least != shares.end())
        found.push_back({*least, {}});
    if (shares.empty())
        for (const OffloadModules modules : host_modules(inputs.job, inputs.model, config))
            if (fits({1, modules}))
                found.push_back({1, modules});
    return found;
}

} // namespace

std::optional<ParallelConfig> cheapest_offload(const PlanInputs& inputs, const Knowledge& knowledge,
                                               const ParallelConfig& config, double gpu_bytes,
                                               const std::function<double(const ParallelConfig&)>& time_s) {
    const std::vector<NodeKind>& kinds = inputs.cluster->node_kinds;
    if (!std::all_of(kinds.begin(), kinds.end(), can_offload))
        return std::nullopt;
    std::vector<double> states{0};
    if (framework_of(inputs.job).host_updates && !optimizer_of(inputs.job).takes_matrices())
        states.insert(states.end(), std::begin(usual_offloads), std::end(usual_offloads));
    std::optional<ParallelConfig> best;
    double least_s = 0;
    for (const double share : states) {
        ParallelConfig some = config;
        some.offload.optimizer = share;
        const auto fits = [&](const MovedActivations& activations) {
            ParallelConfig tried = some;
            activations.set(tried);
            return check_memory(inputs, knowledge, tried, gpu_bytes).fits();
        };
        const bool without = fits({});
        for (const MovedActivations& activations :
             without ? std::vector{MovedActivations{}} : worth_a_look(inputs, config, fits)) {
            activations.set(some);
            if (const double s = time_s(some); !best || s < least_s)
                best = some, least_s = s;
        }
        if (without)
            break;
    }
    return best;
}

} // namespace pipette
