// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/schedule_family.h"
#include "tests/cli/pipette_process.h"

#include <QFile>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

using namespace pipette;

namespace {

QString text_of(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QStringList sized(const QString& schedule, int stages, int microbatches) {
    return {"simulate",
            "--schedule",
            schedule,
            "--stages",
            QString::number(stages),
            "--microbatches",
            QString::number(microbatches)};
}

nlohmann::json simulated(const QStringList& arguments) {
    const PipetteRun run = run_pipette(arguments + QStringList{"--json", "-"});
    if (run.status != 0)
        qWarning("%s", run.messages.constData());
    return nlohmann::json::parse(run.output.toStdString(), nullptr, false);
}

} // namespace

class SimulateTest : public QObject {
    Q_OBJECT

private slots:
    // The document of every schedule: the fields, and that operations, devices and makespan agree.
    void everySchedule_data() {
        QTest::addColumn<QString>("name");
        for (const ScheduleKind kind : all_schedules())
            QTest::newRow(text_of(name_of(kind)).toUtf8()) << text_of(name_of(kind));
    }
    void everySchedule() {
        QFETCH(QString, name);
        const nlohmann::json result =
            simulated(sized(name, 4, 8) + QStringList{"--forward", "1,1.5,1,1", "--backward", "2.25",
                                                      "--link", "0.1,0.2,0.3", "--weight-fraction", "0.4"});
        QVERIFY(!result.is_discarded());
        QCOMPARE(result["schedule"].get<std::string>(), name.toStdString());
        QCOMPARE(result["devices"].size(), 4u);
        const ScheduleFamily& family = family_of(*schedule_named(name.toStdString()));
        double makespan = 0, idle = 0;
        std::vector<double> busy(4, 0.0), free_at(4, 0.0);
        std::map<std::string, int> count;
        for (const auto& o : result["operations"]) {
            const std::string kind = o["kind"];
            const auto device = o["device"].get<std::size_t>();
            const double start = o["start"], end = o["end"];
            ++count[kind];
            QVERIFY(o["microbatch"] >= 0 && o["microbatch"] < 8 && o["chunk"] >= 0);
            QVERIFY(end > start);
            if (kind == "S")
                continue;
            QVERIFY(start >= free_at[device] - 1e-9);
            free_at[device] = end;
            busy[device] += end - start;
            makespan = std::max(makespan, end);
        }
        for (std::size_t d = 0; d < 4; ++d) {
            const auto& device = result["devices"][d];
            QVERIFY(std::abs(device["busy"].get<double>() - busy[d]) < 1e-9);
            QVERIFY(std::abs(device["end"].get<double>() - free_at[d]) < 1e-9);
            QVERIFY(device["peak_activations"] >= 1);
            idle += device["end"].get<double>() - device["start"].get<double>() - busy[d];
        }
        QVERIFY(std::abs(result["makespan"].get<double>() - makespan) < 1e-9);
        QVERIFY(std::abs(result["bubble_fraction"].get<double>() - idle / (4 * makespan)) < 1e-9);
        const int stages =
            name == "interleaved" || name == "looped-bfs" || name.contains("-v") || name.startsWith("v-") ? 8
                                                                                                          : 4;
        QCOMPARE(count["F"] + count["C"], stages * 8);
        QCOMPARE(count["B"] + count["C"], stages * 8);
        QCOMPARE(count["W"] > 0, family.splits_backward);
        QCOMPARE(count["C"] > 0, name.startsWith("dualpipe"));
        QCOMPARE(count["R"] > 0, name == "varuna");
        QVERIFY(count["S"] > 0);
    }

    void timesOfTheOptionsCount() {
        const auto makespan = [](const QStringList& more) {
            return simulated(sized("1f1b", 4, 8) + more)["makespan"].get<double>();
        };
        QCOMPARE(makespan({}), 11.0 * 3); // F 1, B 2: (n + p - 1)(F + B)
        QCOMPARE(makespan({"--forward", "2", "--backward", "3"}), 11.0 * 5);
        QCOMPARE(makespan({"--recompute", "1"}), 11.0 * 4);
        const double overlapped = makespan({"--link", "0.5"}),
                     blocking = makespan({"--link", "0.5", "--p2p", "blocking"});
        QVERIFY(overlapped > 33 && blocking > overlapped);
        const auto dual = [](const char* time) {
            return simulated(sized("dualpipe", 4, 8) + QStringList{"--overlapped-time", time})["makespan"]
                .get<double>();
        };
        QVERIFY(dual("2.5") < dual("3"));
        // Times are those of all chunks of a device, this one too.
        const auto v_shaped = sized("dualpipe-v", 4, 8);
        QCOMPARE(simulated(v_shaped + QStringList{"--overlapped-time", "3"})["makespan"].get<double>(),
                 simulated(v_shaped)["makespan"].get<double>());
    }

