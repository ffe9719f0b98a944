// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/groups/group_edit.h"

#include "core/plan/groups/group_places.h"
#include "core/plan/groups/parallel_groups.h"
#include "core/plan/time_parts.h"

#include "tests/core/plan/boxes.h"

#include <QtTest>

#include <cmath>
#include <numeric>

using namespace pipette;

namespace {

ParallelConfig config_of(int tp, int dp, int pp, int ep) {
    ParallelConfig config;
    config.tp = tp, config.dp = dp, config.pp = pp, config.ep = ep;
    return config;
}

RankMapping in_order(int world) {
    return host_order_mapping(world, world, {});
}

std::vector<std::string> names(const std::vector<Axis>& axes) {
    std::vector<std::string> all;
    for (const Axis& axis : axes)
        all.emplace_back(axis.name);
    return all;
}

std::vector<int> first_group(const ParallelConfig& config, const Axis& axis) {
    const GroupList groups = groups_along(config, axis);
    const std::span<const int> ranks = groups.members(0);
    return {ranks.begin(), ranks.end()};
}

} // namespace

class GroupEditTest : public QObject {
    Q_OBJECT

    const Cluster cluster_ = boxes(8, 2, 4); // 16 GPUs, domains of 8

private slots:
    void axesAreThoseAlongWhichSomethingIsExchanged() {
        QCOMPARE(names(grouped_axes(config_of(2, 4, 2, 1))), (std::vector<std::string>{"tp", "dp"}));
        QCOMPARE(names(grouped_axes(config_of(2, 4, 2, 4))),
                 (std::vector<std::string>{"ep", "edp", "tp", "dp"}));
        ParallelConfig sharded = config_of(1, 8, 1, 1);
        sharded.zero_stage = 3, sharded.shard = 4;
        QCOMPARE(names(grouped_axes(sharded)), (std::vector<std::string>{"shard", "replicas", "dp"}));
        ParallelConfig grid = config_of(4, 4, 1, 1); // x is fastest, then y, z and its replicas
        grid.tp_x = 2, grid.zero_stage = 3, grid.shard = 2;
        QCOMPARE(names(grouped_axes(grid)), (std::vector<std::string>{"shard", "replicas", "x", "y", "dp"}));
        QCOMPARE(first_group(grid, axis::x), (std::vector<int>{0, 1}));
        QCOMPARE(first_group(grid, axis::y), (std::vector<int>{0, 2}));
        QCOMPARE(first_group(grid, axis::shard), (std::vector<int>{0, 4}));
        QVERIFY(grouped_axis_named("edp") == axis::edp);
        QVERIFY(!grouped_axis_named("pp"));
        const std::vector<int> of_rank = group_of_rank(groups_along(config_of(2, 4, 2, 4), axis::edp));
        QCOMPARE(of_rank, (std::vector<int>{0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7, 4, 5, 6, 7}));
    }

    void aPlaceIsSaidInWords() {
        QCOMPARE(place_text(group_place(cluster_, {2, 3})), std::string("inside node n1"));
        QCOMPARE(place_text(group_place(cluster_, {2, 3, 4})),
                 std::string("inside NVLink domain d0, on 2 of its 4 nodes"));
        QCOMPARE(place_text(group_place(cluster_, {2, 4, 8})),
                 std::string("over 3 nodes of 2 NVLink domains"));
        QCOMPARE(place_text(group_place(cluster_, {2, 8})), std::string("over 2 nodes of 2 NVLink domains"));
        QCOMPARE(place_text(group_place(boxes(4, 2, 1), {0, 2})), std::string("over 2 nodes"));
        QCOMPARE(place_brief(group_place(cluster_, {2, 3})), std::string("in n1"));
        QCOMPARE(place_brief(group_place(cluster_, {2, 3, 4})), std::string("in d0, 2 of 4 nodes"));
        QCOMPARE(place_brief(group_place(cluster_, {2, 4, 8})), std::string("over 3 nodes, 2 domains"));
        Candidate candidate;
        candidate.config = config_of(2, 8, 1, 4);
        candidate.mapping = in_order(16);
        QCOMPARE(group_places_text(cluster_, candidate, axis::edp),
                 std::string("4 expert data parallel groups of 4 GPUs: each over up to 2 NVLink domains"));
    }

    void twoGroupsExchangeRankByRank() {
        const ParallelConfig config = config_of(2, 8, 1, 4);
        const MappingEdit edit = move_group(cluster_, config, in_order(16), {axis::ep, 1, 13}, {});
        QCOMPARE(edit.text, std::string("exchanges expert groups 0 and 3"));
        QCOMPARE(moved(in_order(16), edit.moves).gpu_of_rank,
                 (std::vector<int>{12, 13, 14, 15, 4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3}));
        QVERIFY(!move_group(cluster_, config, in_order(16), {axis::ep, 1, 3}, {}).allowed);
        QCOMPARE(move_group(cluster_, config, in_order(16), {axis::ep, 1, 13}, {{14}, {}}).text,
                 std::string("n7:0 is pinned"));
    }

