// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random.h"
#include "core/schedule/schedule_family.h"
#include "core/schedule/simulator.h"

#include <QtTest>

#include <algorithm>
#include <map>

using namespace pipette;

namespace {

// Sizes that the kind allows, small enough to check everything.
ScheduleSize random_size(Random& random, ScheduleKind kind) {
    for (;;) {
        ScheduleSize size;
        size.devices = 1 + static_cast<int>(random.below(8));
        size.microbatches = 1 + static_cast<int>(random.below(24));
        size.chunks = 1 + static_cast<int>(random.below(3));
        size.slices = kind == *schedule_named("terapipe") ? 1 + static_cast<int>(random.below(4)) : 1;
        if (allows(kind, size))
            return size;
    }
}

std::vector<double> random_times(Random& random, int count, double low, double high) {
    std::vector<double> values;
    for (int i = 0; i < count; ++i)
        values.push_back(random.uniform(low, high));
    return values;
}

} // namespace

class SimulatorInvariantsTest : public QObject {
    Q_OBJECT

private slots:
    /// Of 1F1B's first device: a forward pass takes what the backward pass before it frees at that time.
    void whatIsFreedAndTakenAtOnceIsNoDip() {
        ScheduleSize size;
        size.devices = 4, size.microbatches = 8;
        const auto schedule = make_schedule(*schedule_named("1f1b"), size);
        const std::vector<double> forward(4, 1e-3), backward(4, 2e-3);
        PipelineTimes times;
        times.forward = forward, times.backward = backward;
        Simulator simulator(schedule);
        simulator.run(times, P2p::overlapped);
        const Timeline timeline = simulator.timeline();
        std::vector<double> held;
        double before = 0;
        for (const ActivationStep& step : timeline.activations(0)) {
            QVERIFY(step.time >= before);
            before = step.time;
            held.push_back(step.held);
        }
        QCOMPARE(held, (std::vector<double>{1, 2, 3, 4, 4, 4, 4, 4, 3, 2, 1, 0}));
    }

    void tenThousandRandomCases() {
        Random random(20);
        for (int i = 0; i < 10'000; ++i) {
            const ScheduleKind kind =
                all_schedules()[random.below(static_cast<std::uint32_t>(all_schedules().size()))];
            const auto schedule = make_schedule(kind, random_size(random, kind));
            const int parts = random.uniform() < 0.5 ? schedule->parts() : schedule->stages();
            const auto forward = random_times(random, parts, 0.5, 2),
                       backward = random_times(random, parts, 0.5, 4);
            const auto there = random_times(random, parts, 0, 1), back = random_times(random, parts, 0, 1);
            const auto share = random_times(random, schedule->stages(), 0.2, 0.8);
            PipelineTimes times;
            times.forward = forward, times.backward = backward, times.send_forward = there,
            times.send_backward = back;
            times.weight_share = share;
            Simulator simulator(schedule);
            const double blocking = simulator.run(times, P2p::blocking);
            check(simulator.timeline());
            const double in_turn = simulator.run(times, P2p::in_turn);
            check(simulator.timeline());
            const double overlapped = simulator.run(times, P2p::overlapped);
            check(simulator.timeline());
            QVERIFY(overlapped <= blocking + 1e-9);
            QVERIFY(overlapped <= in_turn + 1e-9);
            if (QTest::currentTestFailed())
                QFAIL(qPrintable(
                    QStringLiteral("case %1, %2").arg(i).arg(QLatin1String(name_of(kind).data()))));
        }
    }

    void freeLinksMakeAllTransfersEqual() {
        Random random(4);
        for (const ScheduleKind kind : all_schedules()) {
            const auto schedule = make_schedule(kind, random_size(random, kind));
            const auto forward = random_times(random, schedule->stages(), 0.5, 2);
            const auto backward = random_times(random, schedule->stages(), 0.5, 4);
            PipelineTimes times;
            times.forward = forward, times.backward = backward;
            Simulator simulator(schedule);
            const double overlapped = simulator.run(times, P2p::overlapped);
            QCOMPARE(simulator.run(times, P2p::blocking), overlapped);
            QCOMPARE(simulator.run(times, P2p::in_turn), overlapped);
        }
    }

