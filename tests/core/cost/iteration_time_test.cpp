// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/iteration_time.h"
#include "core/schedule/schedule_family.h"
#include "tests/core/cost/small_clusters.h"

#include <QtTest>
#include <algorithm>
#include <numeric>

using namespace pipette;

namespace {

ParallelConfig config_of(int pp, int dp, int microbatches, P2p p2p = P2p::overlapped) {
    ParallelConfig config;
    config.pp = pp, config.dp = dp, config.p2p = p2p;
    config.global_batch = dp * microbatches;
    return config;
}

/// Costs of `config` with every figure drawn at random.
PipelineCosts random_costs(const ParallelConfig& config, double link_scale, Random& random) {
    PipelineCosts costs;
    costs.pp = config.pp, costs.vpp = config.vpp, costs.replicas = config.dp;
    costs.microbatches = config.microbatches();
    costs.weight_share.assign(static_cast<std::size_t>(config.chunks()), 0.5);
    for (int i = 0; i < config.dp * config.chunks(); ++i) {
        const bool last = (i + 1) % config.chunks() == 0;
        const double forward = random.uniform(0.5, 1.5);
        costs.forward.push_back(forward);
        costs.backward.push_back(forward * random.uniform(1, 3));
        costs.send_forward.push_back(last ? 0 : link_scale * random.lognormal(0, 1));
        costs.send_backward.push_back(last ? 0 : link_scale * random.lognormal(0, 1));
        costs.recompute.push_back(0.1 * forward);
        costs.tp.push_back(0.2 * forward);
        costs.cp.push_back(0.05 * forward);
        costs.ep.push_back(0.03 * forward);
        costs.dp.push_back(0.02 * forward);
    }
    for (int i = 0; i < config.dp * config.pp; ++i) {
        costs.exchange.push_back(random.uniform(0, 4));
        costs.optimizer.push_back(random.uniform(0, 0.5));
    }
    return costs;
}

/// Costs of one replica written down by hand; recomputation, tp, cp, ep and dp are 0.
PipelineCosts given(int microbatches, std::vector<double> forward, std::vector<double> backward,
                    std::vector<double> send) {
    PipelineCosts costs;
    costs.pp = static_cast<int>(forward.size()), costs.microbatches = microbatches;
    costs.weight_share.assign(forward.size(), 0.5);
    costs.recompute = costs.tp = costs.cp = costs.ep = costs.dp = costs.exchange = costs.optimizer =
        std::vector<double>(forward.size(), 0);
    costs.forward = std::move(forward), costs.backward = std::move(backward);
    costs.send_forward = costs.send_backward = std::move(send);
    return costs;
}

} // namespace

class IterationTimeTest : public QObject {
    Q_OBJECT

private slots:
    void oneDeviceComputesOneMicrobatchAfterAnother() {
        PipelineCosts costs = given(7, {2}, {3}, {0});
        costs.exchange = {11}, costs.optimizer = {0.5};
        const ParallelConfig config = config_of(1, 1, 7);
        COMPARE_CLOSE(exact_time(costs, config), 7 * 5 + 11 + 0.5);
        COMPARE_CLOSE(bound_time(costs, config), 7 * 5 + 11 + 0.5);
    }

    void equalStagesWithFreeLinksAreTheClosedForm() {
        const PipelineCosts costs = given(6, {1, 1, 1, 1}, {2, 2, 2, 2}, {0, 0, 0, 0});
        for (const P2p p2p : all_p2ps()) {
            const ParallelConfig config = config_of(4, 1, 6, p2p);
            COMPARE_CLOSE(exact_time(costs, config), (6 + 4 - 1) * 3.0);
            COMPARE_CLOSE(bound_time(costs, config), (6 + 4 - 1) * 3.0);
        }
    }

