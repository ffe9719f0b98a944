// SPDX-License-Identifier: GPL-3.0-or-later
// Plans on the first days of the drifting sample cluster, and what they take on the days that follow.
#include "core/base/input_error.h"
#include "core/formats/calibration_json.h"
#include "core/formats/cluster_json.h"
#include "core/formats/memory_estimator_json.h"
#include "core/formats/resources.h"
#include "core/search/planner.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <numeric>
#include <span>

using namespace pipette;

namespace {

constexpr const char* sample = "drift_a100_hdr_16x8.json";
/// Days after which a plan is made; it is judged on all that follow.
constexpr std::size_t planning_days[]{10, 15, 20, 25, 30};

constexpr int seeds = 3;

/// A model and a configuration whose blocks are whole nodes: which nodes work together is all that is left.
struct Workload {
    const char* model;
    int global_batch, micro_batch, pp, dp;
};
constexpr Workload workloads[]{{"gpt-3.6b", 512, 4, 2, 8},
                               {"gpt-7.5b", 512, 4, 4, 4},
                               {"gpt-18.4b", 1024, 4, 8, 2},
                               {"gpt-8.1b", 128, 4, 8, 2}};

/// What a plan is made from.
struct Basis {
    const char* name;
    bool history;
    double quantile;
};
constexpr Basis bases[]{{"last day", false, 0}, {"mean", true, 0}, {"slow day", true, 0.9}};

/// The job as it is known after the first days.
PlanInputs known(const Cluster& cluster, std::size_t known_days, const Workload& workload,
                 const Basis& basis) {
    PlanInputs inputs;
    inputs.cluster = cluster;
    History& history = inputs.cluster.history;
    history.times.resize(known_days), history.snapshots.resize(known_days);
    inputs.cluster.inter_node.bandwidth = history.snapshots.back();
    if (!basis.history)
        history = {};
    inputs.budget.history_quantile = basis.quantile;
    inputs.model = load_model(workload.model);
    inputs.job.global_batch = workload.global_batch;
    inputs.job.sequence_length = inputs.model.sequence_length;
    return inputs;
}

/// Simulated seconds of a plan on each of the days that it has not seen, ascending.
std::vector<double> times_on(const PlanInputs& inputs, const Candidate& plan, const Knowledge& knowledge,
                             std::span<const BandwidthMatrix> days) {
    std::vector<double> times;
    for (const BandwidthMatrix& day : days)
        times.push_back(
            evaluate(inputs, make_links(inputs.cluster, day), plan.config, plan.mapping, knowledge)
                .iteration_time_s);
    std::sort(times.begin(), times.end());
    return times;
}

ParallelConfig config_of(const PlanInputs& inputs, const Workload& workload) {
    ParallelConfig config;
    config.pp = workload.pp, config.tp = 8, config.dp = workload.dp;
    config.global_batch = workload.global_batch, config.micro_batch = workload.micro_batch;
    config.layers_per_stage = even_layers(inputs.model.layers, config.pp);
    config.sequence_parallel = true;
    return config;
}

void report(const Cluster& cluster, const Workload& workload, const Knowledge& knowledge) {
    double last_day_s = 0;
    for (const Basis& basis : bases) {
        double mean = 0, slow = 0, worst = 0;
        std::string config_name;
        for (const std::size_t known_days : planning_days) {
            const auto unseen = std::span(cluster.history.snapshots).subspan(known_days);
            PlanInputs inputs = known(cluster, known_days, workload, basis);
            const ParallelConfig config = config_of(inputs, workload);
            config_name = short_name(config);
            const RankMapping start = host_order_mapping(cluster.gpu_count(), config.world(), {});
            for (int seed = 1; seed <= seeds; ++seed) {
                inputs.budget.seed = std::uint64_t(seed);
                const std::vector<double> times =
                    times_on(inputs, improve(inputs, config, start, knowledge), knowledge, unseen);
                mean += std::accumulate(times.begin(), times.end(), 0.0) / double(times.size());
                slow += times[times.size() * 9 / 10];
                worst = std::max(worst, times.back());
            }
        }
        const double plans = seeds * double(std::size(planning_days));
        if (!basis.history)
            last_day_s = mean;
        fmt::print("{:<10} {:<26}{:<10}{:>9.1f}{:>9.1f}{:>9.1f}{:>9.2f} %\n", workload.model, config_name,
                   basis.name, mean / plans * 1e3, slow / plans * 1e3, worst * 1e3,
                   (mean / last_day_s - 1) * 100);
        std::fflush(stdout);
    }
}

} // namespace

int main() {
    try {
        const Knowledge knowledge{shipped_calibration(), std::make_shared<const std::vector<MemoryEstimator>>(
                                                             shipped_memory_estimators())};
        const Cluster cluster = read_cluster(std::string(PIPETTE_SOURCE_DIR "/sample_clusters/") + sample);
        fmt::print(
            "{} ({}), bf16, {}\nms an iteration on the days after day 10, 15, 20, 25 or 30, planned on "
            "those before; {} seeds each.\n\n{:<10} {:<26}{:<10}{:>9}{:>9}{:>9}{:>11}\n",
            cluster.name, sample, cluster.origin, seeds, "model", "configuration", "plan for", "mean", "90 %",
            "worst", "mean +/-");
        for (const Workload& workload : workloads)
            report(cluster, workload, knowledge);
        fmt::print("\nplan for: the last of the known days, or all of them (mean time, or that of a slow "
                   "day: the 0.9 quantile).\nmean +/-: against the plan for the last day.\n");
        return 0;
    } catch (const InputError& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    }
}
