// SPDX-License-Identifier: GPL-3.0-or-later
// Whole plans of jobs that people train, as the command line plans them: shipped calibrations, usual limits.
#include "core/cluster/hypothetical.h"
#include "core/formats/evidence/shipped_knowledge.h"
#include "core/formats/studies/study_json.h"
#include "sample_clusters/drawing.h"
#include "tests/benchmarks/planner/benchmark.h"
#include "tests/benchmarks/planner/workloads.h"

#include <memory>
#include <stdexcept>

namespace pipette {
namespace {

/// As `pipette cluster --spread 0.2` makes it.
std::shared_ptr<const Cluster> spread_cluster(const char* gpu, int nodes) {
    HypotheticalCluster choices = reference_machine(gpu);
    choices.nodes = nodes, choices.spread = 0.2;
    return share(hypothetical_cluster(choices));
}

struct Job {
    const char *name, *gpu;
    int nodes;
    const char* model;
    int global_batch, sequence_length;
    const char* framework = "megatron";
    Precision precision = Precision::bf16;
};

std::function<double()> planned(PlanInputs inputs) {
    inputs.budget.prefer = Preference::safe;
    return [inputs = std::move(inputs), knowledge = std::make_shared<Knowledge>(shipped_knowledge())] {
        return seconds_of([&] {
            if (plan(inputs, *knowledge).candidates.empty())
                throw std::logic_error("the benchmark's plan is empty");
        });
    };
}

std::function<double()> planned(const Job& job) {
    PlanInputs inputs = planning_inputs(spread_cluster(job.gpu, job.nodes), job.model, job.global_batch);
    inputs.job.sequence_length = job.sequence_length, inputs.job.precision = job.precision;
    inputs.job.framework = job.framework;
    return planned(std::move(inputs));
}

} // namespace

std::vector<Benchmark> job_benchmarks() {
    const Job jobs[] = {
        {"plan_qwen3_235b_131k_1024_h100", "H100-SXM5-80GB", 128, "qwen3-235b-a22b", 256, 131072, "fsdp2"},
        {"plan_deepseek_v3_fp8_1024_h100", "H100-SXM5-80GB", 128, "deepseek-v3", 8192, 4096, "megatron",
         Precision::fp8},
        {"plan_deepseek_v3_504_gb200", "GB200-186GB", 126, "deepseek-v3", 8064, 4096},
        {"plan_kimi_k2_504_gb200", "GB200-186GB", 126, "kimi-k2", 8064, 4096},
        {"plan_mixtral_8x22b_16k_512_h100", "H100-SXM5-80GB", 64, "mixtral-8x22b", 512, 16384},
        {"plan_llama_405b_2048_h100", "H100-SXM5-80GB", 256, "llama-3.1-405b", 2048, 8192},
        {"plan_llama_70b_131k_256_h100", "H100-SXM5-80GB", 32, "llama-3-70b", 256, 131072},
        {"plan_deepseek_v3_16384_h100", "H100-SXM5-80GB", 2048, "deepseek-v3", 16384, 4096},
    };
    std::vector<Benchmark> all{
        {"plan_gpt_7_5b_128_a100", "s", 3, [] {
             return planned(planning_inputs(share(draw(sample_of("a100_hdr_16x8.json"))), "gpt-7.5b", 512));
         }}};
    for (const Job& job : jobs)
        all.push_back({job.name, "s", 1, [job] { return planned(job); }});
    return all;
}

} // namespace pipette