    void publishedFormulas() {
        PipelineCosts costs = given(6, {1, 2, 1}, {2, 4, 2}, {0.5, 0.25, 0});
        costs.exchange = {1, 3, 2};
        const ParallelConfig config = config_of(3, 1, 6);
        // Sum of X = 12, largest 6, 2 * sum of P = 1.5.
        COMPARE_CLOSE(pipette_time(costs, config), 2 * (12 + 1.5) + 2 * 6 + 3);
        COMPARE_CLOSE(amp_time(costs, config), 5 * 6 + 12 + 1.5 + 3);
    }

    void microbatchesNeedNotDivideByStagesInPipettesFormula() {
        const PipelineCosts costs = given(5, {1, 1}, {2, 2}, {0, 0});
        COMPARE_CLOSE(pipette_time(costs, config_of(2, 1, 5)), 2.5 * 6 + 3);
    }

    void exchangeFollowsTheLastBackwardOfItsOwnDevice() {
        // The last device ends two backwards earlier than the first: its longer exchange partly hides.
        PipelineCosts costs = given(3, {1, 1, 1}, {2, 2, 2}, {0, 0, 0});
        const ParallelConfig config = config_of(3, 1, 3);
        const double pipeline = (3 + 3 - 1) * 3.0;
        costs.exchange = {0, 0, 5};
        COMPARE_CLOSE(exact_time(costs, config), pipeline - 4 + 5);
        costs.exchange = {0, 0, 3};
        COMPARE_CLOSE(exact_time(costs, config), pipeline);
    }

    void theSlowestReplicaCounts() {
        Random random(3);
        const ParallelConfig config = config_of(4, 3, 8);
        const PipelineCosts costs = random_costs(config, 0.2, random);
        double slowest = 0;
        for (std::ptrdiff_t replica = 0; replica < 3; ++replica) {
            PipelineCosts one = costs;
            one.replicas = 1;
            for (auto* values :
                 {&one.forward, &one.backward, &one.send_forward, &one.send_backward, &one.recompute, &one.tp,
                  &one.cp, &one.ep, &one.dp, &one.exchange, &one.optimizer})
                *values =
                    std::vector<double>(values->begin() + 4 * replica, values->begin() + 4 * replica + 4);
            slowest = std::max(slowest, exact_time(one, config));
        }
        COMPARE_CLOSE(exact_time(costs, config), slowest);
    }

    void equalReplicasAreSimulatedToTheSameTime() {
        Random random(4);
        const ParallelConfig config = config_of(4, 1, 8);
        const PipelineCosts one = random_costs(config, 0.2, random);
        PipelineCosts many = one;
        many.replicas = 64;
        for (auto* values :
             {&many.forward, &many.backward, &many.send_forward, &many.send_backward, &many.recompute,
              &many.tp, &many.cp, &many.ep, &many.dp, &many.exchange, &many.optimizer}) {
            const std::vector<double> row = *values;
            for (int i = 1; i < 64; ++i)
                values->insert(values->end(), row.begin(), row.end());
        }
        QCOMPARE(exact_time(many, config), exact_time(one, config));
    }

    void boundIsNeverAboveTheExactTime_data() {
        QTest::addColumn<ScheduleKind>("kind");
        QTest::addColumn<int>("p2p");
        QTest::addColumn<int>("vpp");
        for (const P2p p2p : all_p2ps())
            for (const ScheduleKind kind : all_schedules())
                for (int vpp = 1; vpp <= 3; ++vpp)
                    if (vpp == 1 || allows(kind, {4, 16, vpp, 1}))
                        QTest::addRow("%s %s %d", std::string(name_of(kind)).c_str(),
                                      std::string(name_of(p2p)).c_str(), vpp)
                            << kind << static_cast<int>(p2p) << vpp;
    }

