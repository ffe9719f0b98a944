// SPDX-License-Identifier: GPL-3.0-or-later
// Plans on the known days of clusters that drift like the sample, and what they take on the days that follow.
#include "core/base/input_error.h"
#include "core/formats/calibration_json.h"
#include "core/formats/memory_estimator_json.h"
#include "core/formats/resources.h"
#include "core/search/planner.h"
#include "sample_clusters/drawing.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <numeric>
#include <span>

using namespace pipette;

namespace {

/// A plan is made after the known days, and judged on the days that follow.
constexpr std::size_t known_days = 40, unseen_days = 20;

/// Clusters, each drawn with its own seed; the first is drift_a100_hdr_16x8.json, and what follows it.
constexpr int clusters = 48, first_seed = 40;

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

Cluster drawn(int seed) {
    Sample sample{"", "16 nodes of 8 A100, HDR", "A100-SXM4-80GB", "a", 16, 1, 25, {235, 3, {}, {}}};
    sample.seed = std::uint64_t(seed), sample.days = int(known_days + unseen_days);
    return draw(sample);
}

/// The job as it is known after the known days.
PlanInputs known(const Cluster& cluster, const Workload& workload, const Basis& basis) {
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

/// What one plan took on the unseen days of its cluster.
struct Taken {
    double mean = 0, slow = 0;
};

Taken taken_by(const Cluster& cluster, const Workload& workload, const Basis& basis,
               const Knowledge& knowledge) {
    const PlanInputs inputs = known(cluster, workload, basis);
    const ParallelConfig config = config_of(inputs, workload);
    const RankMapping start = host_order_mapping(cluster.gpu_count(), config.world(), {});
    const std::vector<double> times = times_on(inputs, improve(inputs, config, start, knowledge), knowledge,
                                               std::span(cluster.history.snapshots).subspan(known_days));
    return {std::accumulate(times.begin(), times.end(), 0.0) / double(times.size()),
            times[times.size() * 9 / 10]};
}

/// Mean of one figure over the clusters, and how far off it may be: one standard error.
struct Spread {
    double sum = 0, squares = 0;
    int count = 0, below = 0;
    void add(double value) { sum += value, squares += value * value, ++count, below += value < 0; }
    std::string text() const {
        const double mean = sum / count, variance = std::max(0.0, squares / count - mean * mean);
        return fmt::format("{:+6.2f} +- {:4.2f} % ({:2} of {})", mean, std::sqrt(variance / (count - 1)),
                           below, count);
    }
};

void report(const std::vector<Cluster>& all, const Workload& workload, const Knowledge& knowledge) {
    std::vector<Taken> last_day;
    for (const Basis& basis : bases) {
        Spread mean, slow;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const Taken taken = taken_by(all[i], workload, basis, knowledge);
            if (!basis.history) {
                last_day.push_back(taken);
                continue;
            }
            mean.add((taken.mean / last_day[i].mean - 1) * 100);
            slow.add((taken.slow / last_day[i].slow - 1) * 100);
        }
        if (!basis.history)
            continue;
        const ParallelConfig config = config_of(known(all.front(), workload, basis), workload);
        fmt::print("{:<10} {:<26}{:<10}{:>30}{:>30}\n", workload.model, short_name(config), basis.name,
                   mean.text(), slow.text());
        std::fflush(stdout);
    }
}

} // namespace

int main() {
    try {
        const Knowledge knowledge{shipped_calibration(), std::make_shared<const std::vector<MemoryEstimator>>(
                                                             shipped_memory_estimators())};
        std::vector<Cluster> all;
        for (int seed = first_seed; seed < first_seed + clusters; ++seed)
            all.push_back(drawn(seed));
        fmt::print(
            "{} clusters like drift_a100_hdr_16x8.json, bf16; plans on {} days, judged on the {} that "
            "follow.\nTime against that of the plan for the last known day alone, mean over the clusters "
            "and its standard error (clusters where it is faster).\n\n{:<10} {:<26}{:<10}{:>30}{:>30}\n",
            clusters, known_days, unseen_days, "model", "configuration", "plan for", "mean day",
            "slow day (0.9)");
        for (const Workload& workload : workloads)
            report(all, workload, knowledge);
        return 0;
    } catch (const InputError& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    }
}
