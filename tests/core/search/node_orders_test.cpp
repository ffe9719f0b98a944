// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/index.h"
#include "core/search/moves/node_orders.h"
#include "core/search/moves/order_chain.h"
#include "core/search/time/placement_cost.h"
#include "tests/core/search/placement_instance.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace pipette;

namespace {

constexpr long moves = 20'000;

/// Nodes with one network card, whose blocks share it.
PlacementInstance shared_cards(int nodes, std::uint64_t seed, int pp, int dp, int vpp) {
    const ClusterSketch sketch{.nodes = nodes, .gpus = 4, .nics = 1, .slow_share = 0.2};
    return {sketch, seed, config_of(random_inputs(sketch, seed), pp, 1, dp, vpp), 4 * pp * dp};
}

/// Nodes that hold two stages of two replicas each.
std::vector<std::uint32_t> two_stages_a_node(const PlacementProblem& problem) {
    std::vector<std::uint32_t> slot_of_block;
    for (int replica = 0; replica < problem.replicas; ++replica)
        for (int stage = 0; stage < problem.devices; ++stage)
            slot_of_block.push_back(std::uint32_t((replica / 2 * problem.devices / 2 + stage / 2) * 4 +
                                                  replica % 2 * 2 + stage % 2));
    return slot_of_block;
}

/// Nodes that hold four replicas of one stage each.
std::vector<std::uint32_t> a_stage_a_node(const PlacementProblem& problem) {
    std::vector<std::uint32_t> slot_of_block;
    for (int replica = 0; replica < problem.replicas; ++replica)
        for (int stage = 0; stage < problem.devices; ++stage)
            slot_of_block.push_back(std::uint32_t((replica / 4 * problem.devices + stage) * 4 + replica % 4));
    return slot_of_block;
}

double least_of_all_orders(const PlacementProblem& problem, const std::vector<std::uint32_t>& placement) {
    std::vector<std::uint32_t> nodes(index(problem.nodes)), moved(placement.size());
    std::iota(nodes.begin(), nodes.end(), 0u);
    double least_s = INFINITY;
    PlacementCost cost(problem, placement);
    do {
        for (std::size_t block = 0; block < placement.size(); ++block)
            moved[block] = nodes[placement[block] / 4] * 4 + placement[block] % 4;
        cost.reset(moved);
        least_s = std::min(least_s, cost.cost());
    } while (std::next_permutation(nodes.begin(), nodes.end()));
    return least_s;
}

} // namespace

class NodeOrdersTest : public QObject {
    Q_OBJECT

private slots:
    void findsTheBestOfAllOrders_data() {
        QTest::addColumn<int>("nodes");
        QTest::addColumn<int>("pp");
        QTest::addColumn<int>("vpp");
        QTest::newRow("two rows of two") << 4 << 2 << 1;
        QTest::newRow("three rows of two, interleaved") << 6 << 2 << 2;
        QTest::newRow("two rows of three") << 6 << 3 << 1;
        QTest::newRow("two rows of four, interleaved") << 8 << 4 << 2;
    }
    void findsTheBestOfAllOrders() {
        QFETCH(int, nodes);
        QFETCH(int, pp);
        QFETCH(int, vpp);
        int changed = 0;
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            const PlacementInstance instance = shared_cards(nodes, seed, pp, 4 * nodes / pp, vpp);
            const std::vector<std::uint32_t> start = a_stage_a_node(instance.problem);
            const std::vector<std::uint32_t> ordered = best_node_order(instance.problem, start, moves);
            const double found_s = PlacementCost(instance.problem, ordered).cost(),
                         least_s = least_of_all_orders(instance.problem, start);
            QVERIFY2(
                std::abs(found_s / least_s - 1) < 1e-8,
                qPrintable(QString("seed %1: %2 s, %3 s is possible").arg(seed).arg(found_s).arg(least_s)));
            changed += ordered != start;
        }
        QVERIFY(changed > 0);
    }

    /// Kept or taken back, an exchange leaves what an order worked out anew has.
    void exchangesLeaveWhatTheOrderTakes_data() {
        QTest::addColumn<int>("nodes");
        QTest::addColumn<int>("pp");
        QTest::addColumn<int>("vpp");
        QTest::addColumn<bool>("twoStages");
        QTest::newRow("one row") << 4 << 4 << 1 << false;
        QTest::newRow("two rows") << 8 << 4 << 2 << false;
        QTest::newRow("eight rows") << 16 << 2 << 1 << false;
        QTest::newRow("two stages a node") << 8 << 4 << 1 << true;
    }
    void exchangesLeaveWhatTheOrderTakes() {
        QFETCH(int, nodes);
        QFETCH(int, pp);
        QFETCH(int, vpp);
        const PlacementInstance instance = shared_cards(nodes, 1, pp, 4 * nodes / pp, vpp);
        QFETCH(bool, twoStages);
        exchange(instance,
                 twoStages ? two_stages_a_node(instance.problem) : a_stage_a_node(instance.problem));
    }

    /// Shard groups over two nodes and over four, whose replicas add up their gradients.
    void exchangesLeaveWhatShardedLayersTake() {
        for (const int nics : {1, 4})
            for (const int shard : {8, 16}) {
                const ClusterSketch sketch{8, 4, nics, 0.2, MatrixBetween::nodes};
                ParallelConfig config = config_of(random_inputs(sketch, 1), 1, 1, 32);
                config.zero_stage = 3, config.shard = shard;
                const PlacementInstance instance(sketch, 1, config);
                exchange(instance, instance.problem.layout.slot_of_block);
            }
    }

