// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/candidate_timeline.h"

#include "core/base/grid.h"
#include "core/base/inks.h"
#include "core/base/input_error.h"
#include "core/schedule/schedule_family.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace pipette {
namespace {

void refuse_long(const ParallelConfig& config) {
    constexpr long most = 2'000'000;
    if (const long count = operation_count(schedule_size(config)); count > most)
        throw InputError(
            {}, "timeline",
            fmt::format("{} microbatches on {} devices are up to {} operations, more than the {} "
                        "that are drawn or traced one by one; a smaller global batch shows the "
                        "same pattern, of which the rest is repetitions",
                        config.microbatches(), config.pp, count, most));
}

/// What the chunks of the drawn replica wait for, named where some does.
std::vector<TimelineShare> shares_of(const PipelineCosts& costs, int replica) {
    const std::pair<std::string_view, const std::vector<double>*> parts[]{
        {name_of(Ink::recomputation), &costs.recompute},
        {name_of(Ink::tensor_parallel), &costs.tp},
        {name_of(Ink::context_parallel), &costs.cp},
        {name_of(Ink::expert_parallel), &costs.ep},
        {"sharded parameters", &costs.dp}};
    std::vector<TimelineShare> shares;
    for (const auto& [name, seconds] : parts) {
        if (seconds->empty())
            continue;
        TimelineShare share{std::string(name), {}};
        for (int chunk = 0; chunk < costs.chunks(); ++chunk)
            share.of_chunk.push_back(Grid(*seconds, costs.chunks())(replica, chunk) /
                                     (Grid(costs.forward, costs.chunks())(replica, chunk) +
                                      Grid(costs.backward, costs.chunks())(replica, chunk)));
        if (std::any_of(share.of_chunk.begin(), share.of_chunk.end(), [](double part) { return part > 0; }))
            shares.push_back(std::move(share));
    }
    return shares;
}

} // namespace

Timeline candidate_timeline(const PipelineCosts& costs, const ParallelConfig& config) {
    refuse_long(config);
    const ExactTime exact = exact_iteration(costs, config);
    Simulator simulator(make_schedule(config.schedule, schedule_size(config)));
    simulator.run(replica_times(costs, exact.replica), config.p2p);
    Timeline timeline = simulator.timeline();
    timeline.shares = shares_of(costs, exact.replica);
    for (int device = 0; device < costs.pp; ++device) {
        const double optimizer = Grid(costs.optimizer, costs.pp)(exact.replica, device);
        const double backward = simulator.last_backward_end(device);
        const double exchanged = backward + Grid(costs.exchange, costs.pp)(exact.replica, device);
        const double update = std::max(simulator.device_end(device), exchanged);
        if (exchanged > backward)
            timeline.tails.push_back(
                {device, std::string(name_of(Ink::gradient_exchange)), backward, exchanged});
        if (optimizer > 0)
            timeline.tails.push_back(
                {device, std::string(name_of(Ink::optimizer)), update, update + optimizer});
    }
    return timeline;
}

Timeline candidate_timeline(const PlanInputs& inputs, const ParallelConfig& config,
                            const RankMapping& mapping, const Calibration& calibration) {
    check(config, inputs.model, inputs.job);
    check(mapping, config.world(), inputs.cluster->gpu_count());
    const ConfigWork work = config_work(*inputs.cluster, inputs.model, inputs.job, config, calibration);
    return candidate_timeline(pipeline_costs(links_of(inputs), work, mapping), config);
}

} // namespace pipette
