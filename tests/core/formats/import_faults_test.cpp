// SPDX-License-Identifier: GPL-3.0-or-later
// Logs of which some are cut, empty, overlap or tell of links that failed.
#include "core/formats/logs/import_report.h"
#include "tests/core/formats/refusal.h"
#include "tests/nccl_logs.h"

#include <QtTest>
#include <nlohmann/json.hpp>

using namespace pipette;
using namespace pipette::test;

namespace {

struct Log {
    std::string file, text;
};

struct Imported {
    Cluster cluster;
    ImportReport report;

    std::vector<std::string> skipped() const {
        std::vector<std::string> lines;
        for (const InputError& error : report.skipped)
            lines.emplace_back(error.what());
        return lines;
    }
};

Imported import(const std::vector<Log>& logs, const ImportOptions& options = {}) {
    std::vector<ImportInput> inputs;
    for (const Log& log : logs)
        inputs.push_back({log.file, log.text, nullptr});
    Imported imported;
    imported.cluster = import_cluster(inputs, options, imported.report);
    return imported;
}

Log pair(const std::string& a, const std::string& b) {
    return {"nccl_N2_G8_" + a + "_" + b + ".log", nccl_pair_log(a, b)};
}

/// The sendrecv of a log that has ended with alltoall.
Log failed(const std::string& a, const std::string& b, const std::string& words) {
    Log log = pair(a, b);
    log.text =
        log.text.substr(0, log.text.find("# nccl-tests", 1)) + nccl_head("sendrecv", {a, b}, 8) + words;
    return log;
}

/// All pairs of the hosts a, b, c... but those given, which come as they are.
std::vector<Log> all_pairs(const std::string& hosts, const std::vector<Log>& instead) {
    std::vector<Log> logs;
    for (std::size_t i = 0; i < hosts.size(); ++i)
        for (std::size_t j = i + 1; j < hosts.size(); ++j) {
            Log log = pair(std::string(1, hosts[i]), std::string(1, hosts[j]));
            for (const Log& other : instead)
                if (other.file == log.file)
                    log.text = other.text;
            logs.push_back(std::move(log));
        }
    return logs;
}

std::string faults_of(const Cluster& cluster) {
    std::string text;
    for (const Fault& fault : cluster.faults) {
        const auto host = [&](int node) { return cluster.nodes[static_cast<std::size_t>(node)].host; };
        text +=
            (text.empty() ? "" : " ") + host(fault.node) + (fault.is_link() ? "-" + host(fault.other) : "");
    }
    return text;
}

int lines_in(const std::string& text) {
    return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

bool holds(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

class ImportFaultsTest : public QObject {
    Q_OBJECT

private slots:
    void aFolderWithFourDamagedLogsIsImported() {
        Log cut = pair("a", "b"), empty = pair("a", "c"), twice = pair("b", "c");
        cut.text.resize(cut.text.size() - 400);
        empty.text.clear();
        const std::string begun = nccl_head("sendrecv", {"b", "c"}, 8) + "  4294967296  536870912    double";
        twice.text = begun + "\n" + nccl_pair_log("b", "c");
        const Log broken = failed("b", "d", nccl_failure_text("b") + nccl_failure_text("d"));
        const Imported made = import(all_pairs("abcd", {cut, empty, twice, broken}));

        QCOMPARE(made.cluster.node_count(), 4);
        QCOMPARE(faults_of(made.cluster), std::string("b-d"));
        const Fault& fault = made.cluster.faults.front();
        QVERIFY2(holds(fault.reason, "unhandled system error") && holds(fault.reason, "network error"),
                 fault.reason.c_str());
        const int head = lines_in(broken.text.substr(0, broken.text.find("b: Test NCCL failure")));
        QCOMPARE(fault.source, fmt::format("nccl_N2_G8_b_d.log: line {}", head + 1));
        QCOMPARE(made.report.failed,
                 std::vector<std::string>{fmt::format("b <-> d: {} ({})", fault.reason, fault.source)});
        QCOMPARE(made.skipped().size(), std::size_t{3});
        QCOMPARE(made.skipped()[0], std::string("nccl_N2_G8_a_c.log: is empty"));
        QVERIFY2(holds(made.skipped()[1], "nccl_N2_G8_a_b.log: line") && holds(made.skipped()[1], "cut off"),
                 made.skipped()[1].c_str());
        QVERIFY2(holds(made.skipped()[2], "nccl_N2_G8_b_c.log: line"), made.skipped()[2].c_str());
        QCOMPARE(
            made.cluster.inter_node.bandwidth.at(made.cluster.find_node("b"), made.cluster.find_node("c")),
            46.5); // the whole run in that log counts
        QCOMPARE(made.report.missing, (std::vector<std::string>{"a <-> b", "a <-> c"}));
        QCOMPARE(made.report.pairs, 6L);
        QCOMPARE(made.report.measured_pairs, 3L);
        QCOMPARE(made.report.failed_pairs, 1L);
        QCOMPARE(made.report.missing_pairs, 2L);
    }

    void theReportAsJsonNamesPairsFilesAndReasons() {
        const Log broken = failed("a", "b", nccl_failure_text("a"));
        const Imported made = import(all_pairs("abc", {broken, {"nccl_N2_G8_a_c.log", "\n"}}));
        const auto json = import_report_to_json(made.cluster, made.report);
        QCOMPARE(json["measured"].dump(), std::string(R"([{"between":["b","c"],"gb_per_s":[46.5,46.5]}])"));
        QCOMPARE(json["failed"][0]["between"].dump(), std::string(R"(["a","b"])"));
        QCOMPARE(json["failed"][0]["source"], made.cluster.faults[0].source);
        QCOMPARE(json["missing"].dump(), std::string(R"(["a <-> c"])"));
        QCOMPARE(json["skipped"].dump(),
                 std::string(R"([{"file":"nccl_N2_G8_a_c.log","place":"","reason":"is empty"}])"));
        QCOMPARE(json["conflicts"].size(), std::size_t{1}); // alltoall between a and b had passed
        QCOMPARE(
            counts_of_import(made.report),
            std::string("1 of 3 pairs measured, 1 failed, 1 missing, 1 file or test skipped, 1 conflict, "
                        "4 assumptions"));
    }

    void whateverEndsATestWithoutARowIsAFault_data() {
        QTest::addColumn<QByteArray>("words");
        QTest::addColumn<QByteArray>("reason");
        QTest::newRow("timeout") << QByteArray("a: Test timeout (900s) common.cu:412\n")
                                 << QByteArray("a: Test timeout (900s) common.cu:412");
        QTest::newRow("timed out") << QByteArray("a:1:9 [0] NCCL WARN Connect to 10.0.0.2 timed out\n")
                                   << QByteArray("a:1:9 [0] NCCL WARN Connect to 10.0.0.2 timed out");
        QTest::newRow("the surest words")
            << QByteArray("a:1:9 [0] NCCL WARN network error\na: Test NCCL failure common.cu:7 'x'\n")
            << QByteArray("a: Test NCCL failure common.cu:7 'x'");
        QTest::newRow("no words") << QByteArray() << QByteArray("the test ended without a result");
        QTest::newRow("killed") << QByteArray("Killed\n")
                                << QByteArray("the test ended without a result, its last words are: Killed");
        QTest::newRow("an average of nothing")
            << QByteArray("# Avg bus bandwidth    : 0\n") << QByteArray("the test ended without a result");
        QTest::newRow("tagged by mpirun")
            << QByteArray("[1,3]<stderr>:a: Test NCCL failure common.cu:7 'x'\n")
            << QByteArray("a: Test NCCL failure common.cu:7 'x'");
        QTest::newRow("control characters") << QByteArray("a: Test NCCL failure \x1b[31mred\n")
                                            << QByteArray("\"a: Test NCCL failure \\x1b[31mred\"");
    }

    void whateverEndsATestWithoutARowIsAFault() {
        QFETCH(QByteArray, words);
        QFETCH(QByteArray, reason);
        const Imported made = import(all_pairs("abc", {failed("a", "b", words.toStdString())}));
        QCOMPARE(faults_of(made.cluster), std::string("a-b"));
        QCOMPARE(made.cluster.faults[0].reason, reason.toStdString());
        QVERIFY(!made.cluster.inter_node.bandwidth.measured(0, 1));
        QVERIFY(made.report.missing.empty()); // failed is not missing
    }

    void aTestThatFailsAfterSomeRowsIsAFault() {
        const Log log =
            failed("a", "b",
                   "  4294967296  536870912    double    none      -1  93681   45.25   45.25       "
                   "0  93681   44   44    N/A\n" +
                       nccl_failure_text("b"));
        const Imported made = import(all_pairs("abc", {log}));
        QCOMPARE(faults_of(made.cluster), std::string("a-b"));
        QVERIFY(!made.cluster.inter_node.bandwidth.measured(0, 1));
    }

    void aGpuWithoutMemoryIsNoBrokenLink() {
        const Imported made = import(
            all_pairs("abc", {failed("a", "b", "a: Test CUDA failure common.cu:892 'out of memory'\n")}));
        QVERIFY(made.cluster.faults.empty());
        QVERIFY2(holds(made.skipped().at(0), "Test CUDA failure"), made.skipped()[0].c_str());
        QCOMPARE(made.report.missing, std::vector<std::string>{"a <-> b"});
    }

    void aLogThatIsCutInItsRanksIsNoBrokenLink() {
        Log log = pair("a", "b");
        log.text.resize(log.text.find("#  Rank 11"));
        const Imported made = import(all_pairs("abc", {log}));
        QVERIFY(made.cluster.faults.empty());
        QCOMPARE(made.skipped().size(), std::size_t{1});
    }

    void aLaterPassOfTheSameTestMakesAFailureGood() {
        std::vector<Log> logs = all_pairs("abc", {failed("a", "b", nccl_failure_text("a"))});
        logs.push_back({"z_again.log", nccl_run("sendrecv", {"b", "a"}, 8, large_rows)});
        Imported made = import(logs);
        QVERIFY(made.cluster.faults.empty());
        QVERIFY(made.report.failed.empty());
        QCOMPARE(made.report.measured_pairs, 3L);
        QVERIFY2(holds(made.report.conflicts.at(0), "a <-> b: failed (nccl_N2_G8_a_b.log: line") &&
                     holds(made.report.conflicts.at(0), "passed later (z_again.log: line 2)"),
                 made.report.conflicts.at(0).c_str());
        // Before it, or with fewer GPUs, it shows nothing of the sort.
        std::rotate(logs.begin(), logs.end() - 1, logs.end());
        made = import(logs);
        QCOMPARE(faults_of(made.cluster), std::string("b-a")); // b is the first host then
        QCOMPARE(made.report.measured_pairs, 2L);
        QVERIFY2(holds(made.report.conflicts.at(0), "a fault until the same test passes later"),
                 made.report.conflicts.at(0).c_str());
        logs.front() = {"z_one_gpu.log", nccl_run("sendrecv", {"a", "b"}, 1, large_rows)};
        std::rotate(logs.begin(), logs.begin() + 1, logs.end());
        QCOMPARE(faults_of(import(logs).cluster), std::string("a-b"));
    }

    void aHostAllOfWhosePairsFailedIsOneFault() {
        const auto broken = [](const char* a, const char* b) {
            Log log = pair(a, b);
            log.text = nccl_head("sendrecv", {a, b}, 8) + nccl_failure_text("d");
            return log;
        };
        const Imported made =
            import(all_pairs("abcd", {broken("a", "d"), broken("b", "d"), broken("c", "d")}));
        QCOMPARE(faults_of(made.cluster), std::string("d"));
        QCOMPARE(made.report.failed.size(), std::size_t{1});
        QCOMPARE(made.report.failed_pairs, 3L);
        QCOMPARE(made.report.measured_pairs, 3L);
        QVERIFY2(holds(made.report.failed[0], "d: the tests with all 3 hosts tried failed"),
                 made.report.failed[0].c_str());
    }

    void aLogThatDiedBeforeItsRanksIsThatOfTheHostsInItsName() {
        const std::string words = nccl_failure_text("a");
        std::vector<Log> logs{{"n_gpu-1_gpu-10.log", words},
                              {"n_gpu-1_gpu-2.log", nccl_pair_log("gpu-1", "gpu-2")},
                              {"n_gpu-2_gpu-10.log", nccl_pair_log("gpu-2", "gpu-10")}};
        const Imported made = import(logs);
        QCOMPARE(faults_of(made.cluster), std::string("gpu-1-gpu-10"));
        QCOMPARE(made.cluster.faults[0].source, std::string("n_gpu-1_gpu-10.log: line 1"));
        logs[0].file = "gpu-1.log";
        const Imported nameless = import(logs);
        QVERIFY(nameless.cluster.faults.empty());
        QVERIFY2(
            holds(nameless.skipped().at(0), "gpu-1.log: line 1: a test failed before it named its hosts"),
            nameless.skipped()[0].c_str());
    }

    void twoRunsAtTheSameTimeCountNeither() {
        Log log = pair("a", "b");
        const std::string run = nccl_run("sendrecv", {"a", "b"}, 8, large_rows);
        const auto half = run.find("  8589934592");
        log.text = run.substr(0, half) + run + run.substr(half);
        const Imported made = import(all_pairs("abc", {log}));
        QVERIFY(made.cluster.faults.empty());
        QVERIFY(!made.cluster.inter_node.bandwidth.measured(0, 1));
        QVERIFY2(holds(made.skipped().at(0), "two runs wrote into this log at the same time"),
                 made.skipped()[0].c_str());
    }

    void aRunThatIsThereTwiceIsNamed() {
        Log log = pair("a", "b");
        log.text += log.text;
        const Imported made = import({log});
        QVERIFY2(holds(made.report.notes.at(0), "nccl_N2_G8_a_b.log: line"), made.report.notes[0].c_str());
        QVERIFY2(holds(made.report.notes[0], "was run before"), made.report.notes[0].c_str());
    }

    void everyFormatForgivesAFileAmongOthers() {
        ImportOptions options;
        options.gpu = "A100-SXM4-80GB";
        const Imported made = import({{"m.csv", "x,a,b\na,,21\nb,20,\n"},
                                      {"zero.csv", "x,a,b\na,,0\nb,20,\n"},
                                      {"absurd.csv", "x,a,b\na,,1e300\nb,20,\n"},
                                      {"cut.txt", "START mpiGraph v1.5\nSend\ta:0\tb:1\na:0 to\t0\t1\n"},
                                      {"binary", std::string("# nThread\0\n", 11)},
                                      {"letter.txt", "Dear all, ?[\n"},
                                      {"hosts", "a slots=4\nb slots=x\n"}},
                                     options);
        QCOMPARE(made.cluster.inter_node.bandwidth.at(0, 1), 21.0);
        QCOMPARE(made.skipped().size(), std::size_t{6});
        QVERIFY2(holds(made.skipped()[0], "letter.txt: is none of the formats"), made.skipped()[0].c_str());
        QVERIFY2(holds(made.skipped()[2], "absurd.csv: line 2: is \"1e300\""), made.skipped()[2].c_str());
    }

    void nothingUsableIsRefusedWithAllComplaints() {
        const Log broken = failed("a", "b", nccl_failure_text("a"));
        const std::string said = refusal([&] {
            import({{"cut.log", nccl_head("sendrecv", {"a", "b"}, 8) + "  42949"},
                    {"failed.log", broken.text.substr(broken.text.find("# nccl-tests", 1))},
                    { "empty.log",
                      "" }});
        });
        QCOMPARE(lines_in(said), 2);
        QVERIFY2(
            said.starts_with("failed.log: line 24: sendrecv between a and b failed: a: Test NCCL failure"),
            said.c_str());
        QVERIFY2(holds(said, "\nempty.log: is empty\n"), said.c_str());
        QVERIFY2(holds(said, "\ncut.log: line 24: the log ends before"), said.c_str());
        // What contradicts itself comes before what was skipped.
        ImportOptions options;
        options.gpu = "A100-SXM4-80GB";
        const std::vector<Log> tables{
            {"a.csv", "x,a,b\na,,21\nb,20,\n"}, {"b.csv", "x,a:0,b:0\na:0,,21\nb:0,20,\n"}, {"c.csv", ""}};
        const std::string contradiction = refusal([&] { import(tables, options); });
        QVERIFY2(holds(contradiction, "they do not merge\nc.csv: is empty"), contradiction.c_str());
    }

    void runsAndLayerProfilesAreSentWhereTheyBelong() {
        const auto import_table = [](const char* header) {
            import({{ "t.csv", std::string(header) + "\n" }});
        };
        VERIFY_REFUSED(import_table("run_id,source,framework,model"),
                       "t.csv: line 1: holds measured training "
                       "runs, no bandwidths: `pipette validate");
        VERIFY_REFUSED(import_table("tp,micro_batch,sequence,\"layer\",forward_ms,backward_ms"),
                       "t.csv: line 1: holds layer times of profile_layer.py, no bandwidths: `pipette plan "
                       "--layer-profile");
    }

    void aClusterIsNamedAfterItsHosts() {
        QCOMPARE(import({pair("cnode3-002", "cnode3-003")}).cluster.name,
                 std::string("cnode3: 2 nodes of 8 H100-SXM5-80GB"));
        QCOMPARE(import({pair("n1", "n2")}).cluster.name, std::string("2 nodes of 8 H100-SXM5-80GB"));
        ImportOptions options;
        options.name = "mine";
        QCOMPARE(import({pair("n1", "n2")}, options).cluster.name, std::string("mine"));
    }

    void aHostFileIsAnAssumedCluster() {
        ImportOptions options;
        options.gpu = "H100-SXM5-80GB";
        const Imported made = import({{"hosts", "n[1-4] slots=8\n"}}, options);
        QVERIFY(made.cluster.origin.starts_with("assumed"));
        QCOMPARE(made.cluster.inter_node.bandwidth.at(0, 3), 50.0); // NDR
        QVERIFY(!made.cluster.inter_node.bandwidth.measured(2, 2));
        QCOMPARE(made.report.measured_pairs, 0L);
        QVERIFY(import_report_to_json(made.cluster, made.report)["measured"].empty());
        QVERIFY2(holds(made.report.assumptions.back(),
                       "no link between nodes was measured: all are assumed at "
                       "50 GB/s"),
                 made.report.assumptions.back().c_str());
        options.inter_node_gb_per_s = 12;
        QCOMPARE(import({{"hosts", "n[1-4] slots=8\n"}}, options).cluster.inter_node.bandwidth.at(0, 3),
                 12.0);
    }
};

QTEST_GUILESS_MAIN(ImportFaultsTest)
#include "import_faults_test.moc"