    // Against a hand-made case: two devices, two microbatches, F 1, B 2, links 0.5.
    void blockingHoldsBothSides() {
        Simulator simulator(make_schedule(ScheduleKind::one_f_one_b, {2, 2, 1, 1}));
        const std::vector<double> forward{1, 1}, backward{2, 2}, links{0.5};
        PipelineTimes times;
        times.forward = forward, times.backward = backward;
        const std::vector<double> link{0.5, 0};
        times.send_forward = link;
        // Device 0: F0 0-1, sends to 1.5, F1 1.5-2.5, exchange; device 1: F0 1.5-2.5, B0 to 4.5, exchange to
        // 5, F1 to 6.
        QCOMPARE(simulator.run(times, P2p::blocking), 10.5);
        // Without waiting: F1 has long arrived, device 1 runs 1.5 to 7.5, B1 back at 8, ends at 10.
        QCOMPARE(simulator.run(times, P2p::overlapped), 10.0);
    }

    // The same two devices over links of 3: device 0 sends F1 from 5 to 8, and only then the gradient of the
    // first microbatch, done at 7, comes over that link.
    void inTurnSharesTheLink() {
        Simulator simulator(make_schedule(ScheduleKind::one_f_one_b, {2, 2, 1, 1}));
        const std::vector<double> forward{1, 1}, backward{2, 2}, link{3, 0};
        PipelineTimes times;
        times.forward = forward, times.backward = backward, times.send_forward = link;
        QCOMPARE(simulator.run(times, P2p::in_turn), 19.0);
        const Timeline timeline = simulator.timeline();
        const auto gradient = std::find_if(timeline.sends.begin(), timeline.sends.end(),
                                           [](const TimelineSend& send) { return send.gradient; });
        QVERIFY(gradient != timeline.sends.end());
        QCOMPARE(gradient->start, 8.0);
        QCOMPARE(gradient->end, 11.0);
        QCOMPARE(simulator.run(times, P2p::blocking), 18.0);
    }

    // Where links decide, each microbatch costs three transfers in turn: nanotron's pipelines of four to
    // sixteen stages on 512 GPUs (nanotron sweep of the ultra-scale playbook) do so, two stages two.
    void inTurnTakesThreeTransfersAMicrobatch() {
        for (const int devices : {2, 4, 8}) {
            const std::vector<double> nothing(at(devices), 0), link(at(devices), 1);
            PipelineTimes times;
            times.forward = nothing, times.backward = nothing, times.send_forward = link;
            const auto makespan = [&](int microbatches) {
                return Simulator(make_schedule(ScheduleKind::one_f_one_b, {devices, microbatches, 1, 1}))
                    .run(times, P2p::in_turn);
            };
            QCOMPARE(makespan(48) - makespan(24), 24.0 * (devices == 2 ? 2 : 3));
        }
    }

private:
    static std::size_t at(int i) { return static_cast<std::size_t>(i); }