    void blocksStayTogether() {
        // Groups of two in blocks of four: whole blocks go, or the groups change places inside theirs.
        const ParallelConfig config = config_of(4, 4, 1, 2);
        MappingEdit edit = move_group(cluster_, config, in_order(16), {axis::ep, 0, 6}, {});
        QCOMPARE(edit.text, std::string("exchanges the blocks of expert groups 0 and 3"));
        QCOMPARE(moved(in_order(16), edit.moves).gpu_of_rank,
                 (std::vector<int>{4, 5, 6, 7, 0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15}));
        edit = move_group(cluster_, config, in_order(16), {axis::ep, 0, 2}, {});
        QCOMPARE(moved(in_order(16), edit.moves).gpu_of_rank,
                 (std::vector<int>{2, 3, 0, 1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}));
        ParallelConfig sharded = config_of(1, 3, 1, 1); // shard groups of three over blocks of two
        sharded.cp = 2, sharded.zero_stage = 3, sharded.shard = 3;
        edit = move_group(cluster_, sharded, in_order(6), {axis::shard, 0, 5}, {});
        QVERIFY(!edit.allowed);
        QCOMPARE(edit.text,
                 std::string("shard groups 0 and 1 share a block of 2 GPUs, which stays together"));
    }

    void onANodeATornGroupComesTogether() {
        const ParallelConfig config = config_of(2, 8, 1, 4);
        RankMapping torn = in_order(16);
        for (int i : {0, 1}) // half of group 0 and half of group 3 change places
            std::swap(torn.gpu_of_rank[static_cast<std::size_t>(i)],
                      torn.gpu_of_rank[static_cast<std::size_t>(12 + i)]);
        const MappingEdit edit =
            move_group(cluster_, config, torn, {.axis = axis::ep, .gpu = 12, .onto_node = 5}, {});
        QCOMPARE(edit.text, std::string("puts expert group 0 on the node n5 and those after it"));
        // Ranks 0 and 1 sit on n6 already; 2 and 3 take n5, and who was there goes to n1.
        QCOMPARE(moved(torn, edit.moves).gpu_of_rank,
                 (std::vector<int>{12, 13, 10, 11, 4, 5, 6, 7, 8, 9, 2, 3, 0, 1, 14, 15}));
        // From the last node of a domain on, its other nodes come before those of the next.
        const MappingEdit last =
            move_group(cluster_, config, in_order(16), {.axis = axis::ep, .gpu = 8, .onto_node = 3}, {});
        QCOMPARE(moved(in_order(16), last.moves).gpu_of_rank,
                 (std::vector<int>{10, 11, 2, 3, 4, 5, 8, 9, 6, 7, 0, 1, 12, 13, 14, 15}));
        // Pinned places are left out, and without enough of them nothing moves.
        const MappingEdit around = move_group(cluster_, config, in_order(16),
                                              {.axis = axis::ep, .gpu = 8, .onto_node = 3}, {{6}, {}});
        QCOMPARE(moved(in_order(16), around.moves).gpu_of_rank,
                 (std::vector<int>{8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15}));
        std::vector<int> all(16);
        std::iota(all.begin(), all.end(), 0);
        QVERIFY(!move_group(cluster_, config, in_order(16), {.axis = axis::ep, .gpu = 8, .onto_node = 3},
                            {all, {}})
                     .allowed);
    }

    void sparesTakeAGroup() {
        const ParallelConfig config = config_of(2, 4, 1, 4); // on the first domain; the second is spare
        const MappingEdit edit = move_group(cluster_, config, in_order(8), {axis::ep, 0, 11}, {});
        QCOMPARE(moved(in_order(8), edit.moves).gpu_of_rank, (std::vector<int>{10, 11, 12, 13, 4, 5, 6, 7}));
        QCOMPARE(move_group(cluster_, config, in_order(8), {axis::ep, 11, 0}, {}).text,
                 std::string("n5:1 is spare: it is in no expert group"));
    }

    void everyAllowedMoveKeepsAMapping() {
        for (const int tp : {1, 2, 4}) {
            ParallelConfig config = config_of(tp, 12 / tp, 1, 2);
            config.tp_x = tp == 4 ? 2 : 1;
            const RankMapping mapping = host_order_mapping(16, 12, {});
            for (const Axis& axis : grouped_axes(config))
                for (int from = 0; from < 16; ++from)
                    for (int to = 0; to < 16; ++to) {
                        const MappingEdit edit = move_group(cluster_, config, mapping, {axis, from, to}, {});
                        check(moved(mapping, edit.moves), 12, 16);
                        QCOMPARE(moved_back(moved(mapping, edit.moves), edit.moves), mapping);
                        QCOMPARE(edit.allowed, !edit.moves.empty());
                    }
        }
    }

    void partsThatChangeMostAreNamed() {
        Breakdown before, after;
        before.compute = after.compute = 1;
        before.ep = 0.5, after.ep = 0.7;
        before.bubble = 0.3, after.bubble = 0.25;
        before.tp = 0.1, after.tp = 0.105; // less than a twentieth of the first
        const std::vector<TimeChange> changes = largest_changes(before, after);
        QCOMPARE(changes.size(), std::size_t(2));
        QVERIFY(changes[0].seconds == &Breakdown::ep && changes[1].seconds == &Breakdown::bubble);
        QVERIFY(std::abs(changes[0].change_s - 0.2) < 1e-12);
        QVERIFY(largest_changes(before, before).empty());
    }
};

QTEST_GUILESS_MAIN(GroupEditTest)
#include "group_edit_test.moc"
