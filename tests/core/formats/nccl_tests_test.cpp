// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/logs/import_cluster.h"
#include "tests/core/formats/refusal.h"
#include "tests/nccl_logs.h"

#include <QtTest>
#include <fmt/format.h>

using namespace pipette;
using namespace pipette::test;

namespace {

Cluster import(const std::vector<std::string>& logs, ImportOptions options = {},
               ImportReport* report = nullptr) {
    std::vector<ImportInput> inputs;
    for (const std::string& log : logs)
        inputs.push_back({fmt::format("{}.log", inputs.size()), log, nullptr});
    ImportReport unused;
    return import_cluster(inputs, options, report != nullptr ? *report : unused);
}

std::string replaced(std::string text, const std::string& old, const std::string& replacement) {
    return text.replace(text.find(old), old.size(), replacement);
}

void read(const std::string& log) {
    ImportReport unused;
    import_cluster({{"x.log", log, &import_format_named("nccl-tests")}}, {}, unused);
}

} // namespace

class NcclTestsTest : public QObject {
    Q_OBJECT

private slots:
    void sendrecvGivesThePeakBusBandwidthAsAFlow() {
        const Cluster cluster = import({nccl_pair_log("a", "b")});
        QCOMPARE(cluster.inter_node.meaning, BandwidthMeaning::flow);
        QCOMPARE(cluster.inter_node.bandwidth.at(0, 1), 46.5);
        QCOMPARE(cluster.inter_node.bandwidth.at(1, 0), 46.5);
        QCOMPARE(cluster.gpu_count(), 16);
        QCOMPARE(cluster.node_kinds[0].gpu.name, std::string("H100-SXM5-80GB"));
        QVERIFY(cluster.inter_node.latency.empty()); // nothing small was sent
    }

    void alltoallGivesWhatTheNodesReachTogether() {
        ImportOptions options;
        options.operation = NcclOperation::alltoall;
        const Cluster cluster = import({nccl_pair_log("a", "b")}, options);
        QCOMPARE(cluster.inter_node.meaning, BandwidthMeaning::aggregate);
        QCOMPARE(cluster.inter_node.bandwidth.at(0, 1),
                 98.25 * 8 * 8 / 16); // each of 8 ranks sends half across
    }

    void anyNumberOfRanksANode() {
        for (const int ranks : {1, 3, 16}) {
            ImportOptions options;
            options.operation = NcclOperation::alltoall;
            const Cluster cluster =
                import({nccl_run("alltoall", {"a", "b"}, ranks, {{1e9, 10, 80, 75}})}, options);
            QCOMPARE(cluster.inter_node.bandwidth.at(0, 1), 80.0 * ranks / 2);
            QCOMPARE(cluster.node_kinds[0].gpus, ranks);
            QCOMPARE(
                import({nccl_run("sendrecv", {"a", "b"}, ranks, large_rows)}).inter_node.bandwidth.at(0, 1),
                46.5);
        }
    }

    void allReduceGivesItsRingTogether() {
        const Cluster cluster = import({nccl_run("all_reduce", {"a", "b"}, 8, {{1e9, 10, 190, 356.25}})});
        QCOMPARE(cluster.inter_node.meaning, BandwidthMeaning::aggregate);
        QCOMPARE(cluster.inter_node.bandwidth.at(1, 0), 356.25);
    }

    void otherStatistics() {
        ImportOptions options;
        const auto figure = [&](Statistic statistic) {
            options.statistic = statistic;
            return import({nccl_run("sendrecv", {"a", "b"}, 8, large_rows)}, options)
                .inter_node.bandwidth.at(0, 1);
        };
        QCOMPARE(figure(Statistic::min), 44.75);
        QCOMPARE(figure(Statistic::last), 45.5);
        QCOMPARE(figure(Statistic::median), 45.75);
        QCOMPARE(figure(Statistic::mean), (45.25 + 44.75 + 46.5 + 46 + 46 + 45.5) / 6);
    }

    void latencyOnlyWhereSmallSizesWereMeasured() {
        std::vector<LogRow> rows{{8, 21.5, 0, 0}, {1024, 22, 0.05, 0.05}};
        rows.insert(rows.end(), large_rows.begin(), large_rows.end());
        const Cluster cluster = import({nccl_run("sendrecv", {"a", "b"}, 1, rows)});
        QCOMPARE(cluster.inter_node.latency.at(0, 1), 21.5);
        QCOMPARE(cluster.inter_node.bandwidth.at(0, 1), 46.5);
    }

