// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/pipette_process.h"
#include "tests/cli/test_files.h"
#include "tests/nccl_logs.h"

#include <QDir>
#include <QFile>

#include <nlohmann/json.hpp>

using namespace pipette;
using namespace pipette::test;

/// `pipette import` on folders of logs as clusters leave them.
class ImportTest : public QObject, TestFiles {
    Q_OBJECT

private slots:
    void initTestCase() {
        QVERIFY(QDir().mkpath(file("logs")));
        const std::vector<std::string> hosts{"n1", "n2", "n3", "n4"};
        for (std::size_t i = 0; i < hosts.size(); ++i)
            for (std::size_t j = i + 1; j < hosts.size(); ++j)
                written(fmt::format("logs/nccl_N2_G8_{}_{}.log", hosts[i], hosts[j]).c_str(),
                        nccl_pair_log(hosts[i], hosts[j]));
        const std::string whole = nccl_pair_log("n1", "n2"), head = nccl_head("sendrecv", {"n2", "n3"}, 8);
        written("logs/nccl_N2_G8_n1_n2.log", whole.substr(0, whole.size() - 400));
        written("logs/nccl_N2_G8_n1_n3.log", "");
        written("logs/nccl_N2_G8_n1_n4.log",
                nccl_head("sendrecv", {"n1", "n4"}, 8) + nccl_pair_log("n1", "n4"));
        written("logs/nccl_N2_G8_n2_n3.log", head + nccl_failure_text("n2") + nccl_failure_text("n3"));
    }

    void aFolderWithDamagedLogsIsImportedAtOnce() {
        const PipetteRun run = run_pipette({"import", "nccl-tests", file("logs"), "-o", file("c.json")});
        QVERIFY2(run.status == 0, run.messages.constData());
        QVERIFY(run.messages.isEmpty());
        for (const char* part : {"4 nodes, 32 GPUs", "3 of 6 pairs measured, 1 failed, 2 missing",
                                 "n2 <-> n3: n2: Test NCCL failure common.cu:1019 'unhandled system error",
                                 "nccl_N2_G8_n2_n3.log: line 24", "nccl_N2_G8_n1_n2.log: line",
                                 "nccl_N2_G8_n1_n3.log: is empty"})
            QVERIFY2(run.output.contains(part), run.output.constData());
        QVERIFY2(run.output.contains("nccl_N2_G8_n1_n4.log: line"), run.output.constData());
        QVERIFY2(!run.output.contains("logs/nccl"), run.output.constData()); // named from the folder on
        const auto cluster = nlohmann::json::parse(content(file("c.json")).toStdString());
        QCOMPARE(cluster["name"].get<std::string>(), std::string("4 nodes of 8 H100-SXM5-80GB"));
        QCOMPARE(cluster["faults"][0]["between"].dump(), std::string(R"(["n2","n3"])"));
    }

    void theReportAsJsonAloneWritesNothingElse() {
        const PipetteRun run = run_pipette({"import", "auto", file("logs"), "--json", "-"});
        QVERIFY2(run.status == 0, run.messages.constData());
        const auto json = nlohmann::json::parse(run.output.toStdString());
        QCOMPARE(json["measured"].size(), std::size_t{3});
        QCOMPARE(json["failed"].size(), std::size_t{1});
        QCOMPARE(json["skipped"].size(), std::size_t{2});
        QCOMPARE(json["missing"].size(), std::size_t{2});
        QVERIFY(json["conflicts"].is_array());
        const PipetteRun both = run_pipette({"import", "auto", file("logs"), "--json", "-", "-o", "-"});
        verify_refused(both, "--json: is -, and so is --output");
    }

    void nothingUsableIsOneComplaintALine() {
        const PipetteRun run = run_pipette({"import", "nccl-tests", file("logs/nccl_N2_G8_n1_n3.log"),
                                            file("missing.log"), "-o", file("nothing.json")});
        verify_refused(run, "nccl_N2_G8_n1_n3.log: is empty");
        verify_refused(run, "missing.log: does not exist");
        QCOMPARE(run.messages.count('\n'), 2);
        QVERIFY(!QFile::exists(file("nothing.json")));
    }

    void aHostFileWithAGpuKindIsPlannedWith() {
        const QString hosts = written("hosts", "n[1-4] slots=8\n");
        const PipetteRun import =
            run_pipette({"import", "hostfile", hosts, "--gpu", "H100-SXM5-80GB", "-o", file("assumed.json")});
        QVERIFY2(import.status == 0, import.messages.constData());
        QVERIFY2(import.output.contains("no link between nodes was measured: all are assumed at 50 GB/s"),
                 import.output.constData());
        const auto cluster = nlohmann::json::parse(content(file("assumed.json")).toStdString());
        QVERIFY(cluster["origin"].get<std::string>().starts_with("assumed"));
        const PipetteRun plan = run_pipette({"plan", "--cluster", file("assumed.json"), "--model",
                                             "llama-2-7b", "--global-batch", "64", "--json", "-"});
        QVERIFY2(plan.status == 0, plan.messages.constData());
        QVERIFY(!nlohmann::json::parse(plan.output.toStdString())["candidates"].empty());
    }
};

QTEST_GUILESS_MAIN(ImportTest)
#include "import_test.moc"
