// SPDX-License-Identifier: GPL-3.0-or-later
// Plans on the known days of clusters that drift like the sample, and what they take on the days that follow.
#include "core/base/input_error.h"
#include "core/cluster/forecast.h"
#include "core/cost/iteration_time.h"
#include "core/formats/documents/resources.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/evidence/memory_estimator_json.h"
#include "core/search/rounds/planner.h"
#include "sample_clusters/drawing.h"
#include "tests/core/own_cluster.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <numeric>
#include <string>
#include <vector>

using namespace pipette;

namespace {

/// A plan is made after the known days, and judged on the days that follow, as they may turn out.
constexpr int known_days = 40, unseen_days = 20, futures = 4;

/// Clusters, each drawn with its own seed; the first is drift_a100_hdr_16x8.json, and what may follow it.
constexpr int clusters = 96, first_seed = 40;

/// A model and a configuration whose blocks are whole nodes: which nodes work together is all that is left.
struct Workload {
    const char* model;
    int global_batch, micro_batch, pp, dp;
};
constexpr Workload workloads[]{{"gpt-3.6b", 512, 4, 2, 8},   {"gpt-7.5b", 512, 4, 4, 4},
                               {"gpt-7.5b", 384, 4, 4, 3},   {"gpt-8.1b", 128, 4, 8, 2},
                               {"gpt-18.4b", 1024, 4, 8, 2}, {"gpt-39.1b", 128, 2, 16, 1}};

/// A cluster that drifts like the sample, and the days that may follow the known ones.
struct Drawn {
    Cluster cluster;
    std::vector<std::vector<BandwidthMatrix>> unseen; ///< [future][day]
};

Drawn drawn(int seed, double persistence) {
    Sample sample{"", "16 nodes of 8 A100, HDR", "A100-SXM4-80GB", "a", 16, 1, 25, {235, 3, {}, {}}};
    sample.seed = std::uint64_t(seed), sample.days = known_days + unseen_days;
    sample.persistence = persistence, sample.fork_after = known_days;
    Drawn drawn;
    for (int future = 0; future < futures; ++future) {
        sample.future = std::uint64_t(future);
        drawn.cluster = draw(sample);
        const std::vector<BandwidthMatrix>& days = drawn.cluster.history.snapshots;
        drawn.unseen.emplace_back(days.begin() + known_days, days.end());
    }
    History& history = drawn.cluster.history;
    history.times.resize(known_days), history.snapshots.resize(known_days);
    drawn.cluster.inter_node.bandwidth = history.snapshots.back();
    return drawn;
}

ParallelConfig config_of(const TransformerModel& model, const Workload& workload) {
    ParallelConfig config;
    config.pp = workload.pp, config.tp = 8, config.dp = workload.dp;
    config.global_batch = workload.global_batch, config.micro_batch = workload.micro_batch;
    config.layers_per_stage = even_layers(model.layers, config.pp);
    config.sequence_parallel = true;
    return config;
}

/// The mean time of every link on some days, each counting alike.
BandwidthMatrix mean_of(const std::vector<BandwidthMatrix>& days) {
    return forecast(History{{}, days}, std::vector<double>(days.size(), 1 / double(days.size()))).expected;
}

/// What a plan takes: simulated seconds on the mean and on a slow day of one future.
struct Taken {
    double mean = 0, slow = 0;
};

/// One workload on one cluster.
class Case {
public:
    Case(const Drawn& drawn, const Workload& workload, const Knowledge& knowledge)
        : drawn_(drawn), knowledge_(knowledge) {
        inputs_.cluster = share(drawn.cluster);
        inputs_.model = load_model(workload.model);
        inputs_.job.global_batch = workload.global_batch;
        inputs_.job.sequence_length = inputs_.model.sequence_length;
        config_ = config_of(inputs_.model, workload);
    }

    /// Planned over the whole history, for the mean day or a slow one.
    RankMapping with_history(double quantile) {
        own_cluster(inputs_).history = drawn_.cluster.history;
        inputs_.budget.history_quantile = quantile;
        return improved();
    }
    /// Planned for one matrix alone.
    RankMapping without_history(const BandwidthMatrix& matrix) {
        own_cluster(inputs_).history = {};
        own_cluster(inputs_).inter_node.bandwidth = matrix;
        return improved();
    }

