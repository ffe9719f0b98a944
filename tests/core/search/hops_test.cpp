// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/hops.h"
#include "core/cost/iteration_time.h"
#include "core/plan/reliance_text.h"
#include "tests/core/own_cluster.h"
#include "tests/core/search/faulty_cluster.h"

#include <QtTest>

using namespace pipette;

namespace {

using Pairs = std::vector<std::pair<int, int>>;

/// Four nodes of four GPUs, untied embeddings.
PlanInputs four_nodes() {
    PlanInputs inputs = random_inputs({4, 4, 4, 0, MatrixBetween::nodes}, 1);
    inputs.model.tied_embeddings = false;
    return inputs;
}

std::set<std::pair<int, int>> pairs_of(const PlanInputs& inputs, const ParallelConfig& config,
                                       const RankMapping& mapping) {
    const Links links = make_links(*inputs.cluster);
    std::set<std::pair<int, int>> pairs;
    each_hop(links, traffic_of(inputs.model, inputs.job, config), mapping, [&](int from, int to) {
        const int a = inputs.cluster->node_of(from), b = inputs.cluster->node_of(to);
        pairs.emplace(std::min(a, b), std::max(a, b));
    });
    return pairs;
}

Reliance reliance(const PlanInputs& inputs, const ParallelConfig& config) {
    return reliance_of(*inputs.cluster, links_of(inputs), traffic_of(inputs.model, inputs.job, config),
                       host_order_mapping(16, config.world(), {}));
}

} // namespace

class HopsTest : public QObject {
    Q_OBJECT

private slots:
    void pipelinesWrapAndEmbeddingsTie() {
        PlanInputs inputs = four_nodes();
        const RankMapping host_order = host_order_mapping(16, 16, {});
        using Set = std::set<std::pair<int, int>>;
        QCOMPARE(pairs_of(inputs, config_of(inputs, 4, 4, 1), host_order), (Set{{0, 1}, {1, 2}, {2, 3}}));
        QCOMPARE(pairs_of(inputs, config_of(inputs, 4, 4, 1, 2), host_order),
                 (Set{{0, 1}, {1, 2}, {2, 3}, {0, 3}}));
        ParallelConfig v = config_of(inputs, 4, 4, 1, 2);
        v.schedule = *schedule_named("zb-v");
        QCOMPARE(pairs_of(inputs, v, host_order), (Set{{0, 1}, {1, 2}, {2, 3}}));
        ParallelConfig both = config_of(inputs, 4, 4, 1);
        both.schedule = *schedule_named("dualpipe"); // a stage lives on devices s and 3 - s
        QCOMPARE(pairs_of(inputs, both, host_order), (Set{{0, 1}, {1, 2}, {2, 3}, {0, 3}}));
        inputs.model.tied_embeddings = true;
        QCOMPARE(pairs_of(inputs, config_of(inputs, 4, 4, 1), host_order),
                 (Set{{0, 1}, {1, 2}, {2, 3}, {0, 3}}));
        QCOMPARE(pairs_of(inputs, v, host_order), (Set{{0, 1}, {1, 2}, {2, 3}})); // both ends on device 0
    }

    void ringsRunInRankOrderAndNodeAfterNode() {
        const PlanInputs inputs = four_nodes();
        const ParallelConfig config = config_of(inputs, 1, 1, 4);
        // Nodes 0, 1, 0, 2 in rank order; 0, 1, 2 node after node.
        QCOMPARE(pairs_of(inputs, config, {{0, 4, 1, 8}}),
                 (std::set<std::pair<int, int>>{{0, 1}, {0, 2}, {1, 2}}));
    }

    void everyPairOfABlockCounts() {
        const PlanInputs inputs = four_nodes();
        QCOMPARE(pairs_of(inputs, config_of(inputs, 1, 16, 1), host_order_mapping(16, 16, {})).size(), 6u);
    }

