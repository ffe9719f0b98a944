// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/base/random.h"
#include "core/plan/rank_grid.h"

#include <QtTest>

#include <array>
#include <map>
#include <set>

using namespace pipette;

namespace {

ParallelConfig sizes(int tp, int cp, int dp, int pp) {
    ParallelConfig config;
    config.tp = tp, config.cp = cp, config.dp = dp, config.pp = pp;
    return config;
}

using Groups = std::set<std::vector<int>>;

Groups listed(const RankGroups& groups) {
    Groups all;
    for (int group = 0; group < groups.count(); ++group) {
        std::vector<int> ranks;
        for (int member = 0; member < groups.size(); ++member)
            ranks.push_back(groups.rank(group, member));
        all.insert(ranks);
    }
    return all;
}

Groups along(const RankGrid& grid, const std::vector<Axis>& axes) {
    return listed(grid.groups(axes));
}

/// Groups as nested loops find them: counters of the axes, the fastest first, that run through all ranks; a
/// group is the ranks whose counters agree but along one axis.
template <std::size_t axes>
Groups counted(const std::array<int, axes>& sizes, std::size_t along) {
    std::map<std::array<int, axes>, std::vector<int>> groups;
    std::array<int, axes> counter{};
    int rank = 0;
    for (bool more = true; more; ++rank) {
        std::array<int, axes> others = counter;
        others[along] = 0;
        groups[others].push_back(rank);
        std::size_t i = 0;
        while (i < axes && ++counter[i] == sizes[i])
            counter[i++] = 0;
        more = i < axes;
    }
    Groups all;
    for (const auto& [others, ranks] : groups)
        all.insert(ranks);
    return all;
}

} // namespace

class RankGridTest : public QObject {
    Q_OBJECT

private slots:
    void aConfigurationHasMegatronsOrder() {
        const RankGrid grid = sizes(2, 3, 4, 5);
        QCOMPARE(grid.world(), 120);
        const std::array<int, 4> counters{2, 3, 4, 5};
        const std::vector<Axis> order{axis::tp, axis::cp, axis::dp, axis::pp};
        for (std::size_t i = 0; i < 4; ++i)
            QCOMPARE(along(grid, {order[i]}), counted(counters, i));
        QCOMPARE(grid.rank({.stage = 1, .replica = 0, .peer = 0}), 24);
        QCOMPARE(grid.rank({.stage = 0, .replica = 1, .peer = 0}), 6);
        QCOMPARE(grid.place(119), (RankPlace{4, 3, 5}));
        QCOMPARE(grid.along(119, axis::cp), 2);
    }

    void groupsAlongSeveralAxesAreInRankOrder() {
        const RankGrid grid = sizes(2, 2, 3, 2);
        const RankGroups gradients = grid.groups(std::vector{axis::dp, axis::cp});
        QCOMPARE(gradients.first, (std::vector<int>{0, 1, 12, 13}));
        QCOMPARE(gradients.offset, (std::vector<int>{0, 2, 4, 6, 8, 10}));
        // With a gap between the two, as no one stride has it.
        QCOMPARE(grid.groups(std::vector{axis::tp, axis::dp}).offset, (std::vector<int>{0, 1, 4, 5, 8, 9}));
    }

    void anotherOrderIsOnlyAnotherList() {
        const RankGrid grid({{axis::tp, 2}, {axis::pp, 3}, {axis::dp, 2}});
        QCOMPARE(grid.rank({.stage = 0, .replica = 1, .peer = 0}), 6);
        QCOMPARE(grid.rank({.stage = 1, .replica = 0, .peer = 0}), 2);
        for (int rank = 0; rank < grid.world(); ++rank)
            QCOMPARE(grid.rank(grid.place(rank)), rank);
        // Blocks are numbered replica by replica, wherever their ranks lie.
        QCOMPARE(grid.numbered_blocks().first, (std::vector<int>{0, 2, 4, 6, 8, 10}));
        for (int block = 0; block < grid.blocks(); ++block)
            QCOMPARE(grid.block_of(grid.numbered_blocks().rank(block, 1)), block);
    }