    void summaryIsForPeople() {
        const PipetteRun run = run_pipette(sized("gpipe", 4, 8));
        QCOMPARE(run.status, 0);
        QVERIFY2(run.output.contains("makespan 33, idle 27.27 % of all device time, 13.64 % between"),
                 run.output.constData());
        QVERIFY(run.messages.isEmpty());
    }

    void filesHoldTheSame() {
        const QTemporaryDir folder;
        const QString trace = folder.filePath("t.json"), result = folder.filePath("r.json");
        QCOMPARE(run_pipette(sized("zb-v", 4, 8) + QStringList{"--trace", trace, "--json", result}).status,
                 0);
        QFile result_file(result), trace_file(trace);
        QVERIFY(result_file.open(QIODevice::ReadOnly) && trace_file.open(QIODevice::ReadOnly));
        const auto document = nlohmann::json::parse(result_file.readAll().toStdString());
        const auto events = nlohmann::json::parse(trace_file.readAll().toStdString())["traceEvents"];
        std::size_t slices = 0;
        for (const auto& event : events)
            slices += event["ph"] == "X";
        QCOMPARE(slices, document["operations"].size());
    }

    void ownSchedules() {
        const QTemporaryDir folder;
        const QString json = written(folder, "own.json",
                                     R"({"format":"pipette-schedule","version":1,"name":"mine",
                                         "order":[["F0","F1","B0","B1"],["F0","B0","F1","B1"]]})"),
                      csv = written(folder, "own.csv",
                                    "device,kind,microbatch\n0,F,0\n0,F,1\n0,B,0\n0,B,1\n"
                                    "1,F,0\n1,B,0\n1,F,1\n1,B,1\n");
        for (const QString& file : {json, csv}) {
            const nlohmann::json result = simulated({"simulate", "--schedule-file", file});
            QCOMPARE(result["schedule"].get<std::string>(), file == json ? "mine" : "own");
            QCOMPARE(result["makespan"].get<double>(), 9.0); // 1F1B of 2 x 2: (2 + 1) * 3
            QCOMPARE(result["devices"][0]["peak_activations"].get<double>(), 2.0);
        }
    }

