// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/planner/benchmark.h"

#include <algorithm>
#include <chrono>
#include <string_view>

namespace pipette {

namespace {

struct Budget {
    std::string_view name;
    double most;
};
constexpr Budget budgets[]{{"anneal_move_128_gpus", 300},
                           {"anneal_move_2048_gpus", 500},
                           {"anneal_move_shared_nic", 600},
                           {"anneal_move_shared_nic_v100", 600},
                           {"full_plan_128_gpus", 1},
                           {"full_plan_1024_gpus", 3},
                           {"full_plan_1024_gpus_8_nics", 3},
                           {"full_plan_experts_1024_gpus", 10},
                           {"full_plan_16384_gpus", 10},
                           {"full_plan_65536_gpus", 30},
                           {"full_plan_65536_gpus_memory", 1024},
                           {"read_65536_gpus", 5},
                           {"read_65536_gpus_memory", 1024},
                           {"plan_gpt_7_5b_128_a100", 1},
                           {"plan_qwen3_235b_131k_1024_h100", 10},
                           {"plan_deepseek_v3_fp8_1024_h100", 10},
                           {"plan_deepseek_v3_504_gb200", 10},
                           {"plan_kimi_k2_504_gb200", 10},
                           {"plan_mixtral_8x22b_16k_512_h100", 10},
                           {"plan_llama_405b_2048_h100", 10},
                           {"plan_llama_70b_131k_256_h100", 10},
                           {"plan_deepseek_v3_16384_h100", 60},
                           {"study_40_points", 40},
                           {"hover_estimate_1024_gpus", 2},
                           {"simulate_16x128", 20},
                           {"learned_memory_train_2000", 10},
                           {"learned_memory_estimate", 20}};

double budget_of(std::string_view name) {
    for (const Budget& budget : budgets)
        if (budget.name == name)
            return budget.most;
    return 0;
}

} // namespace

std::vector<Benchmark> all_benchmarks() {
    std::vector<Benchmark> all;
    for (auto& part : {annealing_benchmarks(), planning_benchmarks(), job_benchmarks(), largest_benchmarks(),
                       schedule_benchmarks(), memory_benchmarks()})
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

BenchmarkResult run(const Benchmark& benchmark) {
    const std::function<double()> measure = benchmark.prepare();
    std::vector<double> figures;
    for (int i = 0; i < benchmark.repeats; ++i)
        figures.push_back(measure());
    std::sort(figures.begin(), figures.end());
    return {benchmark.name, benchmark.unit, figures[figures.size() / 2], benchmark.repeats,
            budget_of(benchmark.name)};
}

double seconds_of(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace pipette