    static void check(const Timeline& timeline) {
        const Schedule& schedule = *timeline.schedule;
        const bool held = timeline.p2p != P2p::overlapped;
        constexpr double tiny = 1e-9;
        // Every operation once: forwards and backwards of every stage, microbatch and slice.
        std::map<std::tuple<int, int, int>, std::pair<int, int>> forward_at,
            backward_at; // -> operation, count
        int weights = 0, inputs = 0;
        for (int i = 0; i < schedule.count(); ++i) {
            const Operation& o = schedule.operation(i);
            QVERIFY(timeline.start[at(i)] >= 0);
            if (has_forward(o)) {
                auto& entry = forward_at[{o.stage, o.microbatch, o.slice}];
                entry = {i, entry.second + 1};
            }
            if (has_backward(o)) {
                auto& entry = backward_at[{backward_stage(o), backward_microbatch(o), o.slice}];
                entry = {i, entry.second + 1};
            }
            inputs += o.kind == OperationKind::input_gradient;
            weights += o.kind == OperationKind::weight_gradient;
        }
        const auto cells =
            at(schedule.stages()) * at(schedule.size().microbatches) * at(schedule.size().slices);
        QCOMPARE(forward_at.size(), cells);
        QCOMPARE(backward_at.size(), cells);
        QCOMPARE(inputs, weights);
        const bool gradients = schedule.name() != "local-updates";
        for (const auto& [cell, entry] : forward_at) {
            const auto& [stage, microbatch, slice] = cell;
            QCOMPARE(entry.second, 1);
            if (stage > 0) {
                const int before = forward_at.at({stage - 1, microbatch, slice}).first;
                QVERIFY(timeline.start[at(entry.first)] >= timeline.end[at(before)] - tiny);
            }
        }
        for (const auto& [cell, entry] : backward_at) {
            const auto& [stage, microbatch, slice] = cell;
            QCOMPARE(entry.second, 1);
            QVERIFY(timeline.start[at(entry.first)] >= timeline.end[at(forward_at.at(cell).first)] - tiny);
            if (gradients && stage + 1 < schedule.stages()) {
                const int next = backward_at.at({stage + 1, microbatch, slice}).first;
                QVERIFY(timeline.start[at(entry.first)] >= timeline.end[at(next)] - tiny);
            }
        }
        // One thing at a time, transfers included; and nothing could start earlier (overlapped: the inputs
        // tell).
        std::vector<double> ready(at(schedule.count()), 0.0);
        for (const TimelineSend& send : timeline.sends) {
            QVERIFY(send.start >= timeline.end[at(send.from)] - tiny);
            QVERIFY(timeline.start[at(send.to)] >= send.end - tiny);
            ready[at(send.to)] = std::max(ready[at(send.to)], send.end);
            if (held && schedule.after(send.from) < schedule.count())
                QVERIFY(timeline.start[at(schedule.after(send.from))] >= send.end - tiny);
        }
        for (int d = 0; d < schedule.devices(); ++d) {
            double free_at = 0;
            for (const int i : schedule.order(d)) {
                QVERIFY(timeline.start[at(i)] >= free_at - tiny);
                if (!held)
                    QVERIFY(std::abs(timeline.start[at(i)] - std::max(free_at, ready[at(i)])) < tiny);
                free_at = timeline.end[at(i)];
            }
            const auto steps = timeline.activations(d);
            double peak = 0;
            double before = 0;
            for (const ActivationStep& step : steps) {
                QVERIFY(step.held >= 0 && step.time >= before);
                before = step.time;
                peak = std::max(peak, step.held);
            }
            QCOMPARE(steps.back().held, 0.0);
            QVERIFY(std::abs(peak - schedule.peak_activations(d)) < tiny);
            QVERIFY(timeline.devices[at(d)].bubble() >= -tiny);
        }
        // The critical path runs from time zero to the makespan without a gap that no transfer explains.
        QVERIFY(!timeline.critical_path.empty());
        QVERIFY(timeline.start[at(timeline.critical_path.front())] < tiny);
        QVERIFY(std::abs(timeline.end[at(timeline.critical_path.back())] - timeline.makespan) < tiny);
        for (std::size_t k = 1; k < timeline.critical_path.size(); ++k)
            QVERIFY(timeline.start[at(timeline.critical_path[k])] >=
                    timeline.end[at(timeline.critical_path[k - 1])] - tiny);
    }
};

QTEST_GUILESS_MAIN(SimulatorInvariantsTest)
#include "simulator_invariants_test.moc"