    void agreesWithRanksWalkedByHand() {
        Random random(3);
        PlanInputs inputs = random_inputs({6, 4, 2, 0, MatrixBetween::nodes}, 1);
        for (int i = 0; i < 300; ++i) {
            inputs.model.tied_embeddings = i % 2 == 0;
            const int shapes[][4]{{2, 2, 1, 6}, {3, 1, 2, 4}, {6, 4, 1, 1},
                                  {1, 8, 1, 3}, {3, 4, 2, 1}, {2, 1, 1, 9}};
            const int* shape = shapes[i % 6];
            ParallelConfig config = config_of(inputs, shape[0], shape[1], shape[3], 1 + i % 3);
            config.cp = shape[2];
            RankMapping mapping = host_order_mapping(24, 24, {});
            for (std::uint32_t r = 24; r > 1; --r)
                std::swap(mapping.gpu_of_rank[r - 1], mapping.gpu_of_rank[random.below(r)]);
            mapping.gpu_of_rank.resize(std::size_t(config.world()));
            QCOMPARE(pairs_of(inputs, config, mapping), pairs_by_hand(inputs, config, mapping));
        }
    }

    void faultsAndUnmeasuredLinksAreToldApart() {
        PlanInputs inputs = four_nodes();
        BandwidthMatrix& matrix = own_cluster(inputs).inter_node.bandwidth;
        for (const auto& [a, b] : {std::pair(1, 0), {1, 2}, {0, 2}})
            matrix.set(a, b, BandwidthMatrix::unmeasured);
        const ParallelConfig config = config_of(inputs, 4, 4, 1);
        Reliance found = reliance(inputs, config);
        QVERIFY(found.faults.empty());
        QCOMPARE(found.assumed_links, (Pairs{{1, 0}, {1, 2}}));
        own_cluster(inputs).faults = {{0, 3, -1, "never met", {}, {}},
                                      {2, 1, -1, "met", {}, {}},
                                      {3, -1, 1, {}, {}, {}},
                                      {2, -1, -1, "gone", {}, {}}};
        found = reliance(inputs, config);
        QCOMPARE(found.faults, (std::vector<int>{1, 2, 3}));
        QCOMPARE(found.assumed_links, (Pairs{{1, 0}}));
        const Candidate candidate =
            estimate_time(inputs, config, host_order_mapping(16, 16, {}), some_knowledge().calibration);
        QCOMPARE(candidate.faults, found.faults);
        QCOMPARE(candidate.assumed_links, found.assumed_links);
        QCOMPARE(crossing_text(*inputs.cluster, candidate),
                 std::string("crosses the broken link n2 - n1 (met) and 2 other known faults"));
        QCOMPARE(assumed_links_text(*inputs.cluster, candidate),
                 std::string("relies on 1 link that nobody measured (n1 to n0)"));
        QCOMPARE(known_faults_text(inputs),
                 std::string("4 known, kept off: the broken link n0 - n3 (never met), "
                             "the broken link n2 - n1 (met), the broken GPU n3:1 and 1 "
                             "more"));
    }

    void aFaultBetweenHostsCoversAllTheirGpus() {
        PlanInputs inputs = random_inputs({4, 4, 4, 0, MatrixBetween::gpus}, 1);
        inputs.model.tied_embeddings = false;
        own_cluster(inputs).inter_node.bandwidth.set(4, 8, BandwidthMatrix::unmeasured);
        const ParallelConfig config = config_of(inputs, 4, 4, 1);
        QCOMPARE(reliance(inputs, config).assumed_links, (Pairs{{1, 2}}));
        own_cluster(inputs).faults = {{2, 1, -1, {}, {}, {}}};
        const Reliance found = reliance(inputs, config);
        QCOMPARE(found.faults, std::vector<int>{0});
        QVERIFY(found.assumed_links.empty());
        const Links links = make_links(*inputs.cluster);
        for (int a = 4; a < 8; ++a)
            for (int b = 8; b < 12; ++b) // whatever was measured there
                QCOMPARE(links.s_per_byte(a, b), links.typical_s_per_byte);
    }
};

QTEST_GUILESS_MAIN(HopsTest)
#include "hops_test.moc"