    void aMissingPairIsNullAndNamed() {
        ImportReport report;
        const Cluster cluster = import({nccl_pair_log("a", "b"), nccl_pair_log("b", "c")}, {}, &report);
        QCOMPARE(cluster.node_count(), 3);
        QVERIFY(!cluster.inter_node.bandwidth.measured(0, 2) && !cluster.inter_node.bandwidth.measured(2, 0));
        QCOMPARE(report.missing, std::vector<std::string>{"a <-> c"});
        QCOMPARE(report.measured.front(),
                 std::string("2 of 3 pairs of nodes both ways by nccl-tests sendrecv (2 files)"));
    }

    void logsThatDisagreeAreReported() {
        const std::string slow = nccl_run("sendrecv", {"a", "b"}, 8, {{1e9, 10, 20, 20}});
        ImportReport report;
        const Cluster cluster = import({nccl_pair_log("a", "b"), slow}, {}, &report);
        QCOMPARE(cluster.inter_node.bandwidth.at(0, 1), 46.5);
        QCOMPARE(report.conflicts.size(), std::size_t{1}); // both ways at once
        QVERIFY(report.conflicts[0].find("20 (1.log line 2) and 46.5 (0.log") != std::string::npos);
    }

    void otherNumbersOfGpusAreOtherMeasurements() {
        const auto run = [](int gpus, double gb_per_s) {
            return nccl_run("sendrecv", {"a", "b"}, gpus, {{1e9, 10, gb_per_s, gb_per_s}});
        };
        ImportReport report;
        const Cluster cluster = import({run(1, 39), run(4, 48), run(8, 42), run(8, 30)}, {}, &report);
        QCOMPARE(cluster.inter_node.bandwidth.at(0, 1), 42.0); // not 48, which 4 GPUs reached
        QCOMPARE(report.conflicts.size(), std::size_t{1});     // the two with 8
        QVERIFY(report.conflicts[0].find("30 (3.log line 2) and 42 (2.log line 2)") != std::string::npos);
        QCOMPARE(report.measured.back(),
                 std::string("tests with 1, 4, 8 GPUs a node are different measurements: of each pair the "
                             "one with the most GPUs counts"));
        import({run(8, 42), run(8, 41)}, {}, &(report = {}));
        QVERIFY(report.conflicts.empty());
        QCOMPARE(report.measured.size(), std::size_t{1});
    }

    void oneHostMeasuresTheInsideOfANode() {
        const Cluster cluster =
            import({nccl_pair_log("a", "b"), nccl_run("sendrecv", {"a"}, 8, {{1e9, 10, 360, 360}})});
        QCOMPARE(cluster.node_kinds[0].intra_node.bandwidth_gb_per_s, 360.0);
    }

    void runsOverManyHostsAreLeftOutAndNamed() {
        ImportReport report;
        const Cluster cluster = import(
            {nccl_pair_log("a", "b"), nccl_run("sendrecv", {"a", "b", "c"}, 8, large_rows)}, {}, &report);
        QCOMPARE(cluster.node_count(), 3);
        QVERIFY(!cluster.inter_node.bandwidth.measured(0, 2));
        QVERIFY(report.notes.at(0).find("a run over 3 hosts says nothing about one pair") !=
                std::string::npos);
    }

    void windowsLineEndsAndLauncherTagsChangeNothing() {
        const std::string log = nccl_pair_log("a", "b");
        std::string windows, tagged, srun;
        for (const char character : log)
            windows += character == '\n' ? "\r\n" : std::string(1, character);
        for (std::size_t start = 0; start < log.size();) {
            const auto end = log.find('\n', start) + 1;
            tagged += "[1,0]<stdout>: " + log.substr(start, end - start);
            srun += "0: " + log.substr(start, end - start);
            start = end;
        }
        const Cluster plain = import({log});
        for (const std::string& variant : {windows, tagged, srun})
            QCOMPARE(import({variant}), plain);
    }

