// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/resources.h"
#include "core/formats/text/atomic_file.h"
#include "core/formats/text/sha256.h"
#include "core/formats/text/text_file.h"
#include "tests/core/formats/refusal.h"

#include <QTemporaryDir>
#include <QtTest>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

using namespace pipette;

namespace {

BandwidthMatrix random_matrix(Random& random, int size) {
    BandwidthMatrix matrix(size);
    for (int from = 0; from < size; ++from)
        for (int to = 0; to < size; ++to)
            if (from != to && random.uniform() < 0.9)
                matrix.set(from, to, std::round(random.uniform(100, 2500)) / 100);
    return matrix;
}

Cluster random_cluster(std::uint64_t seed, int nodes, int snapshots) {
    Random random(seed);
    Cluster parts;
    parts.name = "test";
    parts.origin = fmt::format("synthetic, seed {}", seed);
    NodeKind first{"zeta",       gpu_kind_named("V100-SXM2-16GB"),        4, 2,
                   {0, 1, 1, 0}, {130, 2.5, random_matrix(random, 4), {}}};
    NodeKind second = first;
    second.name = "alpha";
    second.nic_of_gpu.clear();
    second.gpu = gpu_kind_named("H100-SXM5-80GB");
    second.gpu.hbm_gb_per_s = 3000; // no longer a known kind: written out
    parts.node_kinds = {first, second};
    for (int i = 0; i < nodes; ++i)
        parts.nodes.push_back({fmt::format("n{:03}", i), i % 2, i % 3 == 0 ? "" : fmt::format("r{}", i % 3)});
    parts.inter_node.meaning = BandwidthMeaning::aggregate;
    parts.inter_node.latency_us = 7;
    parts.inter_node.bandwidth = random_matrix(random, nodes);
    parts.inter_node.latency = random_matrix(random, nodes);
    for (int i = 0; i < snapshots; ++i) {
        parts.history.times.push_back(fmt::format("2024-05-{:02}T00:00:00Z", i + 1));
        BandwidthMatrix matrix = random_matrix(random, nodes);
        for (int from = 0; from < nodes; ++from) // a history in a file of its own is float32
            for (int to = 0; to < nodes; ++to)
                if (matrix.measured(from, to))
                    matrix.set(from, to, double{static_cast<float>(matrix.at(from, to))});
        parts.history.snapshots.push_back(matrix);
    }
    return make_cluster(parts);
}

const char* const smallest = R"({"format": "pipette-cluster", "version": 1,
 "node_kinds": {"k": {"gpu": "A100-SXM4-80GB", "gpus": 8, "intra_node": {"bandwidth_gb_per_s": 235}}},
 "nodes": [{"host": "a", "kind": "k"}, {"host": "b", "kind": "k"}],
 "inter_node": {"between": "nodes", "meaning": "flow", "bandwidth_gb_per_s": [[null, 21.4], [20.9, null]]}})";

Cluster read_text(std::string text) {
    const std::string file = "c.json";
    const auto document = parse_json(text, file);
    return cluster_from_json(JsonValue(document, file), {});
}

std::string with(std::string_view old, std::string_view replacement) {
    std::string text = smallest;
    return text.replace(text.find(old), old.size(), replacement);
}

} // namespace

class ClusterJsonTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::filesystem::path path(const char* name) const {
        return folder_.filePath(QString::fromUtf8(name)).toStdString();
    }

