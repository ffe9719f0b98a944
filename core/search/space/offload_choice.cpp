// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/space/offload_choice.h"

#include "core/framework/framework.h"
#include "core/framework/optimizer.h"

#include <algorithm>
#include <vector>

namespace pipette {

std::optional<ParallelConfig> cheapest_offload(const PlanInputs& inputs, const Knowledge& knowledge,
                                               const ParallelConfig& config, double gpu_bytes,
                                               const std::function<double(const ParallelConfig&)>& time_s) {
    const std::vector<NodeKind>& kinds = inputs.cluster->node_kinds;
    if (!std::all_of(kinds.begin(), kinds.end(), can_offload))
        return std::nullopt;
    const std::vector<double> activations = host_activation_shares(inputs.job, inputs.model, config);
    std::vector<double> states{0};
    if (framework_of(inputs.job).host_updates && !optimizer_of(inputs.job).takes_matrices())
        states.insert(states.end(), std::begin(usual_offloads), std::end(usual_offloads));
    std::optional<ParallelConfig> best;
    double least_s = 0;
    const auto fits = [&](ParallelConfig some, double share) {
        some.offload.activations = share;
        return check_memory(inputs, knowledge, some, gpu_bytes).fits();
    };
    for (const double share : states) {
        ParallelConfig some = config;
        some.offload.optimizer = share;
        const bool without = fits(some, 0);
        const auto least = without ? activations.end()
                                   : std::partition_point(activations.begin(), activations.end(),
                                                          [&](double moved) { return !fits(some, moved); });
        if (!without && least == activations.end())
            continue;
        some.offload.activations = without ? 0 : *least;
        if (const double s = time_s(some); !best || s < least_s)
            best = some, least_s = s;
        if (without)
            break;
    }
    return best;
}

} // namespace pipette
