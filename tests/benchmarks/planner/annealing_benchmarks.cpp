// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random.h"
#include "core/search/placement/placement_cost.h"
#include "tests/benchmarks/planner/benchmark.h"
#include "tests/benchmarks/planner/placement_instance.h"
#include "tests/benchmarks/planner/workloads.h"

#include <array>
#include <memory>

namespace pipette {
namespace {

/// Nanoseconds of a random block swap: its cost worked out, then undone or, when it is no worse, kept.
std::function<double()> swap_cost(int nodes, int pp, int dp) {
    PlanInputs inputs = planning_inputs(nodes, "gpt-18.4b", 64 * dp);
    ParallelConfig config;
    config.pp = pp, config.tp = 8, config.dp = dp, config.global_batch = inputs.job.global_batch;
    config.layers_per_stage = even_layers(inputs.model.layers, pp);
    const auto instance = std::make_shared<PlacementInstance>(std::move(inputs), config, plain_knowledge());
    const auto placement =
        std::make_shared<PlacementCost>(instance->problem, instance->problem.layout.slot_of_block);
    return [instance, placement] {
        constexpr int moves = 200'000;
        Random random(1);
        const auto blocks = std::uint32_t(instance->problem.blocks());
        const double seconds = seconds_of([&] {
            for (int i = 0; i < moves; ++i) {
                const std::uint32_t a = random.below(blocks);
                const std::uint32_t b = (a + 1 + random.below(blocks - 1)) % blocks;
                const std::array changes{Change{a, placement->slot_of_block()[b]},
                                         Change{b, placement->slot_of_block()[a]}};
                if (placement->attempt(changes, 0) <= 0)
                    placement->keep();
                else
                    placement->undo();
            }
        });
        return seconds / moves * 1e9;
    };
}

} // namespace

std::vector<Benchmark> annealing_benchmarks() {
    return {{"anneal_move_128_gpus", "ns", 9, [] { return swap_cost(16, 8, 2); }},
            {"anneal_move_2048_gpus", "ns", 9, [] { return swap_cost(256, 16, 16); }}};
}

} // namespace pipette
