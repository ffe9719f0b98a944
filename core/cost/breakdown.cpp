// SPDX-License-Identifier: GPL-3.0-or-later
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
    const std::size_t chunks = static_cast<std::size_t>(costs.chunks()),
                      first = static_cast<std::size_t>(exact.replica) * chunks;
    const std::size_t at = static_cast<std::size_t>(exact.replica) * static_cast<std::size_t>(costs.pp) +
                           static_cast<std::size_t>(exact.device);
    Breakdown parts;
    double busy = 0; // of one microbatch
    const auto add = [&](std::size_t chunk, double share) {
        busy += share * (costs.forward[first + chunk] + costs.backward[first + chunk]);
        parts.recompute += share * costs.recompute[first + chunk];
        parts.tp += share * costs.tp[first + chunk];
        parts.cp += share * costs.cp[first + chunk];
    };
    // Bidirectional schedules: half of the microbatches go through the stages the other way round.
    const bool two_ways = family_of(config.schedule).bidirectional;
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
        const int device = device_of_chunk(config, static_cast<int>(chunk));
        if (device == exact.device)
            add(chunk, two_ways ? 0.5 : 1);
        if (two_ways && costs.pp - 1 - device == exact.device)
            add(chunk, 0.5);
    }
    parts.compute = busy - parts.recompute - parts.tp - parts.cp;
    for (double* part : {&parts.compute, &parts.recompute, &parts.tp, &parts.cp, &busy})
        *part *= costs.microbatches;
    parts.dp_exposed = costs.exchange[at];
    parts.optimizer = costs.optimizer[at];
    parts.pp_exposed =
        std::max(0.0, exact.time_s - exact_iteration(with_free_links(costs), config, timer).time_s);
    parts.bubble = without_rounding(
        exact.time_s - parts.pp_exposed - busy - parts.dp_exposed - parts.optimizer, exact.time_s);
    return parts;
}

} // namespace pipette
