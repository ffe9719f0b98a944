// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/pipette_process.h"

#include <QFile>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

using namespace pipette;

namespace {

nlohmann::json parsed(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? nlohmann::json::parse(file.readAll().toStdString())
                                          : nlohmann::json();
}

double end_of(const nlohmann::json& trace) {
    double end = 0;
    for (const auto& event : trace["traceEvents"])
        if (event["ph"] == "X")
            end = std::max(end, event["ts"].get<double>() + event["dur"].get<double>());
    return end * 1e-6;
}

} // namespace

class TraceTest : public QObject {
    Q_OBJECT

private slots:
    // A plan made with a calibration of one's own lasts in its trace what it lasts in the plan.
    void lastsAsLongAsThePlanSays() {
        const QTemporaryDir folder;
        auto own = parsed(QStringLiteral(PIPETTE_SOURCE_DIR "/resources/calibrations/a100.json"));
        for (auto& kind : own["kinds"])
            kind["matmul_efficiency"] = 0.9 * kind["matmul_efficiency"].get<double>();
        const QString calibration = folder.filePath("own.json"), plan = folder.filePath("plan.json"),
                      trace = folder.filePath("trace.json");
        QFile file(calibration);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(own.dump()));
        file.close();
        QCOMPARE(run_pipette({"plan",
                              "--cluster",
                              sample_cluster("a100_hdr_16x8.json"),
                              "--model",
                              "llama-2-7b",
                              "--global-batch",
                              "256",
                              "--moves",
                              "500",
                              "--chains",
                              "1",
                              "--recompute",
                              "none",
                              "--micro-batch",
                              "1",
                              "--top",
                              "1",
                              "--calibration",
                              calibration,
                              "--json",
                              plan})
                     .status,
                 0);
        const double time = parsed(plan)["candidates"][0]["iteration_time_s"];
        const auto used = parsed(plan)["calibrations"];
        QCOMPARE(used.size(), std::size_t{1});
        QVERIFY(used[0]["shipped"] == false && used[0]["file"] == calibration.toStdString());
        QVERIFY(used[0]["architecture"] == "ampere" && used[0]["framework"] == "megatron");
        QVERIFY(used[0]["runs"] > 0 && used[0]["relative_error"] > 0);
        QCOMPARE(run_pipette({"export", plan, "--format", "trace", "--calibration", calibration, "-o", trace})
                     .status,
                 0);
        QVERIFY(std::abs(end_of(parsed(trace)) - time) < 1e-8);
        // Without it: the plan holds its calibration itself, to standard output and into a folder alike.
        const PipetteRun kept = run_pipette({"export", plan, "--format", "trace"});
        QCOMPARE(kept.status, 0);
        const auto document = nlohmann::json::parse(kept.output.toStdString());
        QVERIFY(document == parsed(trace));
        QCOMPARE(run_pipette({"export", plan, "--format", "trace", "-o", folder.filePath("new/")}).status, 0);
        QVERIFY(parsed(folder.filePath("new/trace.json")) == document);
        // A plan of before does not: then the file must be named, and the right one.
        auto before = parsed(plan);
        before.erase("calibration");
        QFile older(plan);
        QVERIFY(older.open(QIODevice::WriteOnly));
        older.write(QByteArray::fromStdString(before.dump()));
        older.close();
        const PipetteRun missing = run_pipette({"export", plan, "--format", "trace"});
        QCOMPARE(missing.status, 2);
        QVERIFY2(missing.messages.contains("plan.json: $.calibrations") &&
                     missing.messages.contains("own.json"),
                 missing.messages.constData());
        QCOMPARE(run_pipette({"export", plan, "--format", "trace", "--calibration", calibration, "-o", trace})
                     .status,
                 0);
        QVERIFY(parsed(trace) == document);
        const PipetteRun refused =
            run_pipette({"export", plan, "--format", "trace", "--calibration", "/nowhere/c.json"});
        QCOMPARE(refused.status, 2);
        QVERIFY(refused.messages.contains("/nowhere/c.json"));
    }
};

QTEST_GUILESS_MAIN(TraceTest)
#include "trace_test.moc"
