// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/iteration_time.h"

#include "core/base/grid.h"
#include "core/schedule/schedule_family.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace pipette {
namespace {

/// The costs of one replica as one row of numbers after another.
struct ReplicaCosts {
    const PipelineCosts& costs;

    template <class Function>
    void each(int replica, const Function& function) const {
        const auto row = [&](const std::vector<double>& values, int width) {
            return Grid(values, width).row(replica);
        };
        for (const auto* values :
             {&costs.forward, &costs.backward, &costs.recompute, &costs.send_forward, &costs.send_backward})
            function(row(*values, costs.chunks()));
        for (const auto* values : {&costs.exchange, &costs.optimizer})
            function(row(*values, costs.pp));
    }
    std::vector<double> all(int replica) const {
        std::vector<double> values;
        each(replica,
             [&](std::span<const double> row) { values.insert(values.end(), row.begin(), row.end()); });
        return values;
    }
};

/// One replica of each set of equal ones: they would be simulated to the same time.
std::vector<int> different_replicas(const PipelineCosts& costs) {
    std::vector<std::vector<double>> values;
    for (int replica = 0; replica < costs.replicas; ++replica)
        values.push_back(ReplicaCosts{costs}.all(replica));
    std::vector<int> order(values.size());
    std::iota(order.begin(), order.end(), 0);
    const auto of = [&](int replica) -> const std::vector<double>& {
        return values[static_cast<std::size_t>(replica)];
    };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return of(a) < of(b); });
    order.erase(std::unique(order.begin(), order.end(), [&](int a, int b) { return of(a) == of(b); }),
                order.end());
    std::sort(order.begin(), order.end());
    return order;
}

} // namespace

PipelineTimes replica_times(const PipelineCosts& costs, int replica) {
    const auto row = [&](const std::vector<double>& values) {
        return Grid(values, costs.chunks()).row(replica);
    };
    PipelineTimes times;
    times.forward = row(costs.forward);
    times.backward = row(costs.backward);
    times.weight_share = costs.weight_share;
    times.recompute = row(costs.recompute);
    times.send_forward = row(costs.send_forward);
    times.send_backward = row(costs.send_backward);
    return times;
}

PipelineTimer timer_of(const ParallelConfig& config) {
    return {config.schedule, schedule_size(config)};
}

ExactTime exact_iteration(const PipelineCosts& costs, const ParallelConfig& config, PipelineTimer& timer) {
    ExactTime exact;
    for (const int replica : different_replicas(costs)) {
        timer.run(replica_times(costs, replica), config.p2p);
        for (int device = 0; device < costs.pp; ++device) {
            const double end =
                std::max(timer.device_end(device),
                         timer.last_backward_end(device) + Grid(costs.exchange, costs.pp)(replica, device)) +
                Grid(costs.optimizer, costs.pp)(replica, device);
            if (end > exact.time_s)
                exact = {end, replica, device};
        }
    }
    return exact;
}

ExactTime exact_iteration(const PipelineCosts& costs, const ParallelConfig& config) {
    PipelineTimer timer = timer_of(config);
    return exact_iteration(costs, config, timer);
}

double exact_time(const PipelineCosts& costs, const ParallelConfig& config) {
    return exact_iteration(costs, config).time_s;
}

} // namespace pipette
