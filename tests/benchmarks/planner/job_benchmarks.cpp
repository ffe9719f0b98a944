// SPDX-License-Identifier: GPL-3.0-or-later
// Whole plans of jobs that people train, as the command line plans them: shipped calibrations, usual limits.
#include "core/cluster/hypothetical.h"
#include "core/formats/evidence/shipped_knowledge.h"
#include "core/formats/studies/study_json.h"
#include "sample_clusters/drawing.h"
#include "tests/benchmarks/planner/benchmark.h"
#include "tests/benchmarks/planner/workloads.h"

#include <memory>
#include <utility>

namespace pipette {
namespace {

/// As `pipette cluster --spread 0.2` makes it.
std::shared_ptr<const Cluster> spread_cluster(const char* gpu, int nodes) {
    HypotheticalCluster choices = reference_machine(gpu);
    choices.nodes = nodes, choices.spread = 0.2;
    return share(hypothetical_cluster(choices));
}

struct Job {
    const char *name, *gpu, *model;
    int nodes, global_batch, sequence_length;
    Precision precision = Precision::bf16;
    const char* framework = "megatron";
    double budget_s = 10;
};

std::function<double()> planned(PlanInputs inputs) {
    inputs.budget.prefer = Preference::safe;
    return time_of_plan(std::move(inputs), shipped_knowledge());
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
        {"plan_qwen3_235b_131k_1024_h100", "H100-SXM5-80GB", "qwen3-235b-a22b", 128, 256, 131072,
         Precision::bf16, "fsdp2"},
        {"plan_deepseek_v3_fp8_1024_h100", "H100-SXM5-80GB", "deepseek-v3", 128, 8192, 4096, Precision::fp8},
        {"plan_deepseek_v3_504_gb200", "GB200-186GB", "deepseek-v3", 126, 8064, 4096},
        {"plan_kimi_k2_504_gb200", "GB200-186GB", "kimi-k2", 126, 8064, 4096},
        {"plan_mixtral_8x22b_16k_512_h100", "H100-SXM5-80GB", "mixtral-8x22b", 64, 512, 16384},
        {"plan_llama_405b_2048_h100", "H100-SXM5-80GB", "llama-3.1-405b", 256, 2048, 8192},
        {"plan_llama_70b_131k_256_h100", "H100-SXM5-80GB", "llama-3-70b", 32, 256, 131072},
        {"plan_deepseek_v3_16384_h100", "H100-SXM5-80GB", "deepseek-v3", 2048, 16384, 4096, Precision::bf16,
         "megatron", 60},
    };
    std::vector<Benchmark> all{
        {"plan_gpt_7_5b_128_a100", "s", 1, 3, [] {
             return planned(planning_inputs(share(draw(sample_of("a100_hdr_16x8.json"))), "gpt-7.5b", 512));
         }}};
    for (const Job& job : jobs)
        all.push_back({job.name, "s", job.budget_s, 1, [job] { return planned(job); }});
    return all;
}

} // namespace pipette
