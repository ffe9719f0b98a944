// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random.h"
#include "core/cost/links.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/resources.h"
#include "core/formats/text/atomic_file.h"
#include "core/formats/text/sha256.h"
#include "core/formats/text/text_file.h"
#include "tests/core/formats/refusal.h"

#include <QTemporaryDir>
#include <QtTest>
#include <bit>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

using namespace pipette;

namespace {

constexpr int nodes = BandwidthMatrix::most_exact + 1; // the fewest whose matrix lies beside the cluster file

Cluster large_cluster(int node_count) {
    Random random(5);
    Cluster parts;
    parts.origin = "synthetic, seed 5";
    NodeKind kind;
    kind.name = "k", kind.gpus = 2, kind.gpu = gpu_kind_named("A100-SXM4-80GB");
    kind.intra_node.bandwidth_gb_per_s = 200;
    parts.node_kinds.push_back(kind);
    for (int i = 0; i < node_count; ++i)
        parts.nodes.push_back({fmt::format("n{:04}", i), 0, {}});
    parts.inter_node.bandwidth = BandwidthMatrix(node_count);
    for (int from = 0; from < node_count; ++from)
        for (int to = 0; to < node_count; ++to)
            if (from != to && (from + to) % 50 != 0)
                parts.inter_node.bandwidth.set(from, to, random.uniform(10, 25));
    return make_cluster(std::move(parts));
}

} // namespace

class MatrixFileTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::filesystem::path path(const std::string& name) const {
        return std::filesystem::path(folder_.path().toStdString()) / name;
    }
    /// The cluster file, changed; the matrix stays.
    void change(const char* member, const nlohmann::ordered_json& value) const {
        auto document = nlohmann::ordered_json::parse(read_text_file(path("good.json")));
        document["inter_node"]["bandwidth_gb_per_s"][member] = value;
        write_atomically(path("bad.json"), document.dump());
    }
    nlohmann::ordered_json reference() const {
        return nlohmann::ordered_json::parse(
            read_text_file(path("good.json")))["inter_node"]["bandwidth_gb_per_s"];
    }
    /// The matrix with other bytes at a place, and a cluster file that tells its sum.
    void damage(std::size_t at, std::uint32_t bits) const {
        std::string bytes = read_text_file(path(reference()["file"]));
        for (std::size_t i = 0; i < 4; ++i)
            bytes[at + i] = static_cast<char>(bits >> (8 * i) & 0xff);
        write_atomically(path("damaged.bin"), bytes);
        auto document = nlohmann::ordered_json::parse(read_text_file(path("good.json")));
        document["inter_node"]["bandwidth_gb_per_s"]["file"] = "damaged.bin";
        document["inter_node"]["bandwidth_gb_per_s"]["sha256"] = sha256_hex(bytes);
        write_atomically(path("bad.json"), document.dump());
    }

