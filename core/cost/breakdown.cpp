// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/grid.h"
#include "core/cost/iteration_time.h"
#include "core/schedule/idle_share.h"
#include "core/schedule/schedule_family.h"

#include <algorithm>
#include <cmath>

namespace pipette {
namespace {

PipelineCosts with_free_links(PipelineCosts costs) {
    std::fill(costs.send_forward.begin(), costs.send_forward.end(), 0);
    std::fill(costs.send_backward.begin(), costs.send_backward.end(), 0);
    return costs;
}

} // namespace

Breakdown breakdown_of(const PipelineCosts& costs, const ParallelConfig& config, const ExactTime& exact,
                       PipelineTimer& timer) {
    const auto of = [&](const std::vector<double>& values, int chunk) {
        return Grid(values, costs.chunks())(exact.replica, chunk);
    };
    Breakdown parts;
    double busy = 0, sharded = 0; // of one microbatch
    const auto add = [&](int chunk, double share) {
        busy += share * (of(costs.forward, chunk) + of(costs.backward, chunk));
        parts.recompute += share * of(costs.recompute, chunk);
        parts.offload += costs.copies.empty() ? 0 : share * of(costs.copies, chunk);
        parts.tp += share * of(costs.tp, chunk);
        parts.cp += share * of(costs.cp, chunk);
        parts.ep += share * of(costs.ep, chunk);
        sharded += share * of(costs.dp, chunk);
    };
    // Bidirectional schedules: half of the microbatches go through the stages the other way round.
    const bool two_ways = family_of(config.schedule).bidirectional;
    for (int chunk = 0; chunk < costs.chunks(); ++chunk) {
        const int device = device_of_chunk(config, chunk);
        if (device == exact.device)
            add(chunk, two_ways ? 0.5 : 1);
        if (two_ways && costs.pp - 1 - device == exact.device)
            add(chunk, 0.5);
    }
    parts.compute = busy - parts.recompute - parts.offload - parts.tp - parts.cp - parts.ep - sharded;
    for (double* part :
         {&parts.compute, &parts.recompute, &parts.offload, &parts.tp, &parts.cp, &parts.ep, &busy, &sharded})
        *part *= costs.microbatches;
    const double exchange = Grid(costs.exchange, costs.pp)(exact.replica, exact.device);
    parts.dp_exposed = exchange + sharded;
    const double updates = Grid(costs.optimizer, costs.pp)(exact.replica, exact.device);
    const double hosted =
        costs.offload.empty() ? 0 : Grid(costs.offload, costs.pp)(exact.replica, exact.device);
    parts.offload += hosted;
    parts.optimizer = updates - hosted;
    parts.pp_exposed =
        std::max(0.0, exact.time_s - exact_iteration(with_free_links(costs), config, timer).time_s);
    parts.bubble =
        without_rounding(exact.time_s - parts.pp_exposed - busy - exchange - updates, exact.time_s);
    return parts;
}

} // namespace pipette
