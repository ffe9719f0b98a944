// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random.h"
#include "core/search/rounds/nearest_rejections.h"
#include "core/search/rounds/planner.h"
#include "core/search/space/enumeration.h"
#include "core/search/space/memory_check.h"
#include "tests/core/own_cluster.h"
#include "tests/core/search/random_cluster.h"

#include <QtTest>
#include <fmt/format.h>

#include <algorithm>
#include <vector>

using namespace pipette;

namespace {

ParallelConfig numbered(int number) {
    ParallelConfig config;
    config.dp = number + 1;
    return config;
}

} // namespace

class NearestRejectionsTest : public QObject {
    Q_OBJECT

private slots:
    void countsAllAndKeepsTheNearest() {
        NearestRejections rejections;
        Random random(7);
        std::vector<std::pair<double, int>> by_miss;
        int reasons = 0;
        for (int i = 0; i < 20'000; ++i) {
            const double miss = 1 + double(random.below(5'000)) / 1'000; // many miss by the same
            by_miss.emplace_back(miss, i);
            rejections.add(numbered(i), RejectionCode::slower_by_bound, miss, [&] {
                ++reasons;
                return fmt::format("misses by {}", miss);
            });
        }
        Plan plan;
        rejections.move_into(plan);
        QCOMPARE(plan.rejected_counts.of(RejectionCode::slower_by_bound), 20'000);
        QCOMPARE(plan.rejected_counts.all(), 20'000);
        QCOMPARE(plan.rejected.size(), most_rejections_kept);
        std::sort(by_miss.begin(), by_miss.end());
        for (std::size_t i = 0; i < most_rejections_kept; ++i) {
            QCOMPARE(plan.rejected[i].config.dp, by_miss[i].second + 1);
            QCOMPARE(plan.rejected[i].reason, fmt::format("misses by {}", by_miss[i].first));
        }
        QVERIFY2(reasons < 4'000, qPrintable(QString::number(reasons))); // the others cost no text
    }

    void aCommonReasonLeavesRoomForARareOne() {
        NearestRejections rejections;
        for (int i = 0; i < 1'000; ++i)
            rejections.add(numbered(i), RejectionCode::out_of_memory, 1 + i, [] { return "memory"; });
        for (int i = 0; i < 3; ++i)
            rejections.add(numbered(i), RejectionCode::crosses_fault, 500'000, [] { return "fault"; });
        Plan plan;
        rejections.move_into(plan);
        QCOMPARE(plan.rejected_counts.of(RejectionCode::out_of_memory), 1'000);
        QCOMPARE(plan.rejected.size(), most_rejections_kept);
        const auto kept = [&](RejectionCode code) {
            return std::count_if(plan.rejected.begin(), plan.rejected.end(),
                                 [&](const Rejection& r) { return r.code == code; });
        };
        QCOMPARE(kept(RejectionCode::crosses_fault), 3);
        QCOMPARE(kept(RejectionCode::out_of_memory), 197);
    }

    /// A search keeps 200 at most, and of those that do not fit the ones that miss least.
    void aSearchKeepsThoseThatMissLeast() {
        PlanInputs inputs = random_inputs({4, 4, 2, 0.2, MatrixBetween::nodes}, 9);
        inputs.budget.moves = 1'000;
        inputs.limits.zero_stages = {0, 1, 2, 3};
        inputs.limits.micro_batches = {1, 2, 4, 8, 16, 32};
        for (NodeKind& kind : own_cluster(inputs).node_kinds)
            kind.gpu.memory_gib = 24;
        const Plan result = plan(inputs, some_knowledge());
        QCOMPARE(result.feasible + result.rejected_counts.all() + result.indivisible, result.enumerated);
        QVERIFY2(result.rejected_counts.all() > 2 * long(most_rejections_kept),
                 qPrintable(QString::number(result.rejected_counts.all())));
        QCOMPARE(result.rejected.size(), most_rejections_kept);
        std::vector<double> misses, kept;
        const double gpu_bytes = 24 * 1073741824.0;
        for (const ParallelConfig& config : enumerate(inputs).configs)
            if (const MemoryCheck check = check_memory(inputs, some_knowledge(), config, gpu_bytes);
                !check.fits())
                misses.push_back(check.fullest.bytes);
        QCOMPARE(long(misses.size()), result.rejected_counts.of(RejectionCode::out_of_memory));
        for (const Rejection& rejection : result.rejected)
            if (rejection.code == RejectionCode::out_of_memory)
                kept.push_back(
                    check_memory(inputs, some_knowledge(), rejection.config, gpu_bytes).fullest.bytes);
        std::sort(misses.begin(), misses.end());
        misses.resize(kept.size());
        QVERIFY(!kept.empty());
        QCOMPARE(kept, misses);
    }
};

QTEST_GUILESS_MAIN(NearestRejectionsTest)
#include "nearest_rejections_test.moc"
