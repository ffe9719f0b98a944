// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/cost/iteration_time.h"
#include "core/search/rounds/evaluate.h"
#include "core/search/rounds/planner.h"
#include "core/search/space/enumeration.h"
#include "core/search/space/node_groups.h"
#include "core/search/space/slot_layout.h"
#include "tests/core/own_cluster.h"
#include "tests/core/search/faulty_cluster.h"

#include <QtTest>
#include <numeric>

using namespace pipette;

namespace {

PlanInputs quick(PlanInputs inputs) {
    inputs.budget.moves = 3'000, inputs.budget.chains = 2, inputs.budget.threads = 1;
    inputs.limits.micro_batches = {1}, inputs.limits.recompute = {Recompute::none};
    inputs.top = 1'000;
    return inputs;
}

bool keeps_off(const PlanInputs& inputs, const Candidate& candidate) {
    return !any_broken(inputs, pairs_by_hand(inputs, candidate.config, candidate.mapping));
}

/// Whether any placement of the configuration's blocks on the slots keeps off all broken links.
bool possible(const PlanInputs& inputs, const ParallelConfig& config) {
    const SlotLayout layout =
        host_order_layout(empty_layout(*inputs.cluster, kept_off(inputs), config.tp * config.cp), config);
    std::vector<std::uint32_t> order(std::size_t(layout.size()));
    std::iota(order.begin(), order.end(), 0u);
    do {
        const auto blocks = std::span(order).first(std::size_t(config.pp * config.dp));
        if (!any_broken(inputs, pairs_by_hand(inputs, config, mapping_of(layout, config, blocks))))
            return true;
    } while (std::next_permutation(order.begin(), order.end()));
    return false;
}

long crossing(const Plan& plan) {
    return plan.rejected_counts.of(RejectionCode::crosses_fault);
}

} // namespace

class FaultsTest : public QObject {
    Q_OBJECT

private slots:
    void noCandidateSendsOverABrokenLink() {
        long candidates = 0, rejected = 0, baselines = 0;
        for (std::uint64_t seed = 1; seed <= 12; ++seed) {
            const ClusterSketch sketch{3 + int(seed % 4), 4, 2, 0.2,
                                       seed % 3 == 0 ? MatrixBetween::gpus : MatrixBetween::nodes};
            PlanInputs inputs = quick(faulty_inputs(sketch, seed, 1 + int(seed % 3)));
            inputs.limits.max_cp = 2, inputs.limits.max_tp = seed % 2 == 0 ? 8 : 4;
            if (seed % 4 == 0)
                inputs.limits.schedules = {*schedule_named("zb-v"), ScheduleKind::one_f_one_b};
            if (seed == 7)
                inputs.faults.degraded = {{"n0", "n1", 0.5}};
            const Plan result = plan(inputs, some_knowledge());
            QCOMPARE(result.feasible + result.rejected_counts.all() + result.indivisible, result.enumerated);
            for (const Candidate& candidate : result.candidates) {
                QVERIFY2(keeps_off(inputs, candidate), short_name(candidate.config).c_str());
                QVERIFY(candidate.faults.empty());
                // The time is that of the mapping, nothing else.
                QCOMPARE(
                    evaluate(inputs, candidate.config, candidate.mapping, some_knowledge()).iteration_time_s,
                    candidate.iteration_time_s);
                QVERIFY(candidate.model_times.bound <= candidate.iteration_time_s);
            }
            for (const Candidate& baseline : result.baselines) {
                QCOMPARE(baseline.faults.empty(), keeps_off(inputs, baseline));
                baselines += baseline.faults.empty() ? 0 : 1;
            }
            for (const Rejection& rejection : result.rejected)
                if (rejection.code == RejectionCode::crosses_fault)
                    QVERIFY2(rejection.reason.find("the broken link n") != std::string::npos &&
                                 rejection.reason.find("Test NCCL failure") != std::string::npos,
                             rejection.reason.c_str());
            candidates += long(result.candidates.size()), rejected += crossing(result);
        }
        QVERIFY2(candidates > 50 && rejected > 0 && baselines > 0,
                 qPrintable(QString("%1 %2 %3").arg(candidates).arg(rejected).arg(baselines)));
    }

