// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random.h"
#include "core/study/pools/batch_split.h"

#include <QtTest>

#include <algorithm>
#include <limits>

using namespace pipette;

namespace {

using Layouts = std::vector<StepTimes>;

StepTimes line(int grain, double first_s, double each_s) {
    StepTimes times(grain);
    for (const int rounds : {1, 2})
        times.add(rounds * grain, first_s + rounds * grain * each_s);
    return times;
}

/// The earliest end of any split, by trying all of them.
double earliest_end(const std::vector<Layouts>& pools, std::size_t pool, int left) {
    if (pool == pools.size())
        return left == 0 ? 0 : std::numeric_limits<double>::infinity();
    double earliest = std::numeric_limits<double>::infinity();
    for (const StepTimes& times : pools[pool])
        for (int taken = times.grain(); taken <= left && taken < times.end(); taken += times.grain())
            earliest =
                std::min(earliest, std::max(times.at(taken), earliest_end(pools, pool + 1, left - taken)));
    return earliest;
}

} // namespace

class BatchSplitTest : public QObject {
    Q_OBJECT

private slots:
    void timesLieOnTheLinesBetweenKnownOnes() {
        StepTimes times(4);
        times.add(4, 10), times.add(8, 14), times.add(16, 26);
        QCOMPARE(times.at(4), 10.0);
        QCOMPARE(times.at(12), 20.0);
        QCOMPARE(times.at(20), 32.0); // on as between the last two
        QVERIFY(times.knows(16) && !times.knows(12));
    }

    void splitsEqualBruteForce() {
        Random random(8);
        int without = 0;
        for (int round = 0; round < 300; ++round) {
            std::vector<Layouts> pools(1 + random.below(3));
            for (Layouts& layouts : pools)
                for (std::uint32_t i = 0; i <= random.below(3); ++i)
                    layouts.push_back(
                        line(1 + int(random.below(6)), random.uniform(), 0.01 + random.uniform()));
            if (random.below(3) == 0)
                pools.front().front().end_before(1 + int(random.below(30)));
            const int batch = 1 + int(random.below(40));
            const auto split = split_batch(pools, batch);
            const double earliest = earliest_end(pools, 0, batch);
            QCOMPARE(split.has_value(), earliest < std::numeric_limits<double>::infinity());
            if (!split) {
                ++without;
                continue;
            }
            double end = 0;
            int all = 0;
            for (std::size_t pool = 0; pool < pools.size(); ++pool) {
                const BatchShare& share = (*split)[pool];
                const StepTimes& times = pools[pool][std::size_t(share.layout)];
                QVERIFY(share.sequences > 0 && share.sequences % times.grain() == 0);
                end = std::max(end, times.at(share.sequences));
                all += share.sequences;
            }
            QCOMPARE(all, batch);
            QVERIFY(end >= earliest * (1 - 1e-12) && end <= earliest * (1 + 1e-6));
        }
        QVERIFY(without > 10 && without < 200);
    }

    void whatDoesNotFitIsNotTaken() {
        std::vector<Layouts> pools{{line(1, 0, 1)}, {line(1, 0, 1)}};
        pools[0].front().end_before(4);
        const auto split = split_batch(pools, 16);
        QVERIFY(split.has_value());
        QCOMPARE(split->front().sequences, 3);
        pools[1].front().end_before(4);
        QVERIFY(!split_batch(pools, 16).has_value());
    }

    /// Six pools with many layouts each: a search through all shares would never end.
    void manyPoolsAndLargeBatchesAreSplitSoon() {
        Random random(9);
        std::vector<Layouts> pools(6);
        for (Layouts& layouts : pools)
            for (int i = 0; i < 16; ++i)
                layouts.push_back(
                    line(8 << random.below(3), 0.1 * random.uniform(), 0.01 + 0.05 * random.uniform()));
        QVERIFY(split_batch(pools, 1 << 20).has_value());
    }
};

QTEST_GUILESS_MAIN(BatchSplitTest)
#include "batch_split_test.moc"
