// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/iteration_time.h"
#include "core/search/problem/placement_problem.h"
#include "core/search/rounds/planner.h"

namespace pipette {

/// The placement problem of one configuration with all that it refers to; stays where it is made.
struct PlacementInstance {
    PlacementInstance(PlanInputs given, const ParallelConfig& wanted, const Knowledge& knowledge)
        : inputs(std::move(given)), config(wanted), links(links_of(inputs)) {
        const ConfigWork work =
            config_work(*inputs.cluster, inputs.model, inputs.job, config, knowledge.calibration);
        const SlotLayout layout =
            host_order_layout(empty_layout(*inputs.cluster, {}, config.tp * config.cp), config);
        const SlotGroups groups = group_slots(*inputs.cluster, links, layout);
        problem = placement_problem(links, node_table(links), work, layout, groups,
                                    class_times(links, work, layout, groups));
    }
    PlacementInstance(const PlacementInstance&) = delete;
    PlacementInstance& operator=(const PlacementInstance&) = delete;

    PlanInputs inputs;
    ParallelConfig config;
    Links links;
    PlacementProblem problem;
};

} // namespace pipette
