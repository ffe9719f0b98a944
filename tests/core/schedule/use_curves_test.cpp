// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/idle_share.h"
#include "core/schedule/schedule_family.h"
#include "core/schedule/simulator.h"
#include "core/schedule/stage_times.h"
#include "core/schedule/use_curves.h"

#include <QtTest>

#include <cmath>
#include <utility>
#include <vector>

using namespace pipette;

namespace {

Timeline timeline_of(ScheduleKind kind, const ScheduleSize& size, double link) {
    Simulator simulator(make_schedule(kind, size));
    DeviceTimes times;
    times.link = {link};
    simulator.run(StageTimes(times, simulator.schedule()).view(), P2p::overlapped);
    return simulator.timeline();
}

/// Time that something is in use, all together.
double area(const UseCurve& curve) {
    double sum = 0;
    for (std::size_t k = 0; k + 1 < curve.steps.size(); ++k)
        sum += curve.steps[k].count * (curve.steps[k + 1].time - curve.steps[k].time);
    return sum;
}

} // namespace

class UseCurvesTest : public QObject {
    Q_OBJECT

private slots:
    // What the curve of idle devices holds is the idle share, whatever the schedule.
    void idleDevicesAreTheIdleShare() {
        for (const ScheduleKind kind : all_schedules())
            for (const double link : {0.0, 0.3}) {
                const Timeline timeline = timeline_of(kind, {4, 8, family_of(kind).default_chunks, 1}, link);
                const UseCurve curve = devices_idle(timeline);
                QCOMPARE(curve.of, 4);
                QVERIFY(std::abs(area(curve) / (4 * timeline.makespan) - idle_share(timeline)) < 1e-9);
                for (std::size_t k = 0; k < curve.steps.size(); ++k) {
                    QVERIFY(curve.steps[k].count >= 0 && curve.steps[k].count <= 4);
                    QVERIFY(k == 0 || curve.steps[k].time > curve.steps[k - 1].time);
                }
                QCOMPARE(curve.steps.front().time, 0.0);
                QCOMPARE(curve.steps.back().time, timeline.makespan);
                QCOMPARE(curve.steps.back().count, 0);
            }
    }

    // Two devices, two microbatches, F 1, B 2: two activations there, two gradients back, 0.5 each.
    void linksCarryWhatIsSent() {
        const UseCurve curve = links_busy(timeline_of(ScheduleKind::one_f_one_b, {2, 2, 1, 1}, 0.5));
        QCOMPARE(curve.of, 2);
        QCOMPARE(area(curve), 4 * 0.5);
        std::vector<std::pair<double, int>> steps;
        for (const UseStep& step : curve.steps)
            steps.emplace_back(step.time, step.count);
        // F0 is sent at 1, F1 at 2; B0 ends at 4.5 on device 1, B1 at 7.5.
        QCOMPARE(
            steps,
            (std::vector<std::pair<double, int>>{
                {0, 0}, {1, 1}, {1.5, 0}, {2, 1}, {2.5, 0}, {4.5, 1}, {5, 0}, {7.5, 1}, {8, 0}, {10, 0}}));
    }

    void freeTransfersUseNoLink() {
        const UseCurve curve = links_busy(timeline_of(ScheduleKind::one_f_one_b, {2, 2, 1, 1}, 0));
        QCOMPARE(area(curve), 0.0);
        QCOMPARE(links_busy(timeline_of(ScheduleKind::one_f_one_b, {1, 2, 1, 1}, 0)).of, 0);
    }

    // Sends of one device to the same other one that overlap are one use of the link.
    void overlappingSendsCountOnce() {
        const Timeline timeline = timeline_of(*schedule_named("gpipe"), {2, 4, 1, 1}, 3);
        for (const UseStep& step : links_busy(timeline).steps)
            QVERIFY(step.count <= 2);
        QVERIFY(area(links_busy(timeline)) < 8 * 3.0);
    }
};

QTEST_GUILESS_MAIN(UseCurvesTest)
#include "use_curves_test.moc"
