// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/moves/annealer.h"
#include "core/search/time/placement_cost.h"
#include "tests/core/search/placement_instance.h"

#include <QtTest>
#include <cmath>

using namespace pipette;

namespace {

/// With 16 sequences a replica.
struct Instance : PlacementInstance {
    Instance(const ClusterSketch& sketch, std::uint64_t seed, int pp, int tp, int dp)
        : PlacementInstance(sketch, seed, pp, tp, dp, dp * 16) {}
};

/// The expected maximum of times that vary by `blur` (0: the cost).
double expected(PlacementCost& placement, double blur) {
    if (blur <= 0)
        return placement.cost();
    placement.soften(blur);
    return placement.cost() + blur * std::log(placement.energy() / blur);
}

/// The least of it over all placements.
double optimum(const PlacementProblem& problem, double blur = 0) {
    std::vector<std::uint32_t> order(std::size_t(problem.places()));
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = std::uint32_t(i);
    const std::size_t blocks = std::size_t(problem.blocks());
    PlacementCost placement(problem, problem.layout.slot_of_block);
    double least = expected(placement, blur);
    do {
        placement.reset(std::span(order).first(blocks));
        least = std::min(least, expected(placement, blur));
        std::reverse(order.begin() + std::ptrdiff_t(blocks), order.end()); // the spare slots have no order
    } while (std::next_permutation(order.begin(), order.end()));
    return least;
}

} // namespace

class AnnealerTest : public QObject {
    Q_OBJECT

private slots:
    void reachesTheOptimumOfSmallClusters_data() {
        QTest::addColumn<int>("nodes");
        QTest::addColumn<int>("gpus");
        QTest::addColumn<int>("pp");
        QTest::addColumn<int>("tp");
        QTest::addColumn<int>("dp");
        QTest::newRow("8 nodes, one pipeline") << 8 << 8 << 8 << 8 << 1;
        QTest::newRow("8 nodes, 4 x 2") << 8 << 8 << 4 << 8 << 2;
        QTest::newRow("8 nodes, 2 x 4") << 8 << 8 << 2 << 8 << 4;
        QTest::newRow("8 nodes, replicas only") << 8 << 8 << 1 << 8 << 8;
        QTest::newRow("a spare node") << 7 << 4 << 3 << 4 << 2;
        QTest::newRow("two blocks a node") << 4 << 4 << 4 << 2 << 2;
        QTest::newRow("single GPUs") << 2 << 4 << 2 << 1 << 4;
    }

    void reachesTheOptimumOfSmallClusters() {
        QFETCH(int, nodes);
        QFETCH(int, gpus);
        QFETCH(int, pp);
        QFETCH(int, tp);
        QFETCH(int, dp);
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            const Instance instance({nodes, gpus, 1, 0.2, MatrixBetween::nodes}, seed, pp, tp, dp);
            double best = 1e300;
            for (int chain = 0; chain < 4; ++chain)
                best = std::min(best, anneal(instance.problem, instance.problem.layout.slot_of_block,
                                             {std::uint64_t(chain + 1), 50'000, 0}, {}, {})
                                          .cost_s);
            const double least = optimum(instance.problem);
            QVERIFY2(best <= least * (1 + 1e-12),
                     qPrintable(QString("seed %1: %2 instead of %3").arg(seed).arg(best).arg(least)));
        }
    }

    void nineBlocks() {
        const Instance instance({9, 8, 4, 0.2, MatrixBetween::nodes}, 5, 3, 8, 3);
        const ChainResult result =
            anneal(instance.problem, instance.problem.layout.slot_of_block, {1, 200'000, 0}, {}, {});
        QVERIFY(result.cost_s <= optimum(instance.problem) * (1 + 1e-12));
        QVERIFY(result.cost_s < result.start_cost_s);
    }

    /// Where times vary the slowest pipeline or hop is not all that counts.
    void blurredChainsFindTheLeastExpectedTime() {
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            const Instance instance({8, 8, 1, 0.2, MatrixBetween::nodes}, seed, 2, 8, 4);
            ChainBudget budget;
            budget.moves = 50'000;
            budget.blur_s = 0.03 * optimum(instance.problem);
            double best = 1e300;
            for (budget.seed = 1; budget.seed <= 4; ++budget.seed) {
                const ChainResult result =
                    anneal(instance.problem, instance.problem.layout.slot_of_block, budget, {}, {});
                PlacementCost found(instance.problem, result.slot_of_block);
                QCOMPARE(found.cost(), result.cost_s);
                best = std::min(best, expected(found, budget.blur_s));
            }
            const double least = optimum(instance.problem, budget.blur_s);
            QVERIFY2(best <= least * (1 + 1e-6),
                     qPrintable(QString("seed %1: %2 instead of %3").arg(seed).arg(best).arg(least)));
        }
    }

    void seedAloneDecides() {
        const Instance instance({16, 8, 4, 0.2, MatrixBetween::nodes}, 5, 4, 8, 4);
        const auto run = [&](std::uint64_t seed) {
            return anneal(instance.problem, instance.problem.layout.slot_of_block, {seed, 5'000, 0}, {}, {});
        };
        QCOMPARE(run(1).slot_of_block, run(1).slot_of_block);
        QVERIFY(run(1).slot_of_block != run(2).slot_of_block);
    }

    void resultIsItsOwnCost() {
        const Instance instance({16, 8, 4, 0.2, MatrixBetween::nodes}, 5, 4, 8, 4);
        const ChainResult result =
            anneal(instance.problem, instance.problem.layout.slot_of_block, {3, 20'000, 0}, {}, {});
        QCOMPARE(PlacementCost(instance.problem, result.slot_of_block).cost(), result.cost_s);
    }

    void stopsAndReports() {
        const Instance instance({16, 8, 4, 0.2, MatrixBetween::nodes}, 5, 4, 8, 4);
        const auto& start = instance.problem.layout.slot_of_block;
        std::stop_source source;
        long points = 0, last = 0;
        const ChainResult result = anneal(
            instance.problem, start, {1, 1'000'000'000, 0},
            [&](const ChainPoint& point) {
                QVERIFY(point.moves >= last && point.best_s <= point.cost_s);
                last = point.moves;
                if (++points == 1)
                    source.request_stop();
            },
            source.get_token());
        QCOMPARE(points, 1);
        QVERIFY(result.moves < 1'000'000'000);
        QVERIFY(anneal(instance.problem, start, {1, 1'000'000, 2'000}, {}, {}).moves < 1'000'000);
    }
};

QTEST_GUILESS_MAIN(AnnealerTest)
#include "annealer_test.moc"