    void ordersByHandAreComparedAndWeighed() {
        const QTemporaryDir folder;
        const QString file = written(folder, "hand.json",
                                     R"({"format":"pipette-schedule","version":1,"published":"1f1b",
                                         "order":[["F0","B0","F1","B1"],["F0","B0","F1","B1"]]})");
        const QStringList sizes{"simulate", "--schedule-file", file, "--activation-gib",
                                "3,5",      "--limit-gib",     "4"};
        const nlohmann::json result = simulated(sizes);
        QCOMPARE(result["published"]["schedule"].get<std::string>(), "1f1b");
        QCOMPARE(result["published"]["makespan"].get<double>(), 9.0);
        QCOMPARE(result["makespan"].get<double>(), 12.0); // nothing overlaps any more
        QCOMPARE(result["devices"][0]["peak_bytes"].get<double>(), 3.0 * (1 << 30));
        QCOMPARE(result["over_limit"]["device"].get<int>(), 1);
        QCOMPARE(result["over_limit"]["time"].get<double>(), 1.0);
        const PipetteRun run = run_pipette(sizes);
        QCOMPARE(run.status, 0);
        for (const char* part : {"against 1f1b: step +33.3 %", "1 microbatch fewer on device 0",
                                 "device 1 holds 5 GiB at 1, above the limit of 4 GiB"})
            QVERIFY2(run.output.contains(part), run.output.constData());
        const nlohmann::json enough =
            simulated({"simulate", "--schedule-file", file, "--activation-gib", "3", "--limit-gib", "4"});
        QVERIFY(enough["over_limit"].is_null());
        QVERIFY(!simulated({"simulate", "--schedule-file", file}).contains("over_limit"));
    }

    void deadlocksNameTheirCycle() {
        const QTemporaryDir folder;
        const QString file = written(folder, "stuck.json",
                                     R"({"format":"pipette-schedule","version":1,
                                         "order":[["F0","B0","F1","B1"],["F1","F0","B0","B1"]]})");
        const PipetteRun run = run_pipette({"simulate", "--schedule-file", file, "--json", "-"});
        QCOMPARE(run.status, 2);
        QVERIFY(run.output.isEmpty());
        for (const char* part :
             {"stuck.json", "deadlock", "device 1 F1 stage 1 waits for device 0 F1 stage 0",
              "device 0 F1 stage 0 waits for device 0 B0 stage 0"})
            QVERIFY2(run.messages.contains(part), run.messages.constData());
    }

    void refusalsSayWhatIsAllowed_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char* name, const QStringList& arguments, const char* says) {
            QTest::newRow(name) << arguments << QByteArray(says);
        };
        row("unknown", sized("nope", 4, 8), "there are 1f1b, chimera");
        row("no sizes", {"simulate"}, "--stages, --microbatches");
        row("zero", sized("1f1b", 0, 8), "1 or more");
        row("interleaved", sized("interleaved", 4, 7), "microbatches a multiple of devices");
        row("dualpipe", sized("dualpipe", 4, 6), "at least 2 a device");
        row("chimera", sized("chimera", 3, 6), "even number of devices");
        row("zb-v", sized("zb-v", 4, 8) + QStringList{"--chunks", "3"}, "2 chunks");
        row("absurd", sized("1f1b", 1 << 30, 1 << 30), "1 to 4096 devices");
        row("many", sized("1f1b", 4096, 1 << 20), "operations");
        row("word", sized("1f1b", 4, 8) + QStringList{"--forward", "1,x"}, "--forward");
        row("list", sized("1f1b", 4, 8) + QStringList{"--forward", "1,2"}, "expected 1 or 4");
        row("nan", sized("1f1b", 4, 8) + QStringList{"--backward", "nan"}, "expected 0 or 1e-09");
        row("infinite", sized("1f1b", 4, 8) + QStringList{"--recompute", "inf"}, "--recompute");
        row("negative", sized("1f1b", 4, 8) + QStringList{"--link", "-1"}, "--link");
        row("negative overlap", sized("dualpipe", 4, 8) + QStringList{"--overlapped-time", "-1"},
            "--overlapped-time");
        row("share", sized("zb-h1", 4, 8) + QStringList{"--weight-fraction", "2"}, "expected 0 to 1");
        row("p2p", sized("1f1b", 4, 8) + QStringList{"--p2p", "maybe"}, "blocking, in-turn, overlapped");
        row("trace", sized("1f1b", 4, 8) + QStringList{"--trace", "/nowhere/t.json"}, "/nowhere/t.json");
        row("limit alone", sized("1f1b", 4, 8) + QStringList{"--limit-gib", "4"}, "--activation-gib");
        row("three sizes", sized("1f1b", 4, 8) + QStringList{"--activation-gib", "1,2,3"},
            "--activation-gib");
        row("no size", sized("1f1b", 4, 8) + QStringList{"--activation-gib", "0"}, "--activation-gib");
        row("no file", {"simulate", "--schedule-file", "/nowhere/own.json"}, "does not exist");
        row("folder", {"simulate", "--schedule-file", "/"}, "/");
    }
    void refusalsSayWhatIsAllowed() {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, says);
        const PipetteRun run = run_pipette(arguments);
        verify_refused(run, says);
        QVERIFY(run.output.isEmpty());
    }

    void hostileFilesAreRefused_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("says");
        const QByteArray head = R"({"format":"pipette-schedule","version":1,"order":)";
        QTest::newRow("empty") << QByteArray() << QByteArray("no operations");
        QTest::newRow("binary") << QByteArray("\x7f"
                                              "ELF\0\x01\x02\xff",
                                              8)
                                << QByteArray("hostile");
        QTest::newRow("cut") << head + R"([["F0")" << QByteArray("hostile");
        QTest::newRow("deep") << QByteArray("{\"a\":") + QByteArray(100'000, '[') << QByteArray("hostile");
        QTest::newRow("version") << QByteArray(
                                        R"({"format":"pipette-schedule","version":9,"order":[["F0","B0"]]})")
                                 << QByteArray("version");
        QTest::newRow("format") << QByteArray(
                                       R"({"format":"pipette-plan","version":1,"order":[["F0","B0"]]})")
                                << QByteArray("pipette-schedule");
        QTest::newRow("twice") << head + R"([["F0","B0"]],"order":[]})" << QByteArray("order");
        QTest::newRow("number") << head + R"([[1,2]]})" << QByteArray("$.order[0][0]");
        QTest::newRow("far microbatch") << head + R"([["F1048575","B1048575"]]})" << QByteArray("1048576");
        QTest::newRow("far stage") << head + R"([["F0@16383","B0"]]})" << QByteArray("16383");
        QTest::newRow("far device") << QByteArray("device,kind,microbatch\n4095,F,1048575\n")
                                    << QByteArray("hostile");
        QTest::newRow("far both") << QByteArray("device,kind,microbatch,stage\n4095,F,1048575,16383\n")
                                  << QByteArray("hostile");
        QTest::newRow("csv letter") << QByteArray("device,kind,microbatch\n0,Z,0\n") << QByteArray("line 2");
    }
    void hostileFilesAreRefused() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, says);
        const QTemporaryDir folder;
        const PipetteRun run =
            run_pipette({"simulate", "--schedule-file", written(folder, "hostile.json", text)});
        verify_refused(run, says);
        QVERIFY(run.messages.contains("hostile.json"));
    }

private:
    static QString written(const QTemporaryDir& folder, const char* name, const QByteArray& text) {
        const QString path = folder.filePath(QString::fromUtf8(name));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write %s", qPrintable(path));
        return path;
    }
};

QTEST_GUILESS_MAIN(SimulateTest)
#include "simulate_test.moc"
