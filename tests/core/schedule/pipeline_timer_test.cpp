// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/base/random.h"
#include "core/schedule/pipeline_timer.h"
#include "core/schedule/schedule_family.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace pipette;

namespace {

/// Times of one pipeline, random as stages of a real one: most alike, links a small part.
struct RandomTimes {
    std::vector<double> forward, backward, share, there, back;

    RandomTimes(Random& random, int stages) {
        const double spread = random.below(3) * 0.1, link = random.uniform(0, 0.4);
        for (int s = 0; s < stages; ++s) {
            forward.push_back(1 + spread * random.uniform());
            backward.push_back(2 + spread * random.uniform());
            share.push_back(random.uniform(0.3, 0.7));
            there.push_back(link * random.uniform(0.5, 1));
            back.push_back(link * random.uniform(0.5, 1));
        }
    }
    PipelineTimes view() const {
        PipelineTimes times;
        times.forward = forward, times.backward = backward, times.weight_share = share;
        times.send_forward = there, times.send_backward = back;
        return times;
    }
};

/// Sizes of that kind with at least that many microbatches.
ScheduleSize size_of(const ScheduleFamily& family, int devices, int microbatches) {
    ScheduleSize size{devices, microbatches, family.default_chunks, 1};
    while (!family.sizes.hold(size) && size.microbatches < 2 * microbatches)
        ++size.microbatches; // none is allowed of an odd number of devices by some
    return size;
}

/// Microbatches of the second direction are numbered after those of the first; here both begin with 0.
Operation own_number(Operation o, const ScheduleSize& size, ScheduleKind kind) {
    if (kind != *schedule_named("dualpipe"))
        return o;
    o.microbatch -= o.pipeline * size.microbatches / 2;
    if (o.kind == OperationKind::overlapped)
        o.backward_microbatch -= o.backward_pipeline * size.microbatches / 2;
    return o;
}

std::vector<Operation> order_of(const Schedule& schedule, int device, ScheduleKind kind) {
    std::vector<Operation> order;
    for (const std::int32_t i : schedule.order(device))
        order.push_back(own_number(schedule.operation(i), schedule.size(), kind));
    return order;
}

bool close(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

} // namespace

class PipelineTimerTest : public QObject {
    Q_OBJECT

private slots:
    void oneRoundMoreOfMicrobatchesIsOneRoundMoreInTheMiddle() {
        for (const ScheduleKind kind : all_schedules())
            for (const int devices : {1, 2, 3, 4, 6, 8}) {
                const ScheduleSize size = size_of(family_of(kind), devices, 16 * devices + 5);
                if (!family_of(kind).round || !allows(kind, size))
                    continue;
                const int round = family_of(kind).round(size);
                const auto shorter = make_schedule(kind, size);
                ScheduleSize more = size;
                more.microbatches += round;
                const auto longer = make_schedule(kind, more);
                const auto steady = steady_rounds(*shorter, round);
                const QByteArray what =
                    QByteArray(name_of(kind).data()) + " " + QByteArray::number(devices) + " devices";
                QVERIFY2(steady && steady->end - steady->first > steady->reach, what.constData());
                for (int d = 0; d < devices; ++d) {
                    const auto before = order_of(*shorter, d, kind), after = order_of(*longer, d, kind);
                    const auto end = std::size_t(steady->begin(d, steady->end)),
                               length = std::size_t(steady->length[std::size_t(d)]);
                    QVERIFY2(after.size() == before.size() + length, what.constData());
                    QVERIFY2(std::equal(before.begin(), before.begin() + std::ptrdiff_t(end), after.begin()),
                             what.constData());
                    const int further =
                        after[end].microbatch - before[end - length].microbatch; // of all that follows
                    for (std::size_t i = end - length; i < before.size(); ++i) {
                        Operation moved = before[i];
                        moved.microbatch += further;
                        if (moved.kind == OperationKind::overlapped)
                            moved.backward_microbatch += further;
                        QVERIFY2(moved == after[i + length], what.constData());
                    }
                }
            }
    }

    void longPipelinesEndWhenTheirSimulationDoes() {
        Random random(5);
        int extended = 0, all = 0;
        for (const ScheduleKind kind : all_schedules())
            for (int i = 0; i < 12; ++i) {
                const int devices = 2 * (1 + int(random.below(4)));
                const ScheduleSize size = size_of(family_of(kind), devices, 400 + int(random.below(600)));
                const P2p p2p = all_p2ps()[random.below(3)];
                const RandomTimes times(random, devices * size.chunks);
                PipelineTimer timer(kind, size, 0);
                Simulator simulator(make_schedule(kind, size));
                const double end = timer.run(times.view(), p2p);
                const QString what = QString("%1, %2 devices, %3 microbatches, transfers %4")
                                         .arg(name_of(kind).data())
                                         .arg(devices)
                                         .arg(size.microbatches)
                                         .arg(name_of(p2p).data());
                QVERIFY2(close(end, simulator.run(times.view(), p2p)), qPrintable(what));
                for (int d = 0; d < devices; ++d) {
                    QVERIFY2(close(timer.device_end(d), simulator.device_end(d)), qPrintable(what));
                    QVERIFY2(close(timer.last_backward_end(d), simulator.last_backward_end(d)),
                             qPrintable(what));
                }
                all += family_of(kind).round != nullptr;
                extended += timer.simulated_microbatches() < size.microbatches;
            }
        QVERIFY2(extended > all * 9 / 10, qPrintable(QString("%1 of %2 extended").arg(extended).arg(all)));
    }

    void equalStagesNeedFewMicrobatches() {
        const std::vector<double> forward(8, 1), backward(8, 2), link(8, 0.1);
        PipelineTimes times;
        times.forward = forward, times.backward = backward, times.send_forward = link;
        PipelineTimer timer(ScheduleKind::one_f_one_b, {8, 10'000'000, 1, 1});
        const double end = timer.run(times, P2p::blocking);
        QVERIFY(timer.simulated_microbatches() < 1000);
        QVERIFY(end > 3.2 * 1e7 && end < 3.7 * 1e7); // both passes, and the transfers that hold a device
    }

    void shortPipelinesAreSimulatedWhole() {
        const std::vector<double> one(4, 1);
        PipelineTimes times;
        times.forward = times.backward = one;
        PipelineTimer timer(ScheduleKind::one_f_one_b, {4, 1024, 1, 1});
        Simulator simulator(make_schedule(ScheduleKind::one_f_one_b, {4, 1024, 1, 1}));
        QCOMPARE(timer.run(times, P2p::overlapped), simulator.run(times, P2p::overlapped));
        QCOMPARE(timer.simulated_microbatches(), 1024);
    }

    void schedulesWithoutRoundsRefuseMoreThanCanBeSimulated() {
        try {
            PipelineTimer(*schedule_named("gpipe"), {8, 1'000'000, 1, 1});
            QFAIL("a million microbatches at once must not pass");
        } catch (const InputError& error) {
            QVERIFY2(QByteArray(error.what()).contains("operations"), error.what());
        }
        QVERIFY(!allows(*schedule_named("gpipe"), {8, 1'000'000, 1, 1}));
        QVERIFY(allows(ScheduleKind::one_f_one_b, {8, 1'000'000, 1, 1}));
        QVERIFY_EXCEPTION_THROWN(make_schedule(ScheduleKind::one_f_one_b, {8, 1'000'000, 1, 1}), InputError);
    }
};

QTEST_GUILESS_MAIN(PipelineTimerTest)
#include "pipeline_timer_test.moc"
