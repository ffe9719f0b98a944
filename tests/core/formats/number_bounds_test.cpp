// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/faults.h"
#include "core/cluster/implausible.h"
#include "core/formats/documents/cluster_history.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/matrix_json.h"
#include "core/formats/evidence/layer_profile_csv.h"
#include "core/formats/logs/import_cluster.h"
#include "tests/core/formats/refusal.h"
#include "tests/nccl_logs.h"

#include <QtTest>
#include <bit>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

using namespace pipette;

namespace {

/// A cluster of two nodes with one number replaced, by its name below.
Cluster cluster_with(const std::string& name, const std::string& number) {
    const auto value = [&](const char* of, const char* otherwise) { return name == of ? number : otherwise; };
    const std::string text = fmt::format(
        R"({{"format": "pipette-cluster", "version": 1, "node_kinds": {{"k": {{"gpu": {{"name": "X", "memory_gib": {},
         "hbm_gb_per_s": {}, "peak_tflops": {{"bf16": {}}}}}, "gpus": 2, "intra_node": {{"bandwidth_gb_per_s": {},
         "latency_us": {}, "matrix_gb_per_s": [[null, {}], [200, null]]}}}}}},
         "nodes": [{{"host": "a", "kind": "k"}}, {{"host": "b", "kind": "k"}}],
         "inter_node": {{"between": "nodes", "meaning": "flow", "latency_us": {},
         "bandwidth_gb_per_s": [[null, {}], [20, null]], "latency_matrix_us": [[null, {}], [5, null]]}}}})",
        value("memory_gib", "80"), value("hbm_gb_per_s", "2000"), value("bf16", "300"),
        value("intra bandwidth", "200"), value("intra latency", "3"), value("intra matrix", "200"),
        value("latency_us", "5"), value("bandwidth", "20"), value("latency matrix", "5"));
    const auto document = nlohmann::json::parse(text);
    const std::string file = "c.json";
    return cluster_from_json(JsonValue(document, file), {});
}

Cluster imported(const std::string& text) {
    ImportOptions options;
    options.gpu = "A100-SXM4-80GB";
    ImportReport report;
    return import_cluster({{"m.csv", text, &import_format_named("csv")}}, options, report);
}

} // namespace