    void aFifthAxisIsOneMoreEntry() {
        constexpr Axis row{"row", Spread::peers}, island{"island", Spread::replicas};
        const RankGrid grid({{axis::tp, 2}, {row, 2}, {axis::dp, 2}, {island, 3}, {axis::pp, 2}});
        const std::array<int, 5> counters{2, 2, 2, 3, 2};
        const std::vector<Axis> order{axis::tp, row, axis::dp, island, axis::pp};
        for (std::size_t i = 0; i < 5; ++i)
            QCOMPARE(along(grid, {order[i]}), counted(counters, i));
        QCOMPARE(grid.size(Spread::peers), 4);
        QCOMPARE(grid.size(Spread::replicas), 6);
        for (int rank = 0; rank < grid.world(); ++rank)
            QCOMPARE(grid.rank(grid.place(rank)), rank);
        QCOMPARE(grid.block().world(), 4);
        QCOMPARE(grid.size(axis::cp), 1); // not an axis of it
        QCOMPARE(along(grid, {axis::cp}).size(), std::size_t(grid.world()));
    }

    void expertsLieOnTheSameRanksInAGridOfTheirOwn() {
        for (const auto& [etp, ep] : {std::pair{1, 4}, {2, 2}, {2, 8}, {1, 1}, {4, 6}}) {
            ParallelConfig config = sizes(4, 2, 6, 3);
            config.etp = etp, config.ep = ep;
            const RankGrid experts = expert_grid(config);
            QCOMPARE(experts.world(), config.world());
            const std::array<int, 4> counters{etp, ep, 48 / (etp * ep), 3};
            const std::vector<Axis> order{axis::etp, axis::ep, axis::edp, axis::pp};
            for (std::size_t i = 0; i < 4; ++i)
                QCOMPARE(along(experts, {order[i]}), counted(counters, i));
            QCOMPARE(along(experts, {axis::pp}), along(config, {axis::pp}));
        }
        // Eight experts over two ranks of tensor parallelism in each: stride etp inside etp*ep neighbours.
        ParallelConfig config = sizes(2, 1, 8, 2);
        config.etp = 2, config.ep = 4;
        QVERIFY(along(expert_grid(config), {axis::ep}).contains({1, 3, 5, 7}));
        config = sizes(4, 1, 2, 2), config.etp = 3;
        QVERIFY_THROWS_EXCEPTION(InputError, expert_grid(config));
    }

    void foldedGroupsAreMegatrons() {
        // Megatron-LM, megatron/core/parallel_state.py: two rank generators of order tp-cp-ep-dp-pp over the
        // same ranks, that of attention with ep = 1 and that of experts with cp = 1. Enumerated here as
        // nested counters, rank by rank.
        Random random(25);
        const auto power = [&](std::uint32_t most) { return 1 << random.below(most); };
        for (int i = 0; i < 200; ++i) {
            ParallelConfig config = sizes(power(4), power(3), 1, power(4));
            config.etp = power(3), config.ep = power(6);
            // the least dp that folds, once or a few times over
            config.dp = std::max(1, config.etp * config.ep / (config.tp * config.cp)) *
                        (1 + static_cast<int>(random.below(3)));
            const int stage = config.tp * config.cp * config.dp;
            QCOMPARE(stage % (config.etp * config.ep), 0);
            const std::array<int, 5> attention{config.tp, config.cp, 1, config.dp, config.pp},
                experts{config.etp, 1, config.ep, stage / (config.etp * config.ep), config.pp};
            const RankGrid ranks(config), grid = expert_grid(config);
            const auto compare = [&](const RankGrid& of, const Axis& axis, const std::array<int, 5>& counters,
                                     std::size_t place) {
                QCOMPARE(along(of, {axis}), counted(counters, place));
            };
            compare(ranks, axis::tp, attention, 0);
            compare(ranks, axis::cp, attention, 1);
            compare(ranks, axis::dp, attention, 3);
            compare(ranks, axis::pp, attention, 4);
            compare(grid, axis::etp, experts, 0);
            compare(grid, axis::ep, experts, 2);
            compare(grid, axis::edp, experts, 3);
            compare(grid, axis::pp, attention, 4);
        }
    }

    void axesThatAreNoneAreRefused() {
        QVERIFY_THROWS_EXCEPTION(InputError, RankGrid({{axis::tp, 0}}));
        QVERIFY_THROWS_EXCEPTION(InputError, RankGrid({{axis::tp, 2}, {axis::tp, 2}}));
    }
};

QTEST_GUILESS_MAIN(RankGridTest)
#include "rank_grid_test.moc"