    void oldLogsNeedTheirOperationNamed() {
        std::string log = nccl_run("sendrecv", {"a", "b"}, 8, large_rows);
        log = replaced(log, "# Collective test starting: sendrecv_perf\n", "");
        VERIFY_REFUSED(import({log}),
                       "0.log: line 2: this version of nccl-tests does not write which test it ran");
        ImportOptions options;
        options.operation = NcclOperation::sendrecv;
        QCOMPARE(import({log}, options).inter_node.bandwidth.at(0, 1), 46.5);
    }

    void brokenLogsAreRefusedWithTheirLine() {
        const std::string log = nccl_run("sendrecv", {"a", "b"}, 1, large_rows); // rows in lines 10 to 12
        VERIFY_REFUSED(read(log.substr(0, log.find("# Out of"))), "x.log: line 12: the log ends before");
        VERIFY_REFUSED(read(log.substr(0, log.find("  8589934592"))), "line 10: the log ends before");
        VERIFY_REFUSED(read(log.substr(log.find("  4294967296"))), "line 1: is a result outside of a test");
        VERIFY_REFUSED(read(replaced(log, "45.25   45.25", "45,25   45,25")),
                       "line 10: \"45,25\" is not a number with a decimal point");
        VERIFY_REFUSED(read(replaced(log, "double", "dou# nccl-tests")), "line 10: has 14 columns");
        VERIFY_REFUSED(read(replaced(log, "45.25   45.25", "nan 45.25")), "line 10: \"nan\"");
        VERIFY_REFUSED(read(replaced(log, "45.25   45.25", "1e400 45.25")), "line 10: \"1e400\"");
        VERIFY_REFUSED(read(replaced(log, "45.25   45.25", "-45 45.25")), "line 10: \"-45\" is negative");
        VERIFY_REFUSED(read("hello\n"), "holds no run of nccl-tests");
        VERIFY_REFUSED(read(std::string("# nThread\0\n", 11)), "line 1: holds a NUL byte");
        VERIFY_REFUSED(import({log.substr(0, 300)}), "0.log: line");
    }

    void interleavedLogsAreRefused() {
        const std::string log = nccl_run("sendrecv", {"a", "b"}, 1, large_rows);
        const auto half = log.find("  8589934592");
        VERIFY_REFUSED(read(log.substr(0, half) + log + log.substr(half)),
                       "line 12: a test starts before the one of line 2");
        const auto ranks = log.find("#  Rank  1");
        VERIFY_REFUSED(read(log.substr(0, ranks) + log.substr(log.find("#  Rank  0"))),
                       "is rank 0, expected rank 1");
    }

    void hostNamesThatAShellWouldReadAreRefused() {
        for (const char* host : {"$(reboot)", "a;b", "-x", "`id`", "a'b", "a\"b", "a|b", "a\x1b[0m"})
            VERIFY_REFUSED(read(nccl_run("sendrecv", {"a", host}, 1, large_rows)), "line 7: host name");
    }

    void logsWithoutTheWantedRunAreRefused() {
        VERIFY_REFUSED(import({nccl_run("broadcast", {"a", "b"}, 8, large_rows)}),
                       "no sendrecv, alltoall or all_reduce run");
        ImportOptions options;
        options.operation = NcclOperation::all_reduce;
        VERIFY_REFUSED(import({nccl_pair_log("a", "b")}, options), "no all_reduce run over two hosts");
    }

    void unknownGpusAreRefusedUnlessNamed() {
        std::string log = nccl_run("sendrecv", {"a", "b"}, 1, large_rows);
        for (auto at = log.find("NVIDIA H100 80GB HBM3"); at != std::string::npos;
             at = log.find("NVIDIA H100 80GB HBM3"))
            log.replace(at, 21, "NVIDIA Z9000");
        VERIFY_REFUSED(import({log}),
                       "0.log: GPU \"NVIDIA Z9000\" is not known: say a kind with --gpu, known are");
        ImportOptions options;
        options.gpu = "A40-48GB";
        QCOMPARE(import({log}, options).node_kinds[0].gpu.name, options.gpu);
        options.gpu = "Z";
        VERIFY_REFUSED(import({log}, options), "--gpu: no GPU kind \"Z\"");
    }
};

QTEST_GUILESS_MAIN(NcclTestsTest)
#include "nccl_tests_test.moc"
