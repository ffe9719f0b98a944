// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random.h"
#include "core/search/moves/annealer.h"
#include "core/search/time/placement_cost.h"
#include "sample_clusters/drawing.h"
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

/// Nanoseconds of a move of a chain, drawing and keeping included, for the configuration that wins on a
/// sample cluster of 16 x 8 with one NIC a node, which the blocks of a node share.
std::function<double()> winners_move(const char* file, Precision precision) {
    PlanInputs inputs = planning_inputs(share(draw(sample_of(file))), "gpt-7.5b", 512);
    inputs.job.precision = precision;
    const ParallelConfig winner = plan(inputs, plain_knowledge()).candidates.front().config;
    const auto instance = std::make_shared<PlacementInstance>(std::move(inputs), winner, plain_knowledge());
    return [instance] {
        constexpr long moves = 200'000;
        const PlacementProblem& problem = instance->problem;
        return 1e9 / double(moves) * seconds_of([&] {
                   anneal(problem, problem.layout.slot_of_block, {.seed = 1, .moves = moves}, {}, {});
               });
    };
}

} // namespace

std::vector<Benchmark> annealing_benchmarks() {
    return {{"anneal_move_128_gpus", "ns", 300, 9, [] { return swap_cost(16, 8, 2); }},
            {"anneal_move_2048_gpus", "ns", 500, 9, [] { return swap_cost(256, 16, 16); }},
            {"anneal_move_shared_nic", "ns", 600, 9,
             [] { return winners_move("a100_hdr_16x8.json", Precision::bf16); }},
            {"anneal_move_shared_nic_v100", "ns", 600, 9,
             [] { return winners_move("v100_edr_16x8.json", Precision::fp16); }}};
}

} // namespace pipette