    void boundIsNeverAboveTheExactTime() {
        QFETCH(ScheduleKind, kind);
        QFETCH(int, p2p);
        QFETCH(int, vpp);
        Random random(17);
        double below = 0;
        int rounds = 0;
        for (int round = 0; round < 1000; ++round) {
            const int pp = 2 + static_cast<int>(random.below(7));
            int n = 1 + static_cast<int>(random.below(24));
            if (kind == ScheduleKind::interleaved && vpp > 1)
                n = (n + pp - 1) / pp * pp;
            if (!allows(kind, {pp, n, vpp, 1}))
                continue;
            ParallelConfig config =
                config_of(pp, 1 + static_cast<int>(random.below(3)), n, static_cast<P2p>(p2p));
            config.vpp = vpp;
            config.schedule = kind;
            const PipelineCosts costs = random_costs(config, random.uniform(0, 0.5), random);
            const double exact = exact_time(costs, config), bound = bound_time(costs, config);
            QVERIFY2(bound <= exact,
                     qPrintable(QString("%1 > %2 in round %3").arg(bound).arg(exact).arg(round)));
            QVERIFY(bound >= 0.1 * exact);
            below += 1 - bound / exact;
            ++rounds;
        }
        if (rounds > 0)
            qInfo("%.2f %% below in the mean of %d", 100 * below / rounds, rounds);
    }

    void breakdownSumsToTheTime() {
        Random random(23);
        for (int round = 0; round < 300; ++round) {
            const ParallelConfig config =
                config_of(1 + static_cast<int>(random.below(8)), 1 + static_cast<int>(random.below(3)),
                          1 + static_cast<int>(random.below(20)), all_p2ps()[random.below(3)]);
            const PipelineCosts costs = random_costs(config, random.uniform(0, 0.5), random);
            PipelineTimer timer = timer_of(config);
            const ExactTime exact = exact_iteration(costs, config, timer);
            const Breakdown parts = breakdown_of(costs, config, exact, timer);
            COMPARE_CLOSE(parts.total(), exact.time_s);
            const double n = costs.microbatches;
            const std::size_t at = static_cast<std::size_t>(exact.replica * config.pp + exact.device);
            COMPARE_CLOSE(parts.recompute, n * costs.recompute[at]);
            COMPARE_CLOSE(parts.tp, n * costs.tp[at]);
            COMPARE_CLOSE(parts.dp_exposed, costs.exchange[at] + n * costs.dp[at]);
            COMPARE_CLOSE(parts.optimizer, costs.optimizer[at]);
            QVERIFY(parts.pp_exposed >= 0);
            QVERIFY(parts.bubble >= -1e-9 * exact.time_s);
            QVERIFY(parts.compute > 0);
        }
    }

    void breakdownSumsInEverySchedule() {
        Random random(31);
        for (const ScheduleKind kind : all_schedules()) {
            ParallelConfig config = config_of(4, 2, 16);
            config.schedule = kind;
            config.vpp = allows(kind, {4, 16, 1, 1}) ? 1 : 2;
            const PipelineCosts costs = random_costs(config, 0.1, random);
            PipelineTimer timer = timer_of(config);
            const ExactTime exact = exact_iteration(costs, config, timer);
            const Breakdown parts = breakdown_of(costs, config, exact, timer);
            COMPARE_CLOSE(parts.total(), exact.time_s);
            QVERIFY2(parts.bubble >= -1e-9 * exact.time_s, std::string(name_of(kind)).c_str());
            QVERIFY2(bound_time(costs, config) <= exact.time_s, std::string(name_of(kind)).c_str());
        }
    }

    void freeLinksExposeNothing() {
        Random random(29);
        const ParallelConfig config = config_of(4, 2, 8);
        const PipelineCosts costs = random_costs(config, 0, random);
        PipelineTimer timer = timer_of(config);
        QCOMPARE(breakdown_of(costs, config, exact_iteration(costs, config, timer), timer).pp_exposed, 0.0);
    }
};

QTEST_GUILESS_MAIN(IterationTimeTest)
#include "iteration_time_test.moc"
