// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/iteration_time.h"
#include "core/search/rounds/evaluate.h"
#include "core/study/run_study.h"
#include "tests/benchmarks/planner/benchmark.h"
#include "tests/benchmarks/planner/workloads.h"

#include <memory>

namespace pipette {
namespace {

std::function<double()> full_plan(const Cluster& cluster, const char* model, int global_batch) {
    return time_of_plan(planning_inputs(share(cluster), model, global_batch), plain_knowledge());
}

/// What a drag asks for while it hovers: the exact estimate of a changed mapping.
std::function<double()> hover() {
    const auto inputs = std::make_shared<PlanInputs>(planning_inputs(128, "llama-2-70b", 1024));
    const auto links = std::make_shared<Links>(links_of(*inputs));
    ParallelConfig config;
    config.pp = 8, config.tp = 8, config.dp = 16, config.global_batch = 1024;
    config.layers_per_stage = even_layers(inputs->model.layers, config.pp);
    const auto mapping = std::make_shared<RankMapping>(host_order_mapping(1024, 1024, {}));
    return [=] {
        return 1e3 * seconds_of([&] {
                   std::swap(mapping->gpu_of_rank[0], mapping->gpu_of_rank[100]);
                   evaluate(*inputs, *links, config, *mapping, plain_knowledge());
               });
    };
}

/// Eight numbers of GPUs by five bandwidths of the network.
std::function<double()> forty_points() {
    const auto inputs = std::make_shared<PlanInputs>(planning_inputs(16, "llama-2-7b", 512));
    return [inputs] {
        Study study;
        study.base = setting_of(*inputs, "mine");
        study.axes = {{"gpus", {16., 32., 48., 64., 80., 96., 112., 128.}},
                      {"link_factor", {1., 0.8, 0.6, 0.4, 0.2}}};
        StudySources sources;
        sources.clusters["mine"] = inputs->cluster;
        return seconds_of([&] {
            for (const PointResult& point : run_study(study, sources, plain_knowledge()).points)
                if (!point.planned.best)
                    throw std::logic_error("a point of the benchmark's study has no plan");
        });
    };
}

} // namespace

std::vector<Benchmark> planning_benchmarks() {
    constexpr int one_nic = 1;
    return {
        {"full_plan_128_gpus", "s", 1, 5, [] { return full_plan(synthetic_cluster(16), "gpt-7.5b", 512); }},
        {"full_plan_1024_gpus", "s", 3, 3,
         [] { return full_plan(synthetic_cluster(128, one_nic), "llama-2-70b", 1024); }},
        {"full_plan_1024_gpus_8_nics", "s", 3, 3,
         [] { return full_plan(synthetic_cluster(128), "llama-2-70b", 1024); }},
        {"full_plan_experts_1024_gpus", "s", 10, 1,
         [] { return full_plan(synthetic_cluster(128), "deepseek-v3", 2048); }},
        {"full_plan_16384_gpus", "s", 10, 1,
         [] { return full_plan(synthetic_cluster(2048), "llama-3-405b", 4096); }},
        {"study_40_points", "s", 40, 1, forty_points},
        {"hover_estimate_1024_gpus", "ms", 2, 21, hover}};
}

} // namespace pipette