/// Numbers that no machine has are refused wherever they come from, with what would have been taken.
class NumberBoundsTest : public QObject {
    Q_OBJECT

private slots:
    void clusterFilesKeepWithinTheirBounds_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QStringList>("refused");
        QTest::addColumn<QStringList>("taken");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const QStringList& refused, const QStringList& taken,
                            const char* says) {
            QTest::newRow(name) << QString(name) << refused << taken << QString(says);
        };
        const QStringList bandwidths{"1e-308", "1e-300", "9e-4", "1.1e6", "1e300"}, edges{"1e-3", "1e6"};
        for (const char* name : {"bandwidth", "intra bandwidth", "intra matrix", "hbm_gb_per_s"})
            row(name, bandwidths, edges, "expected 0.001 to 1000000 GB/s");
        for (const char* name : {"latency_us", "intra latency", "latency matrix"})
            row(name, {"-1", "1.1e6", "1e300"}, {"1e-3", "1e6"}, "0 to 1000000 us");
        row("memory_gib", {"1e-300", "1e7"}, {"1e-3", "1e6"}, "expected 0.001 to 1000000 GiB");
        row("bf16", {"1e-300", "1e8"}, {"1e-3", "1e7"}, "expected 0 or 0.001 to 10000000 TFLOP/s");
    }
    void clusterFilesKeepWithinTheirBounds() {
        QFETCH(const QString, name);
        QFETCH(const QStringList, refused);
        QFETCH(const QStringList, taken);
        QFETCH(const QString, says);
        for (const QString& number : refused)
            VERIFY_REFUSED(cluster_with(name.toStdString(), number.toStdString()), says.toStdString());
        for (const QString& number : taken)
            cluster_with(name.toStdString(), number.toStdString());
    }

    void degradedLinksKeepAPartOfTheirBandwidth() {
        const Cluster cluster = cluster_with({}, {});
        for (const double factor : {1e-300, 1e-4, 1.1e3, 1e300, -1.0, 0.0})
            VERIFY_REFUSED(for_each_pair(cluster, {"a", "b", factor}, [](int, int) {}),
                           "expected 0.001 to 1000 times the bandwidth");
        for_each_pair(cluster, {"a", "b", 1e-3},
                      [](int a, int b) { QCOMPARE(std::pair(a, b), std::pair(0, 1)); });
    }

    void measurementsKeepWithinTheirBounds() {
        for (const char* number : {"0", "1e-308", "1e300", "-3"})
            VERIFY_REFUSED(imported(fmt::format("x,a,b\na,,{}\nb,20,\n", number)),
                           "m.csv: line 2: is \"" + std::string(number) +
                               "\", expected 0.001 to 1000000 GB/s");
        const std::string four_bytes("\0\0\x80\0", 4); // the smallest float32 that is not denormal
        VERIFY_REFUSED(snapshots_from_bytes(four_bytes, 1, 1, "h.bin"), "expected 0.001 to 1000000 GB/s");
        const std::string header = "tp,micro_batch,sequence,layer,forward_ms,backward_ms\n";
        VERIFY_REFUSED(parse_layer_profile(header + "1,1,128,block,1e-300,2\n", "l.csv"),
                       "expected 1e-06 to 10000000 ms");
    }

    void aLogWithAFigureOfNoLinkIsLeftOut() {
        using namespace pipette::test;
        const auto pair = [](const char* a, const char* b, double gb_per_s) {
            return nccl_run("sendrecv", {a, b}, 8, {{8589934592, 187260, gb_per_s, gb_per_s}});
        };
        ImportReport report;
        const Cluster cluster = import_cluster(
            {{"good.log", pair("n1", "n2", 46.5)}, {"odd.log", pair("n1", "n3", 2e6)}}, {}, report);
        QCOMPARE(cluster.inter_node.bandwidth.at(0, 1), 46.5);
        QCOMPARE(report.skipped.size(), std::size_t{1});
        const std::string line = report.skipped[0].what();
        QVERIFY2(line.starts_with("odd.log: line ") &&
                     line.ends_with("n1 -> n3 is 2e+06, expected 0.001 to 1000000 GB/s"),
                 line.c_str());
        const std::string inside = nccl_run("sendrecv", {"n4"}, 8, {{8589934592, 1, 2e6, 2e6}});
        VERIFY_REFUSED(import_cluster({{"inside.log", inside}}, {}, report),
                       "inside.log: the bandwidth inside a node is 2e+06, expected 0.001 to 1000000 GB/s");
    }

    void figuresBeyondTheGpuAreTakenButTold() {
        QVERIFY(implausible_links(cluster_with({}, {})).empty());
        const auto between = implausible_links(cluster_with("bandwidth", "20000"));
        QCOMPARE(between.size(), std::size_t{1});
        QVERIFY2(between[0].starts_with("the link a to b at 20000 GB/s is far more than X can do"),
                 between[0].c_str());
        const auto inside = implausible_links(cluster_with("intra bandwidth", "235000"));
        QCOMPARE(inside.size(), std::size_t{1});
        QVERIFY2(inside[0].starts_with("a link inside nodes of k at 235000 GB/s"), inside[0].c_str());
        ImportOptions options;
        options.gpu = "A100-SXM4-80GB";
        ImportReport report;
        import_cluster({{"m.csv", "x,a,b\na,,20000\nb,20000,\n", &import_format_named("csv")}}, options,
                       report);
        QVERIFY(std::any_of(report.assumptions.begin(), report.assumptions.end(), [](const auto& line) {
            return line.find("20000 GB/s (and 1 more) is far more than A100") != std::string::npos;
        }));
    }
};

QTEST_GUILESS_MAIN(NumberBoundsTest)
#include "number_bounds_test.moc"
