// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/candidate_timeline.h"

#include <algorithm>

namespace pipette {

Timeline candidate_timeline(const PipelineCosts& costs, const ParallelConfig& config) {
    Simulator simulator = simulator_of(config);
    const ExactTime exact = exact_iteration(costs, config, simulator);
    simulator.run(replica_times(costs, exact.replica), config.p2p);
    Timeline timeline = simulator.timeline();
    for (int device = 0; device < costs.pp; ++device) {
        const std::size_t at = static_cast<std::size_t>(exact.replica) * static_cast<std::size_t>(costs.pp) +
                               static_cast<std::size_t>(device);
        const double backward = simulator.last_backward_end(device);
        const double exchanged = backward + costs.exchange[at];
        const double update = std::max(simulator.device_end(device), exchanged);
        if (exchanged > backward)
            timeline.tails.push_back({device, "gradient exchange", backward, exchanged});
        if (costs.optimizer[at] > 0)
            timeline.tails.push_back({device, "optimizer", update, update + costs.optimizer[at]});
    }
    return timeline;
}

Timeline candidate_timeline(const PlanInputs& inputs, const ParallelConfig& config,
                            const RankMapping& mapping, const Calibration& calibration) {
    check(config, inputs.model, inputs.job);
    check(mapping, config.world(), inputs.cluster.gpu_count());
    const ConfigWork work = config_work(inputs.cluster, inputs.model, inputs.job, config, calibration);
    return candidate_timeline(pipeline_costs(links_of(inputs), work, mapping), config);
}

} // namespace pipette
