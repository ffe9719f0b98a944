// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/problem/placement_problem.h"
#include "tests/core/search/random_cluster.h"

namespace pipette {

/// The placement problem of one configuration with all that it refers to. `global_batch`: 0 keeps the
/// workload's own.
struct PlacementInstance {
    PlacementInstance(const ClusterSketch& sketch, std::uint64_t seed, int pp, int tp, int dp,
                      int global_batch = 0)
        : PlacementInstance(sketch, seed, config_of(random_inputs(sketch, seed), pp, tp, dp), global_batch) {}

    PlacementInstance(const ClusterSketch& sketch, std::uint64_t seed, const ParallelConfig& wanted,
                      int global_batch = 0)
        : inputs(random_inputs(sketch, seed)), config(wanted), links(make_links(*inputs.cluster)) {
        if (global_batch > 0)
            inputs.job.global_batch = config.global_batch = global_batch;
        const ConfigWork work =
            config_work(*inputs.cluster, inputs.model, inputs.job, config, some_knowledge().calibration);
        const SlotLayout layout = host_order_layout(empty_layout(*inputs.cluster, {}, config.tp), config);
        const SlotGroups groups = group_slots(*inputs.cluster, links, layout);
        problem = placement_problem(links, node_table(links), work, layout, groups,
                                    class_times(links, work, layout, groups));
    }
    PlanInputs inputs;
    ParallelConfig config;
    Links links;
    PlacementProblem problem;
};

} // namespace pipette
