// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/formats/documents/schedule_file.h"
#include "core/formats/launchers/chrome_trace.h"
#include "core/schedule/schedule_family.h"
#include "core/schedule/simulator.h"

#include <QtTest>

#include <map>
#include <nlohmann/json.hpp>

using namespace pipette;

namespace {

Timeline simulated(ScheduleKind kind, ScheduleSize size, P2p p2p) {
    Simulator simulator(make_schedule(kind, size));
    const auto stages = static_cast<std::size_t>(simulator.schedule().stages());
    const std::vector<double> forward(stages, 0.0123), backward(stages, 0.0251), links(stages, 0.03);
    PipelineTimes times;
    times.forward = forward, times.backward = backward, times.send_forward = links;
    simulator.run(times, p2p);
    return simulator.timeline();
}

} // namespace

class ChromeTraceTest : public QObject {
    Q_OBJECT

private slots:
    // Links slower than the work, so that sends of one device overlap each other and need lanes of their own.
    void slicesOfALaneNeverOverlap() {
        const Timeline timeline = simulated(ScheduleKind::one_f_one_b, {64, 128, 1, 1}, P2p::overlapped);
        std::string text;
        stream_chrome_trace(timeline, [&](std::string_view part) { text += part; });
        const auto trace = nlohmann::json::parse(text);
        std::map<int, std::vector<std::pair<double, double>>> lanes;
        double computed = 0;
        std::size_t sends = 0, begins = 0, ends = 0, counters = 0;
        for (const auto& event : trace.at("traceEvents")) {
            const std::string phase = event.at("ph");
            if (phase == "X") {
                lanes[event.at("tid")].emplace_back(event.at("ts"), event.at("dur"));
                if (event.at("cat") == "S")
                    ++sends;
                else
                    computed += event.at("dur").get<double>();
            }
            begins += phase == "s", ends += phase == "f", counters += phase == "C";
        }
        QVERIFY(lanes.size() > 64);
        for (auto& [lane, slices] : lanes) {
            std::sort(slices.begin(), slices.end());
            for (std::size_t k = 1; k < slices.size(); ++k)
                QVERIFY2(std::llround(1e3 * slices[k - 1].first) + std::llround(1e3 * slices[k - 1].second) <=
                             std::llround(1e3 * slices[k].first),
                         qPrintable(QStringLiteral("lane %1").arg(lane)));
        }
        double busy = 0;
        for (const DeviceUse& use : timeline.devices)
            busy += use.busy;
        QVERIFY(std::abs(computed - busy * 1e6) < 1e-3 * timeline.schedule->count());
        QCOMPARE(sends, timeline.sends.size());
        QCOMPARE(begins, sends);
        QCOMPARE(ends, sends);
        std::size_t steps = 0;
        for (int device = 0; device < timeline.schedule->devices(); ++device)
            steps += timeline.activations(device).size();
        QCOMPARE(counters, steps);
        QVERIFY(steps > 64 * 128 && steps <= 2 * 64 * 128);
    }

    void anUnwritablePlaceIsNamed() {
        const Timeline timeline = simulated(*schedule_named("gpipe"), {2, 2, 1, 1}, P2p::overlapped);
        QVERIFY_EXCEPTION_THROWN(write_chrome_trace("/nonexistent/trace.json", timeline), InputError);
    }

    void ownSchedulesFromJsonAndCsv() {
        const Schedule json = read_schedule(
            R"({"format":"pipette-schedule","version":1,"name":"mine","order":[["F0","F1","B0","B1"],["F0","B0","F1","B1"]]})",
            "mine.json");
        QCOMPARE(json.devices(), 2);
        QCOMPARE(json.size().microbatches, 2);
        QCOMPARE(json.peak_activations(0), 2.0);
        QCOMPARE(json.peak_activations(1), 1.0);
        const Schedule csv =
            read_schedule("device,kind,microbatch,stage\n0,F,0,0\n1,F,0,1\n1,F,0,2\n1,B,0,2\n1,W,0,2\n"
                          "1,B,0,1\n1,W,0,1\n0,B,0,0\n0,W,0,0\n",
                          "mine.csv");
        QCOMPARE(csv.stages(), 3);
        QCOMPARE(csv.size().chunks, 2);
        QCOMPARE(csv.operation(csv.order(0).back()).kind, OperationKind::weight_gradient);
    }

    void wrongSchedulesSayWhere_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("says");
        const QByteArray head = R"({"format":"pipette-schedule","version":1,"order":)";
        QTest::newRow("deadlock") << head + R"([["B0","F0"],["F0","B0"]]})" << QByteArray("deadlock");
        QTest::newRow("letter") << head + R"([["F0","X0"]]})" << QByteArray("$.order[0][1]");
        QTest::newRow("twice") << head + R"([["F0","F0","B0"]]})" << QByteArray("twice");
        QTest::newRow("missing") << head + R"([["F0"]]})" << QByteArray("missing");
        QTest::newRow("gap") << head + R"([["F1","B1"]]})" << QByteArray("need 2");
        QTest::newRow("stage") << head + R"([["F0@7","B0"]]})" << QByteArray("no stage 7");
        QTest::newRow("huge") << head + R"([["F99999999999","B0"]]})" << QByteArray("$.order[0][0]");
        QTest::newRow("csv header") << QByteArray("a,b\n0,F,0\n") << QByteArray("line 1");
        QTest::newRow("csv device") << QByteArray("device,kind,microbatch\n-1,F,0\n") << QByteArray("line 2");
        QTest::newRow("empty") << QByteArray("") << QByteArray("no operations");
    }

    void wrongSchedulesSayWhere() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, says);
        try {
            read_schedule(text.toStdString(), "own.json");
        } catch (const InputError& error) {
            QVERIFY2(QByteArray(error.what()).contains(says), error.what());
            QCOMPARE(error.file(), std::string("own.json"));
            return;
        }
        QFAIL("was accepted");
    }
};

QTEST_GUILESS_MAIN(ChromeTraceTest)
#include "chrome_trace_test.moc"
