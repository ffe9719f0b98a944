// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/schedule/schedule_family.h"
#include "core/schedule/simulator.h"

#include <QtTest>

using namespace pipette;

class ScheduleSizesTest : public QObject {
    Q_OBJECT

private slots:
    void rowsAreFoundByName() {
        const auto kinds = all_schedules();
        QVERIFY(kinds.size() >= 16);
        for (const ScheduleKind kind : kinds)
            QCOMPARE(schedule_named(name_of(kind)), kind);
        QVERIFY(!schedule_named("1F1B"));
        QCOMPARE(name_of(ScheduleKind()), "1f1b");
        QCOMPARE(name_of(ScheduleKind::interleaved), "interleaved");
        QCOMPARE(family_of(ScheduleKind::one_f_one_b).default_p2p, P2p::blocking);
        QCOMPARE(family_of(*schedule_named("dualpipe")).pipelines(), 2);
    }

    void frameworksTransferInTheirOwnWay() {
        QCOMPARE(usual_p2p(ScheduleKind::one_f_one_b, framework_of("megatron")), P2p::blocking);
        QCOMPARE(usual_p2p(ScheduleKind::one_f_one_b, framework_of("nanotron")), P2p::in_turn);
        QCOMPARE(usual_p2p(ScheduleKind::interleaved, framework_of("nanotron")), P2p::overlapped);
        for (const P2p p2p : all_p2ps())
            QCOMPARE(p2p_named(name_of(p2p)), p2p);
        QVERIFY(!p2p_named("in turn"));
    }

    void refusalsSayWhatIsAllowed() {
        const auto refused = [](ScheduleKind kind, ScheduleSize size, const char* allowed) {
            try {
                make_schedule(kind, size);
            } catch (const InputError& error) {
                return QByteArray(error.what()).contains(allowed);
            }
            return false;
        };
        QVERIFY(refused(ScheduleKind::interleaved, {4, 6, 2, 1}, "multiple of devices"));
        QVERIFY(refused(ScheduleKind::interleaved, {4, 8, 1, 1}, "2 or more chunks"));
        QVERIFY(refused(*schedule_named("dualpipe"), {3, 12, 1, 1}, "even number of devices"));
        QVERIFY(refused(*schedule_named("dualpipe"), {4, 6, 1, 1}, "at least 2 a device"));
        QVERIFY(refused(*schedule_named("chimera"), {4, 6, 1, 1}, "multiple of devices"));
        QVERIFY(refused(*schedule_named("zb-v"), {4, 8, 1, 1}, "2 chunks"));
        QVERIFY(refused(ScheduleKind::one_f_one_b, {0, 8, 1, 1}, "1 to 4096 devices"));
        QVERIFY(refused(ScheduleKind::one_f_one_b, {4096, 1 << 20, 1, 1}, "operations"));
    }

    void wrongNumbersOfTimesAreRefused() {
        Simulator simulator(make_schedule(ScheduleKind::one_f_one_b, {4, 8, 1, 1}));
        const std::vector<double> three(3, 1.0), four(4, 1.0);
        PipelineTimes times;
        times.forward = three, times.backward = four;
        QVERIFY_EXCEPTION_THROWN(simulator.run(times, P2p::overlapped), InputError);
    }

    void deadlocksNameTheirCycle() {
        ScheduleDraft draft;
        draft.name = "mine";
        draft.size = {2, 1, 1, 1}, draft.stages = 2, draft.device_of_part = {0, 1};
        Operation f0, f1, b0, b1;
        f1.stage = b1.stage = 1;
        b0.kind = b1.kind = OperationKind::backward;
        draft.order = {{b0, f0}, {f1, b1}};
        try {
            const Schedule schedule(draft);
            QFAIL("a backward before its forward must not pass");
        } catch (const InputError& error) {
            QVERIFY2(QByteArray(error.what()).contains("deadlock"), error.what());
            QVERIFY2(QByteArray(error.what()).contains("device 0 B0 stage 0 waits for device"), error.what());
            QVERIFY2(QByteArray(error.what()).contains("device 0 F0 stage 0 waits for device 0 B0 stage 0"),
                     error.what());
        }
    }

    void missingAndDoubleOperationsAreRefused() {
        ScheduleDraft draft;
        draft.size = {1, 1, 1, 1}, draft.device_of_part = {0};
        Operation forward, backward;
        backward.kind = OperationKind::backward;
        draft.order = {{forward}};
        QVERIFY_EXCEPTION_THROWN(Schedule{draft}, InputError);
        draft.order = {{forward, backward, backward}};
        QVERIFY_EXCEPTION_THROWN(Schedule{draft}, InputError);
        draft.order = {{forward, backward}};
        QCOMPARE(Schedule(draft).count(), 2);
    }
};

QTEST_GUILESS_MAIN(ScheduleSizesTest)
#include "schedule_sizes_test.moc"
