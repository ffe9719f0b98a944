// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/plan/rank_mapping.h"

#include <QtTest>

using namespace pipette;

class RankMappingTest : public QObject {
    Q_OBJECT

private slots:
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
