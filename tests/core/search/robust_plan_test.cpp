// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/iteration_time.h"
#include "core/search/rounds/evaluate.h"
#include "tests/core/own_cluster.h"
#include "tests/core/search/random_cluster.h"

#include <QtTest>
#include <algorithm>
#include <numeric>

using namespace pipette;

namespace {

constexpr int known_days = 20, unseen_days = 20;

/// The links of one day: they wander, and one in fifty has a bad day.
BandwidthMatrix day_of(const BandwidthMatrix& usual, Random& random) {
    BandwidthMatrix day(usual.size());
    for (int from = 0; from < usual.size(); ++from)
        for (int to = 0; to < usual.size(); ++to)
            if (usual.measured(from, to))
                day.set(from, to,
                        usual.at(from, to) * random.lognormal(0, 0.3) * (random.uniform() < 0.02 ? 0.4 : 1));
    return day;
}

/// Times on days that nobody planned with, ascending.
std::vector<double> times_on(const PlanInputs& inputs, const Candidate& plan,
                             const std::vector<BandwidthMatrix>& days) {
    std::vector<double> times;
    for (const BandwidthMatrix& day : days)
        times.push_back(
            evaluate(inputs, make_links(*inputs.cluster, day), plan.config, plan.mapping, some_knowledge())
                .iteration_time_s);
    std::sort(times.begin(), times.end());
    return times;
}

} // namespace

class RobustPlanTest : public QObject {
    Q_OBJECT

private slots:
    void beatsTheLastDaysPlanOnUnseenDays() {
        double robust_mean = 0, single_mean = 0, robust_slow = 0, single_slow = 0;
        for (std::uint64_t seed = 1; seed <= 18; ++seed) {
            PlanInputs inputs = random_inputs({12, 4, 1, 0.1, MatrixBetween::nodes}, seed);
            inputs.job.global_batch = 24;
            inputs.budget.moves = 30'000;
            Random random(100 + seed);
            const BandwidthMatrix usual = inputs.cluster->inter_node.bandwidth;
            std::vector<BandwidthMatrix> unseen;
            Cluster& cluster = own_cluster(inputs);
            for (int day = 0; day < known_days; ++day)
                cluster.history.snapshots.push_back(day_of(usual, random));
            for (int day = 0; day < unseen_days; ++day)
                unseen.push_back(day_of(usual, random));
            cluster.inter_node.bandwidth = cluster.history.snapshots.back();

            const ParallelConfig config = config_of(inputs, 4, 4, 3);
            const auto times = [&] {
                return times_on(inputs,
                                improve(inputs, config, host_order_mapping(48, 48, {}), some_knowledge()),
                                unseen);
            };
            const std::vector<double> mean = times();
            inputs.budget.history_quantile = 0.9;
            const std::vector<double> slow = times();
            own_cluster(inputs).history = {};
            const std::vector<double> single = times();
            robust_mean += std::accumulate(mean.begin(), mean.end(), 0.0);
            single_mean += std::accumulate(single.begin(), single.end(), 0.0);
            robust_slow += slow[unseen_days * 9 / 10];
            single_slow += single[unseen_days * 9 / 10];
        }
        qInfo("mean %.4f, a slow day %.4f of the single snapshot's", robust_mean / single_mean,
              robust_slow / single_slow);
        QVERIFY(robust_mean < single_mean);
        QVERIFY(robust_slow < single_slow);
    }

    void timesAreThoseOverTheSnapshots() {
        PlanInputs inputs = random_inputs({4, 4, 4, 0.1, MatrixBetween::nodes}, 5);
        inputs.budget.moves = 2'000, inputs.top = 5;
        Random random(5);
        for (int day = 0; day < 5; ++day)
            own_cluster(inputs).history.snapshots.push_back(
                day_of(inputs.cluster->inter_node.bandwidth, random));
        for (const double quantile : {0.0, 0.6, 1.0}) {
            inputs.budget.history_quantile = quantile;
            const Plan result = plan(inputs, some_knowledge());
            QCOMPARE(result.candidates.size(), 5u);
            QCOMPARE(result.feasible + result.rejected_counts.all() + result.indivisible, result.enumerated);
            for (const Candidate& candidate : result.candidates) {
                const std::vector<double> times =
                    times_on(inputs, candidate, inputs.cluster->history.snapshots);
                const double expected = quantile == 0 ? std::accumulate(times.begin(), times.end(), 0.0) / 5
                                                      : times[quantile == 1 ? 4 : 2];
                QVERIFY(std::abs(candidate.iteration_time_s - expected) <= 1e-9 * expected);
                QVERIFY(std::abs(candidate.breakdown.total() - expected) <= 1e-9 * expected);
                QVERIFY(candidate.iteration_time_s >= result.candidates.front().iteration_time_s);
            }
            for (const Candidate& baseline : result.baselines)
                QCOMPARE(
                    baseline.iteration_time_s,
                    evaluate(inputs, baseline.config, baseline.mapping, some_knowledge()).iteration_time_s);
        }
    }
};

QTEST_GUILESS_MAIN(RobustPlanTest)
#include "robust_plan_test.moc"
