// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/plan/rank_mapping.h"

#include <QtTest>

using namespace pipette;

class RankMappingTest : public QObject {
    Q_OBJECT

private slots:
    void gridIsMegatronOrder() {
        ParallelConfig config;
        config.tp = 2, config.cp = 3, config.dp = 4, config.pp = 5;
        const RankGrid grid(config);
        QCOMPARE(grid.rank({1, 0, 0, 0}), 1);
        QCOMPARE(grid.rank({0, 1, 0, 0}), 2);
        QCOMPARE(grid.rank({0, 0, 1, 0}), 6);
        QCOMPARE(grid.rank({0, 0, 0, 1}), 24);
        for (int rank = 0; rank < grid.world(); ++rank)
            QCOMPARE(grid.rank(grid.place(rank)), rank);
        QCOMPARE(grid.group({1, 2, 0, 3}, Axis::dp), (std::vector<int>{77, 83, 89, 95}));
    }

    void anotherOrderIsOnlyAnotherList() {
        ParallelConfig config;
        config.tp = 2, config.dp = 2, config.pp = 3;
        const RankGrid grid(config, {Axis::tp, Axis::cp, Axis::pp, Axis::dp});
        QCOMPARE(grid.rank({0, 0, 1, 0}), 6);
        QCOMPARE(grid.rank({0, 0, 0, 1}), 2);
    }

    void hostOrderSkipsExcluded() {
        QCOMPARE(host_order_mapping(4, 3, {1}).gpu_of_rank, (std::vector<int>{0, 2, 3}));
        QVERIFY_EXCEPTION_THROWN(host_order_mapping(4, 4, {1}), InputError);
    }

    void mappingsThatShareAGpuAreRefused() {
        QVERIFY_EXCEPTION_THROWN(check(RankMapping{{0, 0}}, 2, 4), InputError);
        QVERIFY_EXCEPTION_THROWN(check(RankMapping{{0, 4}}, 2, 4), InputError);
        QVERIFY_EXCEPTION_THROWN(check(RankMapping{{0}}, 2, 4), InputError);
        check(RankMapping{{3, 0}}, 2, 4);
    }
};

QTEST_GUILESS_MAIN(RankMappingTest)
#include "rank_mapping_test.moc"
