// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/moves/ring_placement.h"
#include "core/search/time/placement_cost.h"
#include "tests/core/search/placement_instance.h"

#include <QtTest>

#include <algorithm>
#include <set>

using namespace pipette;

namespace {

struct Instance : PlacementInstance {
    using PlacementInstance::PlacementInstance;

    /// Slowest hop of the ring of a stage, s/byte.
    double slowest_hop(const std::vector<std::uint32_t>& placement, int stage) const {
        double slowest = 0;
        for (int replica = 0; replica < config.dp; ++replica) {
            const auto site = [&](int r) {
                const std::uint32_t slot = placement[std::size_t(r % config.dp * config.pp + stage)];
                return std::uint32_t(problem.layout.node_of_slot[slot]);
            };
            if (site(replica) != site(replica + 1))
                slowest =
                    std::max(slowest, problem.table->s_per_byte.forward(site(replica), site(replica + 1)));
        }
        return slowest;
    }
};

} // namespace

class RingPlacementTest : public QObject {
    Q_OBJECT

private slots:
    void drawsPlacements_data() {
        QTest::addColumn<ClusterSketch>("sketch");
        QTest::addColumn<int>("pp");
        QTest::addColumn<int>("tp");
        QTest::addColumn<int>("dp");
        QTest::newRow("a block a node") << ClusterSketch{16, 8, 4, 0.2, MatrixBetween::nodes} << 4 << 8 << 4;
        QTest::newRow("spare nodes") << ClusterSketch{16, 8, 4, 0.2, MatrixBetween::nodes} << 2 << 8 << 5;
        QTest::newRow("two blocks a node")
            << ClusterSketch{8, 4, 4, 0.2, MatrixBetween::nodes} << 2 << 2 << 8;
        QTest::newRow("more nodes than a ring looks at")
            << ClusterSketch{80, 1, 1, 0.2, MatrixBetween::nodes} << 8 << 1 << 10;
    }
    void drawsPlacements() {
        QFETCH(ClusterSketch, sketch);
        QFETCH(int, pp);
        QFETCH(int, tp);
        QFETCH(int, dp);
        const Instance instance(sketch, 3, pp, tp, dp);
        RingPlacement rings(instance.problem);
        QVERIFY(rings.possible());
        Random random(1);
        std::vector<std::uint32_t> placement(std::size_t(pp * dp));
        for (int i = 0; i < 20; ++i) {
            rings.draw(random, placement);
            const std::set<std::uint32_t> taken(placement.begin(), placement.end());
            QCOMPARE(taken.size(), placement.size());
            QVERIFY(*taken.rbegin() < std::uint32_t(instance.problem.places()));
        }
    }

    /// Of all rings of four out of nine nodes.
    void firstRingIsTheBestThereIs() {
        for (std::uint64_t seed = 1; seed <= 10; ++seed) {
            const Instance instance({9, 8, 4, 0.3, MatrixBetween::nodes}, seed, 2, 8, 4);
            double best = 1e300;
            std::vector<std::uint32_t> nodes(9), ring(8);
            for (std::uint32_t node = 0; node < 9; ++node)
                nodes[node] = node;
            do {
                for (std::size_t i = 0; i < 4; ++i)
                    ring[2 * i] = ring[2 * i + 1] = nodes[i];
                best = std::min(best, instance.slowest_hop(ring, 0));
                std::reverse(nodes.begin() + 4, nodes.end()); // the others have no order
            } while (std::next_permutation(nodes.begin(), nodes.end()));
            RingPlacement rings(instance.problem);
            Random random(seed);
            std::vector<std::uint32_t> placement(8);
            rings.draw(random, placement);
            const double drawn =
                std::min(instance.slowest_hop(placement, 0), instance.slowest_hop(placement, 1));
            QVERIFY2(drawn <= best * 1.01, qPrintable(QString("%1 instead of %2").arg(drawn).arg(best)));
        }
    }

    /// At a size that both ways can draw.
    void coarseRingsAreNearlyAsGood() {
        constexpr int dp = 120;
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            const Instance instance({dp, 1, 1, 0.2, MatrixBetween::nodes}, seed, 1, 1, dp);
            Random random(seed);
            std::vector<std::uint32_t> placement(dp);
            RingPlacement fine(instance.problem), coarse(instance.problem, RingSearch::brief, dp - 1);
            QVERIFY(coarse.possible());
            fine.draw(random, placement);
            const double fine_s = instance.slowest_hop(placement, 0);
            coarse.draw(random, placement);
            QCOMPARE(std::set<std::uint32_t>(placement.begin(), placement.end()).size(), placement.size());
            const double coarse_s = instance.slowest_hop(placement, 0);
            const double host_order_s = instance.slowest_hop(instance.problem.layout.slot_of_block, 0);
            QVERIFY2(coarse_s < 1.25 * fine_s && coarse_s < 0.5 * host_order_s,
                     qPrintable(QString("fine %1, coarse %2, host order %3")
                                    .arg(fine_s)
                                    .arg(coarse_s)
                                    .arg(host_order_s)));
        }
    }

    void longRingsAreDrawnCoarsely() {
        constexpr int dp = 300;
        const Instance instance({2 * dp, 1, 1, 0.2, MatrixBetween::nodes}, 2, 2, 1, dp);
        RingPlacement rings(instance.problem);
        QVERIFY(rings.possible());
        Random random(1);
        std::vector<std::uint32_t> placement(2 * dp);
        rings.draw(random, placement);
        QCOMPARE(std::set<std::uint32_t>(placement.begin(), placement.end()).size(), placement.size());
        for (const int stage : {0, 1})
            QVERIFY(instance.slowest_hop(placement, stage) <
                    0.5 * instance.slowest_hop(instance.problem.layout.slot_of_block, stage));
    }

    void nothingToDraw() {
        QVERIFY(
            !RingPlacement(Instance({8, 8, 4, 0.2, MatrixBetween::nodes}, 1, 8, 8, 1).problem).possible());
        QVERIFY(
            !RingPlacement(Instance({8, 4, 4, 0.2, MatrixBetween::nodes}, 1, 2, 1, 6).problem).possible());
        Instance pinned({8, 8, 4, 0.2, MatrixBetween::nodes}, 1, 2, 8, 4);
        pinned.problem.layout.fixed[3] = 1;
        QVERIFY(!RingPlacement(pinned.problem).possible());
    }
};

QTEST_GUILESS_MAIN(RingPlacementTest)
#include "ring_placement_test.moc"
