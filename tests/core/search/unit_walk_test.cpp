// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/moves/unit_walk.h"
#include "core/search/problem/slot_units.h"
#include "core/search/time/placement_cost.h"
#include "tests/core/search/placement_instance.h"

#include <QtTest>

#include <algorithm>
#include <stop_token>

using namespace pipette;

namespace {

/// Nodes of four GPUs in NVLink domains of two. Interleaved pipelines of blocks of one GPU leave a node
/// spare.
struct Instance : PlacementInstance {
    explicit Instance(std::uint64_t seed)
        : PlacementInstance(sketch(), seed, config_of(random_inputs(sketch(), seed), 4, 1, 8, 3), 64) {
        problem.units = slot_units(*inputs.cluster, problem.layout, problem.blocks());
    }
    static ClusterSketch sketch() {
        ClusterSketch sketch;
        sketch.nodes = 9, sketch.gpus = 4, sketch.nics = 4, sketch.domain = 2;
        return sketch;
    }
};

ChainBudget budget_of(long moves) {
    ChainBudget budget;
    budget.moves = moves;
    return budget;
}

} // namespace

/// Tests walks of short chains, before each of which two units swap what they hold.
class UnitWalkTest : public QObject {
    Q_OBJECT

private slots:
    void twoSwapsOfTheSameUnitsLeaveAPlacementAsItWas() {
        const Instance instance(1);
        const PlacementProblem& problem = instance.problem;
        QCOMPARE(problem.units.size(), 2u); // nodes and domains
        Random random(5);
        for (int i = 0; i < 50; ++i) {
            const std::vector<std::uint32_t> before =
                random_placement(problem.blocks(), problem.places(), random);
            const SlotUnits& units = problem.units[random.below(2)];
            const std::uint32_t a = random.below(std::uint32_t(units.count())),
                                b = random.below(std::uint32_t(units.count()));
            const auto size_of = [&](std::uint32_t unit) {
                return std::count(units.unit_of_slot.begin(), units.unit_of_slot.end(), unit);
            };
            std::vector<std::uint32_t> after = with_units_swapped(before, units, a, b);
            for (std::size_t block = 0; block < before.size(); ++block) {
                const std::uint32_t from = units.unit_of_slot[before[block]];
                const std::uint32_t to = units.unit_of_slot[after[block]];
                const std::uint32_t other = from == a ? b : from == b ? a : from;
                if (size_of(from) <= size_of(other)) // else some have no place there
                    QCOMPARE(to, other);
                else
                    QVERIFY(to == other || after[block] == before[block]);
            }
            QCOMPARE(with_units_swapped(after, units, a, b), before);
            std::sort(after.begin(), after.end());
            QVERIFY(std::adjacent_find(after.begin(), after.end()) == after.end());
        }
    }

    /// From where one chain has ended, a walk finds what more such chains do not.
    void aWalkGetsFurtherThanOneChainOfAsManyMoves() {
        double walks_s = 0, chains_s = 0;
        for (std::uint64_t seed = 1; seed <= 6; ++seed) {
            const Instance instance(seed);
            const std::vector<std::uint32_t> start =
                anneal(instance.problem, instance.problem.layout.slot_of_block, budget_of(12'500), {}, {})
                    .slot_of_block;
            const ChainResult walk = walk_over_units(instance.problem, start, budget_of(80'000), {});
            const ChainResult chain = anneal(instance.problem, start, budget_of(80'000), {}, {});
            QVERIFY(walk.cost_s <= walk.start_cost_s);
            QCOMPARE(walk.cost_s, PlacementCost(instance.problem, walk.slot_of_block).cost());
            QVERIFY(walk.moves <= 80'000);
            walks_s += walk.cost_s, chains_s += chain.cost_s;
        }
        qInfo("walks %.4f s, chains %.4f s", walks_s, chains_s);
        QVERIFY(walks_s < chains_s);
    }

    void sameSeedSameWalk() {
        const Instance instance(2);
        const std::vector<std::uint32_t>& start = instance.problem.layout.slot_of_block;
        const ChainResult one = walk_over_units(instance.problem, start, budget_of(40'000), {}),
                          again = walk_over_units(instance.problem, start, budget_of(40'000), {});
        QCOMPARE(one.slot_of_block, again.slot_of_block);
        QCOMPARE(one.moves, again.moves);
    }

    void fixedBlocksStay() {
        Instance instance(3);
        instance.problem.layout.fixed[3] = instance.problem.layout.fixed[11] = 1;
        const std::vector<std::uint32_t>& start = instance.problem.layout.slot_of_block;
        const ChainResult walk = walk_over_units(instance.problem, start, budget_of(40'000), {});
        QCOMPARE(walk.slot_of_block[3], start[3]);
        QCOMPARE(walk.slot_of_block[11], start[11]);
        QVERIFY(walk.cost_s < walk.start_cost_s);
    }

    void aProblemWithoutUnitsKeepsItsStart() {
        Instance instance(4);
        instance.problem.units.clear();
        const std::vector<std::uint32_t>& start = instance.problem.layout.slot_of_block;
        const ChainResult walk = walk_over_units(instance.problem, start, budget_of(40'000), {});
        QCOMPARE(walk.slot_of_block, start);
        QCOMPARE(walk.moves, 0);
    }

    void aStoppedWalkEndsAtOnce() {
        const Instance instance(5);
        std::stop_source stop;
        stop.request_stop();
        const std::vector<std::uint32_t>& start = instance.problem.layout.slot_of_block;
        QCOMPARE(walk_over_units(instance.problem, start, budget_of(1'000'000'000), stop.get_token()).moves,
                 0);
    }
};

QTEST_GUILESS_MAIN(UnitWalkTest)
#include "unit_walk_test.moc"
