// SPDX-License-Identifier: GPL-3.0-or-later
// Whole plans of jobs that people train, as the command line plans them: shipped calibrations, usual limits.
#include "core/cluster/hypothetical.h"
#include "core/formats/documents/plan_json.h"
#include "core/formats/evidence/shipped_knowledge.h"
#include "core/formats/studies/study_json.h"
#include "sample_clusters/drawing.h"
#include "tests/benchmarks/planner/benchmark.h"
#include "tests/benchmarks/planner/resident_memory.h"
#include "tests/benchmarks/planner/scratch_folder.h"
#include "tests/benchmarks/planner/workloads.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
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

PlanInputs preferring_safe(PlanInputs inputs) {
    inputs.budget.prefer = Preference::safe;
    return inputs;
}

PlanInputs inputs_of(const Job& job) {
    PlanInputs inputs = planning_inputs(spread_cluster(job.gpu, job.nodes), job.model, job.global_batch);
    inputs.job.sequence_length = job.sequence_length, inputs.job.precision = job.precision;
    inputs.job.framework = job.framework;
    return preferring_safe(std::move(inputs));
}

PlanInputs small_job() {
    return preferring_safe(planning_inputs(share(draw(sample_of("a100_hdr_16x8.json"))), "gpt-7.5b", 512));
}

/// What one whole plan costs.
struct JobCost : Cost {
    int gpus = 0;
    double first_s = 0;     ///< until the first candidate that fits
    double document_mb = 0; ///< of the plan as JSON, without the matrices beside it
};

JobCost cost_of_plan(const PlanInputs& inputs, const Knowledge& knowledge) {
    using Clock = std::chrono::steady_clock;
    JobCost cost;
    cost.gpus = inputs.cluster->gpu_count();
    const Clock::time_point begin = Clock::now();
    std::mutex guard;
    SearchSinks sinks;
    sinks.found = [&](const Candidate&) {
        const std::lock_guard lock(guard);
        if (cost.first_s == 0)
            cost.first_s = std::chrono::duration<double>(Clock::now() - begin).count();
    };
    Plan found;
    static_cast<Cost&>(cost) = cost_of([&] { found = plan(inputs, knowledge, sinks); });
    if (found.candidates.empty())
        throw std::logic_error("the benchmark's plan is empty");
    const ScratchFolder folder;
    cost.document_mb = double(plan_to_text(found, folder.path() / "plan.json").size()) / 1e6;
    return cost;
}

/// Each job is planned once, by the first of the benchmarks that show something of it.
class Jobs {
public:
    explicit Jobs(std::vector<Job> jobs) : jobs_(std::move(jobs)), costs_(jobs_.size()) {}

    const std::vector<Job>& all() const { return jobs_; }
    const JobCost& cost(std::size_t i) {
        if (!costs_[i])
            costs_[i] = cost_of_plan(inputs_of(jobs_[i]), knowledge_);
        return *costs_[i];
    }
    /// The largest figure of the jobs on so many GPUs at most.
    double most(double JobCost::*figure, int most_gpus) {
        double most = 0;
        for (std::size_t i = 0; i < jobs_.size(); ++i)
            if (cost(i).gpus <= most_gpus)
                most = std::max(most, cost(i).*figure);
        return most;
    }

private:
    std::vector<Job> jobs_;
    std::vector<std::optional<JobCost>> costs_;
    const Knowledge knowledge_ = shipped_knowledge();
};

} // namespace

std::vector<Benchmark> job_benchmarks() {
    const auto jobs = std::make_shared<Jobs>(std::vector<Job>{
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
    });
    std::vector<Benchmark> all{
        {"plan_gpt_7_5b_128_a100", "s", 1, 3, [] { return time_of_plan(small_job(), shipped_knowledge()); }}};
    for (std::size_t i = 0; i < jobs->all().size(); ++i)
        all.push_back({jobs->all()[i].name, "s", jobs->all()[i].budget_s, 1,
                       [jobs, i] { return [jobs, i] { return jobs->cost(i).seconds; }; }});
    const auto add_most = [&](const char* name, const char* unit, double budget, double JobCost::*figure,
                              int most_gpus) {
        all.push_back({name, unit, budget, 1, [=] { return [=] { return jobs->most(figure, most_gpus); }; }});
    };
    constexpr int any = std::numeric_limits<int>::max();
    add_most("plan_jobs_first_candidate_1024_gpus", "s", 1, &JobCost::first_s, 1024);
    add_most("plan_jobs_memory", "MiB", 1024, &JobCost::mib, any);
    add_most("plan_jobs_document", "MB", 5, &JobCost::document_mb, any);
    return all;
}

} // namespace pipette