    void findsThePlacementsThereAre_data() {
        QTest::addColumn<int>("nodes");
        QTest::addColumn<int>("gpus");
        QTest::addColumn<int>("faults");
        QTest::newRow("3 hosts, 1 of 3 links broken") << 3 << 2 << 1;
        QTest::newRow("4 hosts, 2 of 6 broken") << 4 << 2 << 2;
        QTest::newRow("5 hosts, 4 of 10 broken") << 5 << 1 << 4;
        QTest::newRow("6 hosts, 6 of 15 broken") << 6 << 1 << 6;
    }
    void findsThePlacementsThereAre() {
        QFETCH(int, nodes);
        QFETCH(int, gpus);
        QFETCH(int, faults);
        long possible_ones = 0, impossible = 0;
        for (std::uint64_t seed = 1; seed <= 6; ++seed) {
            PlanInputs inputs =
                quick(faulty_inputs({nodes, gpus, 1, 0.2, MatrixBetween::nodes}, seed, faults));
            inputs.job.global_batch = 120;
            inputs.limits.schedules = {ScheduleKind::one_f_one_b};
            inputs.model.tied_embeddings = seed % 2 == 0;
            const Plan result = plan(inputs, some_knowledge());
            for (const Rejection& rejection : result.rejected)
                if (rejection.code == RejectionCode::crosses_fault) {
                    QVERIFY2(!possible(inputs, rejection.config), short_name(rejection.config).c_str());
                    ++impossible;
                }
            possible_ones += long(result.candidates.size());
        }
        QVERIFY2(possible_ones > 0 && impossible > 0,
                 qPrintable(QString("%1 possible, %2 not").arg(possible_ones).arg(impossible)));
    }

    void brokenGpusAndHostsAreLeftOut() {
        PlanInputs inputs = quick(random_inputs({4, 4, 2, 0.2, MatrixBetween::nodes}, 4));
        own_cluster(inputs).faults = {{1, -1, 2, "ECC", {}, {}}, {3, -1, -1, "does not answer", {}, {}}};
        QCOMPARE(usable_gpus(inputs), (std::vector<int>{0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11}));
        const Plan result = plan(inputs, some_knowledge());
        QVERIFY(!result.candidates.empty());
        for (const std::vector<Candidate>* list : {&result.candidates, &result.baselines})
            for (const Candidate& candidate : *list)
                for (const int gpu : candidate.mapping.gpu_of_rank)
                    QVERIFY(gpu != 6 && gpu < 12);
        inputs.limits.allow_faulty = true;
        QCOMPARE(usable_gpus(inputs).size(), 16u);
        const Plan allowed = plan(inputs, some_knowledge());
        QCOMPARE(allowed.candidates.front().faults, (std::vector<int>{0, 1}));
        QVERIFY(std::any_of(allowed.assumptions.begin(), allowed.assumptions.end(), [](const std::string& a) {
            return a.find("the broken GPU n1:2 (ECC)") != std::string::npos;
        }));
    }

    void aStartOnBrokenGpusIsRefused() {
        PlanInputs inputs = quick(random_inputs({4, 4, 2, 0.2, MatrixBetween::nodes}, 4));
        own_cluster(inputs).faults = {{1, -1, 2, "ECC", {}, {}}};
        inputs.start = host_order_mapping(16, 8, {});
        inputs.limits.world_sizes = {8};
        try {
            plan(inputs, some_knowledge());
            QFAIL("it should be refused");
        } catch (const InputError& error) {
            QVERIFY2(std::string(error.what()).find("the broken GPU n1:2 (ECC)") != std::string::npos,
                     error.what());
        }
    }

    void hostsThatCannotReachEachOtherHaveNoPlan() {
        PlanInputs inputs = quick(faulty_inputs({2, 4, 2, 0, MatrixBetween::nodes}, 1, 1));
        own_cluster(inputs).inter_node.bandwidth = BandwidthMatrix(2); // and nobody measured them
        Plan result = plan(inputs, some_knowledge());
        QVERIFY(result.candidates.empty());
        QVERIFY(crossing(result) > 0);
        inputs.limits.world_sizes = {4};
        result = plan(inputs, some_knowledge());
        QVERIFY(!result.candidates.empty());
        inputs.limits.world_sizes.clear(), inputs.limits.allow_faulty = true;
        result = plan(inputs, some_knowledge());
        QVERIFY(!result.candidates.empty());
        QCOMPARE(crossing(result), 0);
        QCOMPARE(result.candidates.front().faults, std::vector<int>{0});
        QVERIFY(result.candidates.front().assumed_links.empty()); // broken is not the same as not measured
    }