private slots:
    void initTestCase() { write_cluster(large_cluster(nodes), path("good.json")); }

    void aLargeMatrixLiesBesideItsFile() {
        QVERIFY(std::filesystem::file_size(path("good.json")) < 200'000);
        QCOMPARE(std::filesystem::file_size(path(reference()["file"])), std::uintmax_t(4) * nodes * nodes);
        const Cluster cluster = read_cluster(path("good.json"));
        QCOMPARE(cluster, large_cluster(nodes));
        QVERIFY(cluster.inter_node.bandwidth.is_rounded());
        QVERIFY(!cluster.inter_node.bandwidth.measured(20, 30));
    }

    void aSmallOneStaysInIt() {
        write_cluster(large_cluster(nodes - 1), path("small.json"));
        const auto document = nlohmann::json::parse(read_text_file(path("small.json")));
        QVERIFY(document["inter_node"]["bandwidth_gb_per_s"].is_array());
        QCOMPARE(read_cluster(path("small.json")), large_cluster(nodes - 1));
    }

    /// As all files were before.
    void aLargeOneMayStandInIt() {
        const Cluster cluster = large_cluster(nodes);
        write_atomically(path("inline.json"), cluster_to_json(cluster).dump());
        QCOMPARE(read_cluster(path("inline.json")), cluster);
    }

    void savedElsewhereItGoesAlong() {
        std::filesystem::create_directory(path("copy"));
        write_cluster(read_cluster(path("good.json")), path("copy/other.json"));
        QCOMPARE(read_cluster(path("copy/other.json")), read_cluster(path("good.json")));
    }

    void whatIsChangedStaysOutOfTheFile() {
        Cluster cluster = read_cluster(path("good.json"));
        const Cluster copy = cluster;
        cluster.inter_node.bandwidth.set(0, 1, 7);
        QCOMPARE(cluster.inter_node.bandwidth.at(0, 1), 7.0);
        QVERIFY(copy.inter_node.bandwidth.at(0, 1) != 7);
        QCOMPARE(read_cluster(path("good.json")), copy);
    }

    /// Of matrices that hold float32 links are as of those that do not.
    void linksAreWhatTheMatrixSays() {
        const Cluster cluster = read_cluster(path("good.json"));
        const Links links = make_links(cluster);
        for (const auto& [from, to] : {std::pair(0, 1), std::pair(500, 7), std::pair(1024, 3)}) {
            const double expected = 1e-9 / cluster.inter_node.bandwidth.at(from, to);
            QVERIFY(std::abs(links.s_per_byte(2 * from, 2 * to) / expected - 1) < 1e-7);
        }
        QVERIFY(links.is_assumed(40, 60));
        QVERIFY(std::abs(links.s_per_byte(40, 60) / links.typical_s_per_byte - 1) < 1e-7);
    }

    void otherFilesAreRefused() {
        const std::string in_file = "$.inter_node.bandwidth_gb_per_s";
        change("file", "missing.bin");
        VERIFY_REFUSED(read_cluster(path("bad.json")), "missing.bin: does not exist");
        for (const char* outside : {"../good.bin", "/etc/passwd", "", ".", "..", "copy/x.bin"}) {
            change("file", outside);
            VERIFY_REFUSED(read_cluster(path("bad.json")), in_file + ".file: is");
        }
        std::filesystem::create_symlink(path(reference()["file"]), path("link.bin"));
        change("file", "link.bin");
        VERIFY_REFUSED(read_cluster(path("bad.json")), "link.bin: is a link");
        std::filesystem::create_directory(path("folder.bin"));
        change("file", "folder.bin");
        VERIFY_REFUSED(read_cluster(path("bad.json")), "folder.bin: is not a regular file");
        write_atomically(path("short.bin"), "1234");
        change("file", "short.bin");
        VERIFY_REFUSED(read_cluster(path("bad.json")), "has 4 bytes, expected 4202500");
        change("rows", nodes + 1);
        VERIFY_REFUSED(read_cluster(path("bad.json")), "has 4202500 bytes, expected");
        for (const int rows : {-1, 0, 2, 9000}) {
            change("rows", rows);
            VERIFY_REFUSED(read_cluster(path("bad.json")), in_file + ".rows: is");
        }
        change("sha256", std::string(64, '0'));
        VERIFY_REFUSED(read_cluster(path("bad.json")), in_file + ".sha256: does not match");
        change("offset", 4);
        VERIFY_REFUSED(read_cluster(path("bad.json")), "offset");
    }

    void otherFiguresAreRefused() {
        for (const float value : {0.F, -1.F, 1e-4F, 1e7F, HUGE_VALF, -HUGE_VALF}) {
            damage(4 * (3 * nodes + 5), std::bit_cast<std::uint32_t>(value));
            VERIFY_REFUSED(read_cluster(path("bad.json")), fmt::format("byte {}: is ", 4 * (3 * nodes + 5)));
        }
        damage(4 * (3 * nodes + 5), 0xffc00001); // another NaN than ours
        QVERIFY(!read_cluster(path("bad.json")).inter_node.bandwidth.measured(3, 5));
    }
};

QTEST_GUILESS_MAIN(MatrixFileTest)
#include "matrix_file_test.moc"