    Taken taken(const RankMapping& mapping, const std::vector<BandwidthMatrix>& days) const {
        std::vector<double> times;
        for (const BandwidthMatrix& day : days)
            times.push_back(estimate_time(inputs_, make_links(*inputs_.cluster, day), config_, mapping,
                                          knowledge_.calibration)
                                .iteration_time_s);
        std::sort(times.begin(), times.end());
        return {std::accumulate(times.begin(), times.end(), 0.0) / double(times.size()),
                times[times.size() * 9 / 10]};
    }

private:
    RankMapping improved() const {
        const RankMapping start =
            host_order_mapping(inputs_.cluster->gpu_count(), config_.world(), inputs_.faults.excluded_gpus);
        return improve(inputs_, config_, start, knowledge_).mapping;
    }

    const Drawn& drawn_;
    const Knowledge& knowledge_;
    PlanInputs inputs_;
    ParallelConfig config_;
};

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

/// What plans over the history take against others, cluster by cluster.
struct Comparison {
    const char* name;
    Spread mean, slow;
    /// Each future's times of one plan and of the other.
    void add(const std::vector<Taken>& ours, const std::vector<Taken>& others) {
        Taken sum{};
        for (std::size_t i = 0; i < ours.size(); ++i) {
            sum.mean += (ours[i].mean / others[i].mean - 1) * 100 / double(ours.size());
            sum.slow += (ours[i].slow / others[i].slow - 1) * 100 / double(ours.size());
        }
        mean.add(sum.mean), slow.add(sum.slow);
    }
};

void report(const std::vector<Drawn>& all, const Workload& workload, const Knowledge& knowledge) {
    std::vector<Comparison> rows{{"history / last day", {}, {}},
                                 {"history / middle day", {}, {}},
                                 {"history / mean of days", {}, {}},
                                 {"slow day / last day", {}, {}},
                                 {"oracle / last day", {}, {}}};
    for (const Drawn& drawn : all) {
        const std::vector<BandwidthMatrix>& known = drawn.cluster.history.snapshots;
        Case one(drawn, workload, knowledge);
        const auto on_futures = [&](const RankMapping& mapping) {
            std::vector<Taken> taken;
            for (const auto& days : drawn.unseen)
                taken.push_back(one.taken(mapping, days));
            return taken;
        };
        const auto last = on_futures(one.without_history(known.back()));
        const auto history = on_futures(one.with_history(0));
        rows[0].add(history, last);
        rows[1].add(history, on_futures(one.without_history(known[known_days / 2])));
        rows[2].add(history, on_futures(one.without_history(mean_of(known))));
        rows[3].add(on_futures(one.with_history(0.9)), last);
        const RankMapping oracle = one.without_history(mean_of(drawn.unseen.front()));
        rows[4].add({one.taken(oracle, drawn.unseen.front())}, {last.front()});
    }
    const ParallelConfig config = config_of(load_model(workload.model), workload);
    for (const Comparison& row : rows)
        fmt::print("{:<10} {:<27}{:<24}{:>28}{:>28}\n", workload.model, short_name(config), row.name,
                   row.mean.text(), row.slow.text());
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv) {
    try {
        std::vector<double> drifts; // share that a day keeps: as the sample's, or as the arguments say
        for (int i = 1; i < argc; ++i) {
            drifts.push_back(std::atof(argv[i]));
            if (!(drifts.back() >= 0 && drifts.back() < 1))
                throw InputError(argv[0], argv[i],
                                 "expected the share that a day keeps, from 0 to less than 1");
        }
        if (drifts.empty())
            drifts = {0.9};
        const Knowledge knowledge{shipped_calibration(), std::make_shared<const std::vector<MemoryEstimator>>(
                                                             shipped_memory_estimators())};
        fmt::print(
            "{} clusters like drift_a100_hdr_16x8.json, bf16; plans on {} days, judged on the {} that "
            "follow, {} times as they may turn out.\nTime of one plan against that of another, mean over "
            "the clusters and its standard error (clusters where it is faster).\nOracle: planned for the "
            "mean of the days it is judged on.\n",
            clusters, known_days, unseen_days, futures);
        for (const double persistence : drifts) {
            std::vector<Drawn> all;
            for (int seed = first_seed; seed < first_seed + clusters; ++seed)
                all.push_back(drawn(seed, persistence));
            fmt::print("\na day keeps {:g} of the day before\n{:<10} {:<27}{:<24}{:>28}{:>28}\n", persistence,
                       "model", "configuration", "plans", "mean day", "slow day (0.9)");
            for (const Workload& workload : workloads)
                report(all, workload, knowledge);
        }
        return 0;
    } catch (const InputError& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    }
}