    void improvingLeavesFaultsThoughItTakesLonger() {
        PlanInputs inputs = quick(random_inputs({4, 4, 2, 0, MatrixBetween::nodes}, 2));
        BandwidthMatrix& matrix = own_cluster(inputs).inter_node.bandwidth;
        for (const auto& [a, b] : {std::pair(0, 1), {1, 2}, {2, 3}}) // of all links the fastest
            matrix.set(a, b, 1000), matrix.set(b, a, 1000);
        inputs.model.tied_embeddings = false;
        own_cluster(inputs).faults = {{1, 2, -1, "down", {}, {}}};
        const ParallelConfig config = config_of(inputs, 4, 4, 1);
        const RankMapping start = host_order_mapping(16, 16, {});
        QCOMPARE(evaluate(inputs, config, start, some_knowledge()).faults, std::vector<int>{0});
        const Candidate after = improve(inputs, config, start, some_knowledge());
        QVERIFY(after.faults.empty() && keeps_off(inputs, after));
    }

    void blocksOverNodesAreMadeOfNodesThatReachEachOther() {
        const PlanInputs inputs = random_inputs({6, 4, 2, 0, MatrixBetween::nodes}, 2);
        Cluster cluster = *inputs.cluster;
        const auto groups = [&](int gpus) {
            return node_groups(cluster, {0, 1, 2, 3, 4, 5}, BrokenLinks(cluster), gpus);
        };
        using Groups = std::vector<std::vector<int>>;
        QCOMPARE(groups(8), (Groups{{0, 1}, {2, 3}, {4, 5}}));
        cluster.faults = {{0, 1, -1, {}, {}, {}}, {2, 3, -1, {}, {}, {}}};
        for (const int gpus : {8, 12}) {
            const Groups found = groups(gpus);
            QCOMPARE(found.size(), std::size_t(24 / gpus));
            for (const std::vector<int>& group : found)
                for (const int a : group)
                    for (const int b : group)
                        QVERIFY(!BrokenLinks(cluster).between(a, b));
        }
        // One node reaches but one other, and that one must not be given away.
        cluster.faults = {{5, 0, -1, {}, {}, {}},
                          {5, 1, -1, {}, {}, {}},
                          {5, 3, -1, {}, {}, {}},
                          {5, 4, -1, {}, {}, {}},
                          {0, 1, -1, {}, {}, {}}};
        QCOMPARE(groups(8), (Groups{{0, 3}, {1, 4}, {2, 5}}));
        cluster.faults.push_back({5, 2, -1, {}, {}, {}}); // none at all: it is left over
        QCOMPARE(groups(8).size(), 2u);
    }

    void snapshotsKeepOffFaultsToo() {
        PlanInputs inputs = quick(faulty_inputs({4, 4, 2, 0.2, MatrixBetween::nodes}, 5, 1));
        inputs.limits.schedules = {ScheduleKind::one_f_one_b};
        for (int day = 0; day < 3; ++day) {
            own_cluster(inputs).history.times.push_back("2024-05-0" + std::to_string(day + 1));
            BandwidthMatrix snapshot = inputs.cluster->inter_node.bandwidth;
            snapshot.set(0, 2, day == 1 ? 9.0 : BandwidthMatrix::unmeasured);
            snapshot.set(2, 0, BandwidthMatrix::unmeasured);
            own_cluster(inputs).history.snapshots.push_back(snapshot);
        }
        const Plan result = plan(inputs, some_knowledge());
        QVERIFY(!result.candidates.empty());
        for (const Candidate& candidate : result.candidates) {
            QVERIFY(keeps_off(inputs, candidate) && candidate.faults.empty());
            for (const auto& link : candidate.assumed_links) // one day measured the way there
                QCOMPARE(link, std::pair(2, 0));
        }
        RankMapping there_and_back; // a stage a node, 2 beside 0
        for (const int node : {1, 2, 0, 3})
            for (int gpu = 0; gpu < 4; ++gpu)
                there_and_back.gpu_of_rank.push_back(4 * node + gpu);
        const Candidate relying =
            evaluate(inputs, config_of(inputs, 4, 4, 1), there_and_back, some_knowledge());
        QCOMPARE(relying.assumed_links, (std::vector{std::pair(2, 0)}));
    }
};

QTEST_GUILESS_MAIN(FaultsTest)
#include "faults_test.moc"
