// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/grid.h"
#include "core/cost/iteration_time.h"

#include <algorithm>

namespace pipette {
namespace {

/// Sums over one replica that the published formulas are made of. Seconds of one microbatch.
struct PipelineSums {
    double computing = 0; ///< sum of X = forward + backward over the devices
    double slowest = 0;   ///< largest X of a device
    double sending = 0;   ///< sum of 2P = activation there and gradient back over the boundaries
};

PipelineSums sums_of(const PipelineCosts& costs, const ParallelConfig& config, int replica) {
    const auto of = [&](const std::vector<double>& values, int chunk) {
        return Grid(values, costs.chunks())(replica, chunk);
    };
    std::vector<double> device(index(costs.pp), 0);
    PipelineSums sums;
    for (int chunk = 0; chunk < costs.chunks(); ++chunk) {
        const double pass = of(costs.forward, chunk) + of(costs.backward, chunk);
        device[index(device_of_chunk(config, chunk))] += pass;
        sums.computing += pass;
        sums.sending += of(costs.send_forward, chunk) + of(costs.send_backward, chunk);
    }
    sums.slowest = *std::max_element(device.begin(), device.end());
    return sums;
}

double slowest_exchange(const PipelineCosts& costs) {
    return *std::max_element(costs.exchange.begin(), costs.exchange.end());
}

} // namespace

double pipette_time(const PipelineCosts& costs, const ParallelConfig& config) {
    double slowest = 0;
    for (int replica = 0; replica < costs.replicas; ++replica) {
        const PipelineSums sums = sums_of(costs, config, replica);
        const double rounds = double(costs.microbatches) / costs.pp; // the paper's n/pp, not rounded
        slowest = std::max(slowest, rounds * (sums.computing + sums.sending) + (costs.pp - 1) * sums.slowest);
    }
    return slowest + slowest_exchange(costs);
}

double amp_time(const PipelineCosts& costs, const ParallelConfig& config) {
    double slowest = 0;
    for (int replica = 0; replica < costs.replicas; ++replica) {
        const PipelineSums sums = sums_of(costs, config, replica);
        slowest = std::max(slowest, (costs.microbatches - 1) * sums.slowest + sums.computing + sums.sending);
    }
    return slowest + slowest_exchange(costs);
}

} // namespace pipette
