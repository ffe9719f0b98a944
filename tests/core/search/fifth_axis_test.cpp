// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/hops.h"
#include "core/cost/pipeline_costs.h"
#include "core/cost/placed_blocks.h"
#include "core/schedule/pipeline_bound.h"
#include "core/search/exhaustive/distinct_placements.h"
#include "core/search/moves/annealer.h"
#include "core/search/moves/placement_moves.h"
#include "core/search/problem/slot_classes.h"
#include "core/search/time/placement_cost.h"
#include "tests/core/search/random_cluster.h"

#include <QtTest>

#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <set>

using namespace pipette;

namespace {

constexpr double bytes = 64e6;

/// A configuration with a row of traffic over an axis that only this test knows: two ranks along it, between
/// the tensor and the data parallel ones.
struct FifthAxis {
    FifthAxis(const ClusterSketch& sketch, const Axis& fifth, const Collective& row)
        : inputs(random_inputs(sketch, 3)),
          config(config_of(inputs, 2, 2, 2)),
          links(make_links(*inputs.cluster)) {
        work = config_work(*inputs.cluster, inputs.model, inputs.job, config, some_knowledge().calibration);
        without = work;
        work.traffic.grid = RankGrid({{axis::tp, 2}, {fifth, 2}, {axis::dp, 2}, {axis::pp, 2}});
        without.traffic.grid = work.traffic.grid;
        work.traffic.collectives.push_back(row);
        const int peers = work.traffic.grid.size(Spread::peers);
        const SlotLayout layout =
            host_order_layout(empty_layout(*inputs.cluster, {}, peers), work.traffic.grid);
        const SlotGroups groups = group_slots(*inputs.cluster, links, layout);
        problem = placement_problem(links, node_table(links), work, layout, groups,
                                    class_times(links, work, layout, groups));
    }
    RankMapping mapping(std::span<const std::uint32_t> placement) const {
        return mapping_of(problem.layout, work.traffic.grid, placement);
    }
    RankMapping host_order() const { return mapping(problem.layout.slot_of_block); }

    /// Seconds that the row adds to a chunk's passes, or to what its device exchanges at the end.
    double added(std::vector<double> PipelineCosts::*part) const {
        return (pipeline_costs(links, work, host_order()).*part)[0] -
               (pipeline_costs(links, without, host_order()).*part)[0];
    }
    /// The cost of a placement by its definition, from the costs of the whole mapping.
    double whole_cost(std::span<const std::uint32_t> placement) const;

    PlanInputs inputs;
    ParallelConfig config;
    Links links;
    ConfigWork work, without;
    PlacementProblem problem;
};

/// Of two stages, one chunk each.
double FifthAxis::whole_cost(std::span<const std::uint32_t> placement) const {
    const PipelineCosts costs = pipeline_costs(links, work, mapping(placement));
    double worst = 0;
    for (std::size_t replica = 0; replica < std::size_t(costs.replicas); ++replica) {
        const auto of = [&](const std::vector<double>& values) {
            return std::span(values).subspan(replica * 2, 2);
        };
        PipelineTimes times;
        times.forward = of(costs.forward), times.backward = of(costs.backward);
        times.send_forward = of(costs.send_forward), times.send_backward = of(costs.send_backward);
        const double pipeline = PipelineBound(2, costs.microbatches)(times, config.p2p);
        const double tail = times.backward[0] + times.send_backward[0];
        for (const std::size_t stage : {0, 1})
            worst = std::max(worst, pipeline - (stage == 1 ? tail : 0) + of(costs.exchange)[stage] +
                                        of(costs.optimizer)[stage]);
    }
    return worst;
}

/// An exchange of experts' tokens in every layer, within blocks.
Collective experts(const Axis& fifth) {
    return {.kind = CollectiveKind::all_to_all,
            .when = When::layer,
            .axes = {fifth},
            .bytes = {bytes},
            .forward_calls = {24, 24},
            .backward_calls = {24, 24}};
}

/// A second sum of gradients, over islands of replicas.
Collective islands(const Axis& fifth) {
    return {.when = When::iteration, .axes = {fifth}, .bytes = {bytes}};
}

constexpr Axis within{"experts", Spread::peers}, across{"islands", Spread::replicas};

} // namespace

/// An axis of its own, and a collective over it given as data, without a change to anything else.
class FifthAxisTest : public QObject {
    Q_OBJECT

private slots:
    void itsCollectiveHasAPrice() {
        // All four peers of a block in one node: half of the bytes go to the other of two.
        const FifthAxis inside({4, 4, 4, 0, MatrixBetween::nodes}, within, experts(within));
        const double part_s = bytes / 2 / (235e9 * 0.7);
        QVERIFY(qFuzzyCompare(inside.added(&PipelineCosts::forward), 24 * (part_s + 3e-6)));
        QVERIFY(qFuzzyCompare(inside.added(&PipelineCosts::backward), 24 * (part_s + 3e-6)));
        // Nodes of two GPUs: the two are on different nodes, which costs more.
        const FifthAxis over({8, 2, 2, 0, MatrixBetween::nodes}, within, experts(within));
        QVERIFY(over.added(&PipelineCosts::forward) > 2 * inside.added(&PipelineCosts::forward));
        const FifthAxis last({4, 4, 4, 0, MatrixBetween::nodes}, across, islands(across));
        QVERIFY(last.added(&PipelineCosts::exchange) > 0);
        QCOMPARE(last.added(&PipelineCosts::forward), 0.0);
    }