private slots:
    void aSmallFileMeansWhatItSays() {
        const Cluster cluster = read_text(smallest);
        QCOMPARE(cluster.gpu_count(), 16);
        QCOMPARE(cluster.inter_node.bandwidth.at(0, 1), 21.4);
        QCOMPARE(cluster.inter_node.bandwidth.at(1, 0), 20.9);
        QVERIFY(!cluster.inter_node.bandwidth.measured(0, 0));
        QCOMPARE(cluster.node_kinds[0].gpu.memory_gib, 80.0);
        QCOMPARE(cluster.inter_node.latency_us, 5.0);
    }

    void clustersReadBackAsTheyWereWritten() {
        for (const int snapshots : {0, 3, 30}) {
            const Cluster cluster = random_cluster(7, 50, snapshots);
            write_cluster(cluster, path("c.json"));
            QCOMPARE(read_cluster(path("c.json")), cluster);
        }
    }

    void whatAnImportAssumedIsReadBackAndTheFileIsKnown() {
        Cluster cluster = random_cluster(7, 4, 0);
        cluster.assumptions = {"4 network cards a node", "latency between nodes: 5 us"};
        write_cluster(cluster, path("c.json"));
        const Cluster read = read_cluster(path("c.json"));
        QCOMPARE(read, cluster);
        QCOMPARE(read.assumptions, cluster.assumptions);
        QCOMPARE(read.file.name, std::string("c.json"));
        QCOMPARE(read.file.sha256, sha256_hex(read_text_file(path("c.json"))));
        QVERIFY(make_cluster(read).file.name.empty()); // it may have been changed
    }

    void aChangedHistoryIsRefused() {
        write_cluster(random_cluster(9, 50, 30), path("h.json"));
        const auto document = read_json_file(path("h.json"));
        const auto sidecar = path(document["history"]["file"].get<std::string>().c_str());
        std::string bytes = read_text_file(sidecar);
        bytes[1234] ^= 1;
        write_atomically(sidecar, bytes);
        VERIFY_REFUSED(read_cluster(path("h.json")), "$.history.sha256: does not match");
        std::filesystem::remove(sidecar);
        VERIFY_REFUSED(read_cluster(path("h.json")), "does not exist");
    }

    void fabricsReadBackAsTheyWereWritten() {
        Cluster parts = random_cluster(3, 6, 0);
        for (Node& node : parts.nodes)
            node.rack = "r";
        parts.fabric.levels = {{"leaf", 2, 80}, {"rack", 0, 0.25}, {"spine", 4, 0}};
        parts.fabric.congestion.measured_on = "this cluster, 2024";
        double value = 0;
        for (const CongestionNumber& number : congestion_numbers())
            parts.fabric.congestion.*number.member = std::max(number.bounds.least, 0.5 + 0.001 * ++value);
        const Cluster cluster = make_cluster(parts);
        const auto document = nlohmann::json::parse(cluster_to_json(cluster).dump());
        const std::string file = "c.json";
        QVERIFY(cluster_from_json(JsonValue(document, file), {}) == cluster);
        QVERIFY(!cluster_to_json(random_cluster(3, 6, 0)).contains("fabric"));
    }

    void brokenFabricsAreRefused() {
        const auto read = [](const std::string& fabric) {
            auto document = nlohmann::json::parse(smallest);
            document["fabric"] = nlohmann::json::parse(fabric);
            const std::string file = "c.json";
            return cluster_from_json(JsonValue(document, file), {});
        };
        QCOMPARE(read(R"({"levels": [{"name": "leaf", "nodes_per": 4}]})").fabric.levels.size(), 1u);
        for (const auto& [fabric, place] : std::vector<std::pair<std::string, std::string>>{
                 {R"([])", "$.fabric"},
                 {R"({"level": []})", "level"},
                 {R"({"levels": [{"nodes_per": 4}]})", "$.fabric.levels[0]: has no \"name\""},
                 {R"({"levels": [{"name": "", "nodes_per": 4}]})", "$.fabric.levels[0].name"},
                 {R"({"levels": [{"name": "leaf"}]})", "$.fabric.levels[0]: has no \"nodes_per\""},
                 {R"({"levels": [{"name": "leaf", "nodes_per": 0}]})", "$.fabric.levels[0].nodes_per"},
                 {R"({"levels": [{"name": "leaf", "nodes_per": 1e99}]})", "$.fabric.levels[0].nodes_per"},
                 {R"({"levels": [{"name": "leaf", "nodes_per": 4, "by": "rack"}]})", "$.fabric.levels[0]"},
                 {R"({"levels": [{"name": "leaf", "by": "row"}]})", "$.fabric.levels[0].by"},
                 {R"({"levels": [{"name": "leaf", "by": "rack"}]})", "$.fabric.levels[0].by"}, // no racks
                 {R"({"levels": [{"name": "leaf", "nodes_per": 4, "bandwidth_gb_per_s": 1e-300}]})",
                  "$.fabric.levels[0].bandwidth_gb_per_s"},
                 {R"({"congestion": {"send_wait_s": 1}})", "$.fabric.congestion: has no \"measured_on\""},
                 {R"({"congestion": {"measured_on": "", "send_wait_s": 1}})", "measured_on"},
                 {R"({"congestion": {"measured_on": "x", "send_wait_s": -1}})", "send_wait_s"},
                 {R"({"congestion": {"measured_on": "x", "steepness": 1e300}})", "steepness"},
                 {R"({"congestion": {"measured_on": "x", "tensor_parallel_share": 0}})",
                  "tensor_parallel_share"},
                 {R"({"congestion": {"measured_on": "x", "crowd": 1}})", "crowd"}})
            VERIFY_REFUSED(read(fabric), place);
    }

    void historiesOutsideTheFolderAreRefused() {
        for (const std::string name : {"../secret.bin", "/etc/passwd", "..", ""}) {
            nlohmann::json history{{"times", nlohmann::json::array()}, {"sha256", ""}, {"file", name}};
            const std::string member = "\"history\": " + history.dump() + ", \"inter_node\"";
            VERIFY_REFUSED(read_text(with("\"inter_node\"", member)), "$.history.file");
        }
    }

    void errorsNameThePlace() {
        VERIFY_REFUSED(read_text(with("20.9", "0")),
                       "c.json: $.inter_node.bandwidth_gb_per_s[1][0]: is 0, expected");
        VERIFY_REFUSED(read_text(with("20.9", "-1")), "[1][0]");
        VERIFY_REFUSED(read_text(with("20.9", "1e300")), "[1][0]: is 1e+300");
        VERIFY_REFUSED(read_text(with("20.9, null", "20.9")),
                       "$.inter_node.bandwidth_gb_per_s[1]: is a list of 1");
        VERIFY_REFUSED(read_text(with("\"host\": \"b\"", "\"host\": \"a\"")),
                       "$.nodes[1].host: \"a\" appears twice");
        VERIFY_REFUSED(read_text(with("A100-SXM4-80GB", "A1000")),
                       "$.node_kinds.k.gpu: no GPU kind \"A1000\", known are");
        VERIFY_REFUSED(read_text(with("\"gpus\": 8", "\"gpus\": 0")), "$.node_kinds.k.gpus: is 0");
        VERIFY_REFUSED(read_text(with("\"gpus\": 8", "\"gpus\": 8.5")), "whole number");
        VERIFY_REFUSED(read_text(with("\"version\": 1", "\"version\": 2")), "$.version: is 2");
        VERIFY_REFUSED(read_text(with("pipette-cluster", "pipette-plan")), "$.format: is \"pipette-plan\"");
        VERIFY_REFUSED(read_text(with("flow", "stream")),
                       "$.inter_node.meaning: is \"stream\", expected one of flow, aggregate");
        VERIFY_REFUSED(read_text(with("\"kind\": \"k\"}, ", "\"kind\": \"z\"}, ")), "$.nodes[0].kind");
        VERIFY_REFUSED(read_text(with("235", "0")), "$.node_kinds.k.intra_node.bandwidth_gb_per_s");
    }

    void hostNamesThatAShellWouldReadAreRefused() {
        for (const std::string host : {"a b", "$(reboot)", "`x`", "a;b", "-oProxyCommand=x", "a\\nb",
                                       "a\\\"b", "a'b", "", "a/b", "a|b", "\\u001b[31m", "h\u00f6st"})
            VERIFY_REFUSED(read_text(with("\"host\": \"b\"", "\"host\": \"" + host + "\"")),
                           "$.nodes[1].host");
    }

    void inlineGpusTakeAnyFigures() {
        const Cluster cluster = read_text(with(
            "\"A100-SXM4-80GB\"",
            R"({"name": "X", "memory_gib": 24, "hbm_gb_per_s": 900, "peak_tflops": {"fp16": 70}, "features": []})"));
        QCOMPARE(cluster.node_kinds[0].gpu.peak_flops(Precision::fp16), 70e12);
        QVERIFY(!cluster.node_kinds[0].gpu.supports(Precision::bf16));
        QVERIFY(!cluster.node_kinds[0].gpu.flash_attention);
    }

    void theAuthorsFilesAreRead() {
        write_atomically(path("bw.json"),
                         R"({"gpus":["n1","n2"],"bandwidth":[["239.41","20.65"],["17.5",231]]})");
        const Cluster cluster = read_cluster(path("bw.json"));
        QCOMPARE(cluster.inter_node.bandwidth.at(0, 1), 20.65);
        QCOMPARE(cluster.inter_node.bandwidth.at(1, 0), 17.5);
        QCOMPARE(cluster.inter_node.meaning, BandwidthMeaning::flow);
        QVERIFY(cluster.origin.find("assumed") != std::string::npos);
        write_atomically(path("bw.json"),
                         R"({"gpus":["n1","n2"],"bandwidth":[["239.41","20,65"],["17.5",231]]})");
        VERIFY_REFUSED(read_cluster(path("bw.json")), "$.bandwidth[0][1]: is \"20,65\"");
    }

    void checksumsAreSha256() { // the examples of FIPS 180-4
        QCOMPARE(sha256_hex("abc"),
                 std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
        QCOMPARE(sha256_hex(""),
                 std::string("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
        QCOMPARE(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
                 std::string("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"));
        QCOMPARE(sha256_hex(std::string(1'000'000, 'a')),
                 std::string("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"));
    }
};

QTEST_GUILESS_MAIN(ClusterJsonTest)
#include "cluster_json_test.moc"