private:
    static void exchange(const PlacementInstance& instance, const std::vector<std::uint32_t>& placement) {
        const auto count = std::uint32_t(instance.problem.nodes);
        const NodeRows rows(instance.problem, placement);
        RowTimes times(instance.problem, rows, placement, 1); // rows take each other's places
        RowTimes remembered(instance.problem, rows, placement, 100'000);
        QVERIFY(rows.fit() && times.known());
        const NodeHops hops(instance.problem, rows, placement);
        QVERIFY(hops.known());
        OrderChain chain(rows, times, hops, instance.problem.devices);
        Random random(1);
        int kept = 0, taken_back = 0;
        for (int step = 0; step < 40; ++step) {
            const double width_s = chain.cost_s() * (step % 2 == 0 ? 0.1 : 0.01);
            chain.soften(width_s);
            const double top_s = chain.cost_s();
            for (int i = 0; i < 20; ++i) {
                const std::uint32_t a = random.below(count), b = (a + 1 + random.below(count - 1)) % count;
                const std::vector<std::uint32_t> before = chain.nodes();
                const bool within = chain.exchange_within(a, b, chain.energy_s() * 1.05);
                ++(within ? kept : taken_back);
                QCOMPARE(chain.nodes() == before, !within);
            }
            OrderChain anew(rows, remembered, hops, instance.problem.devices);
            anew.take(chain.nodes());
            QCOMPARE(chain.cost_s(), anew.cost_s());
            std::vector<std::uint32_t> moved, node(count);
            for (std::size_t at = 0; at < node.size(); ++at)
                node[rows.nodes()[at]] = chain.nodes()[at];
            for (const std::uint32_t slot : placement)
                moved.push_back(node[slot / 4] * 4 + slot % 4);
            QVERIFY(std::abs(chain.cost_s() / PlacementCost(instance.problem, moved).cost() - 1) < 1e-8);
            anew.soften(width_s);
            const double higher_top = std::exp((anew.cost_s() - top_s) / width_s);
            QVERIFY(std::abs(chain.energy_s() / (anew.energy_s() * higher_top) - 1) < 1e-6);
        }
        QVERIFY(kept > 0 && taken_back > 0);
    }

private slots:
    void saysNothingOfOtherPlacements() {
        const PlacementInstance shared = shared_cards(4, 1, 2, 8, 1);
        Random random(1);
        const std::vector<std::uint32_t> mixed = random_placement(16, 16, random);
        QVERIFY(best_node_order(shared.problem, mixed, moves).empty());
        const PlacementInstance own_cards({4, 4, 4, 0.2, MatrixBetween::nodes}, 1, 2, 1, 8);
        QVERIFY(best_node_order(own_cards.problem, own_cards.problem.layout.slot_of_block, moves).empty());
    }
};

QTEST_GUILESS_MAIN(NodeOrdersTest)
#include "node_orders_test.moc"