    void itsHopsAreWalkedAndItsNicsLoaded() {
        const FifthAxis over({8, 2, 2, 0, MatrixBetween::nodes}, within, experts(within));
        // Blocks of four lie on two nodes each; tensor parallelism stays inside one.
        std::set<std::pair<int, int>> with, without;
        const auto walk = [&](const Traffic& traffic, std::set<std::pair<int, int>>& pairs) {
            each_hop(over.links, traffic, over.host_order(),
                     [&](int from, int to) { pairs.emplace(from / 2, to / 2); });
        };
        walk(over.work.traffic, with), walk(over.without.traffic, without);
        for (int block = 0; block < 4; ++block) {
            QVERIFY(with.contains({2 * block, 2 * block + 1}));
            QVERIFY(!without.contains({2 * block, 2 * block + 1}));
        }
        const PlacedBlocks blocks(over.work.traffic.grid, over.host_order());
        const auto layer = [&](const Traffic& traffic) {
            return nic_load(over.links, traffic, over.host_order(), blocks).layer;
        };
        QCOMPARE(layer(over.work.traffic), std::vector<int>(16, 1));
        QCOMPARE(layer(over.without.traffic), std::vector<int>(16, 0));
    }

    void theAnnealerKnowsWhatItCosts_data() {
        QTest::addColumn<int>("gpus");
        QTest::addColumn<bool>("replicas");
        QTest::newRow("inside nodes, of peers") << 4 << false;
        QTest::newRow("over nodes, of peers") << 2 << false;
        QTest::newRow("inside nodes, of replicas") << 4 << true;
        QTest::newRow("over nodes, of replicas") << 1 << true;
    }

    void theAnnealerKnowsWhatItCosts() {
        QFETCH(int, gpus);
        QFETCH(bool, replicas);
        const Axis fifth = replicas ? across : within;
        const FifthAxis p({20 / gpus, gpus, gpus, 0.2, MatrixBetween::nodes}, fifth,
                          replicas ? islands(across) : experts(within));
        const std::vector<std::uint32_t>& start = p.problem.layout.slot_of_block;
        PlacementCost placement(p.problem, start);
        QVERIFY(qFuzzyCompare(placement.cost(), p.whole_cost(start)));
        PlacementMoves moves(p.problem);
        Random random(5);
        for (int i = 0; i < 2'000; ++i) {
            const auto changes =
                moves.propose(placement, random.below(std::uint32_t(p.problem.replicas)), random);
            if (changes.empty())
                continue;
            placement.attempt(changes);
            if (random.uniform() < 0.5) {
                placement.undo();
                continue;
            }
            placement.keep();
            QVERIFY(std::abs(placement.cost() - p.whole_cost(placement.slot_of_block())) <=
                    1e-9 * placement.cost());
        }
        const ChainResult best = anneal(p.problem, start, {1, 20'000, 0}, {}, {});
        QVERIFY(best.cost_s <= best.start_cost_s);
        QVERIFY(std::abs(best.cost_s - p.whole_cost(best.slot_of_block)) <= 1e-9 * best.cost_s);
    }

    /// Replicas that exchange with some others only do not stand for each other.
    void placementsOnTwoNodesTellIslandsApart() {
        Collective heavy = islands(across);
        heavy.bytes = {4e9};
        const FifthAxis p({2, 8, 8, 0, MatrixBetween::nodes}, across, heavy);
        const auto cost = [&](std::span<const std::uint32_t> placement) {
            return std::llround(1e12 * p.whole_cost(placement));
        };
        std::set<long long> all, distinct;
        for (unsigned on_second = 0; on_second < 256; ++on_second) { // bits of the blocks
            if (std::popcount(on_second) != 4)
                continue;
            std::vector<std::uint32_t> placement;
            std::uint32_t next[2]{0, 4};
            for (unsigned block = 0; block < 8; ++block)
                placement.push_back(next[on_second >> block & 1]++);
            all.insert(cost(placement));
        }
        DistinctPlacements(p.problem).each([&](std::span<const std::uint32_t> placement) {
            distinct.insert(cost(placement));
            return true;
        });
        QVERIFY(all == distinct);
    }

    void placementsFollowIt() {
        const ClusterSketch sketch{12, 2, 2, 0.3, MatrixBetween::nodes};
        Collective heavy = islands(across), nothing = heavy;
        heavy.bytes = {8e9}, nothing.bytes = {0};
        const FifthAxis told(sketch, across, heavy), blind(sketch, across, nothing);
        const auto best = [](const FifthAxis& p) {
            return anneal(p.problem, p.problem.layout.slot_of_block, {1, 50'000, 0}, {}, {}).slot_of_block;
        };
        const double followed = told.whole_cost(best(told)), ignored = told.whole_cost(best(blind));
        QVERIFY2(followed < 0.95 * ignored, fmt::format("{} s, {} s", followed, ignored).c_str());
    }
};

QTEST_GUILESS_MAIN(FifthAxisTest)
#include "fifth_axis_test.moc"
