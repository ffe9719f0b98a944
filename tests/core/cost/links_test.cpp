// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/cluster/hypothetical.h"
#include "core/cost/links.h"

#include <QtTest>
#include <cmath>

using namespace pipette;

namespace {

NodeKind kind_of(int gpus, int nics) {
    NodeKind kind;
    kind.name = "box" + std::to_string(nics);
    kind.gpu.memory_gib = 80;
    kind.gpus = gpus;
    kind.nics = nics;
    kind.intra_node.bandwidth_gb_per_s = 200;
    kind.intra_node.latency_us = 3;
    return kind;
}

/// Four nodes: a, b in rack r1 and c, d in rack r2; d has half the NICs. All links at `gb_per_s`.
Cluster four_nodes(double gb_per_s) {
    Cluster cluster;
    cluster.node_kinds = {kind_of(4, 4), kind_of(4, 2)};
    cluster.nodes = {{"a", 0, "r1"}, {"b", 0, "r1"}, {"c", 0, "r2"}, {"d", 1, "r2"}};
    cluster.inter_node.bandwidth = BandwidthMatrix(4);
    for (int from = 0; from < 4; ++from)
        for (int to = 0; to < 4; ++to)
            if (from != to)
                cluster.inter_node.bandwidth.set(from, to, gb_per_s);
    return cluster;
}

double gb_per_s(const Links& links, int from, int to) {
    return 1e-9 / links.s_per_byte(from, to);
}

void compare(double actual, double expected) {
    QVERIFY2(std::abs(actual - expected) <= 1e-9 * std::abs(expected),
             qPrintable(QString("%1, expected %2").arg(actual, 0, 'g', 15).arg(expected, 0, 'g', 15)));
}

} // namespace

class LinksTest : public QObject {
    Q_OBJECT

private slots:
    void flowIsWhatOneStreamReaches() {
        const Links links = make_links(make_cluster(four_nodes(20)));
        compare(gb_per_s(links, 0, 4), 20);
        compare(gb_per_s(links, 0, 12), 20);
        compare(gb_per_s(links, 0, 1), 200);
        QVERIFY(links.assumptions.empty());
    }

    void aggregateIsSpreadOverTheNicsOfTheLesserSide() {
        Cluster cluster = four_nodes(80);
        cluster.inter_node.meaning = BandwidthMeaning::aggregate;
        const Links links = make_links(make_cluster(cluster));
        compare(gb_per_s(links, 0, 4), 20);  // 4 NICs each
        compare(gb_per_s(links, 0, 12), 40); // 2 NICs on the other side
        compare(gb_per_s(links, 12, 0), 40);
    }

    void rowsAreSenders() {
        Cluster cluster = four_nodes(20);
        cluster.inter_node.bandwidth.set(0, 1, 5);
        const Links links = make_links(make_cluster(cluster));
        compare(gb_per_s(links, 3, 5), 5);
        compare(gb_per_s(links, 5, 3), 20);
    }

    void unmeasuredTakesTheMedianOfItsKindAndSaysSo() {
        Cluster cluster = four_nodes(10);
        BandwidthMatrix& matrix = cluster.inter_node.bandwidth;
        matrix.set(0, 1, BandwidthMatrix::unmeasured); // in a rack: 30, 40 and 50 remain
        matrix.set(1, 0, 30);
        matrix.set(2, 3, 40);
        matrix.set(3, 2, 50);
        matrix.set(1, 3, BandwidthMatrix::unmeasured); // across racks: 10 everywhere else
        const Links links = make_links(make_cluster(cluster));
        compare(gb_per_s(links, 0, 4), 40);
        compare(gb_per_s(links, 4, 12), 10);
        QCOMPARE(links.assumptions.size(), 1u);
        const std::string& text = links.assumptions.front();
        QVERIFY2(text.starts_with("2 of") && text.find("a to b") != std::string::npos &&
                     text.find("40 GB/s and 10 GB/s") != std::string::npos,
                 text.c_str());
    }

    void kindWithoutAnyMeasurementTakesTheMedianOfAll() {
        Cluster cluster = four_nodes(10);
        for (const auto& [from, to] : {std::pair(0, 1), {1, 0}, {2, 3}, {3, 2}})
            cluster.inter_node.bandwidth.set(from, to, BandwidthMatrix::unmeasured);
        compare(gb_per_s(make_links(make_cluster(cluster)), 0, 4), 10);
    }

    void nothingMeasuredIsRefused() {
        Cluster cluster = four_nodes(10);
        cluster.inter_node.bandwidth = BandwidthMatrix(4);
        QVERIFY_EXCEPTION_THROWN(make_links(make_cluster(cluster)), InputError);
    }

    void brokenLinksCountForNothing() {
        Cluster cluster = four_nodes(10);
        BandwidthMatrix& matrix = cluster.inter_node.bandwidth; // in racks: 30 and 40, across: 10
        for (const auto& [a, b] : {std::pair(0, 1), {1, 0}})
            matrix.set(a, b, 30);
        for (const auto& [a, b] : {std::pair(2, 3), {3, 2}})
            matrix.set(a, b, 40);
        cluster.faults = {{3, 2, -1, "down", {}, {}}};
        Links links = make_links(make_cluster(cluster));
        compare(gb_per_s(links, 8, 12), 30); // as one of its rack that nobody measured
        QVERIFY(links.assumptions.empty() && links.assumed.empty());
        matrix.set(0, 2, BandwidthMatrix::unmeasured);
        matrix.set(2, 3, BandwidthMatrix::unmeasured);
        cluster.faults.push_back({3, -1, -1, "gone", {}, {}}); // with all its links
        links = make_links(make_cluster(cluster));
        QVERIFY(links.is_assumed(0, 8) && !links.is_assumed(8, 0));
        QVERIFY(!links.is_assumed(8, 12) && !links.is_assumed(0, 12));
        QCOMPARE(links.assumptions.size(), 1u);
        QVERIFY2(links.assumptions.front().starts_with("1 of the links"), links.assumptions.front().c_str());
    }

    void whereAllLinksAreBrokenTheirFiguresDoOrThoseInside() {
        Cluster cluster = four_nodes(10);
        cluster.nodes.resize(2), cluster.inter_node.bandwidth = BandwidthMatrix(2);
        cluster.faults = {{0, 1, -1, "down", {}, {}}};
        Links links = make_links(make_cluster(cluster));
        compare(gb_per_s(links, 0, 4), 200);
        QVERIFY(links.assumptions.front().ends_with("the slowest inside a node"));
        cluster.inter_node.bandwidth.set(1, 0, 12);
        links = make_links(make_cluster(cluster));
        compare(gb_per_s(links, 0, 4), 12);
        QVERIFY(links.assumptions.front().ends_with("the median of those that are broken"));
    }

    void matrixBetweenGpusKnowsEveryPair() {
        Cluster cluster = four_nodes(10);
        cluster.inter_node.between = MatrixBetween::gpus;
        cluster.inter_node.meaning = BandwidthMeaning::aggregate; // of two GPUs: one stream
        BandwidthMatrix matrix(16);
        for (int from = 0; from < 16; ++from)
            for (int to = 0; to < 16; ++to)
                matrix.set(from, to, 1 + from + 0.01 * to);
        matrix.set(0, 1, BandwidthMatrix::unmeasured);
        cluster.inter_node.bandwidth = matrix;
        const Links links = make_links(make_cluster(cluster));
        compare(gb_per_s(links, 0, 4), 1.04);
        compare(gb_per_s(links, 13, 2), 14.02);
        compare(gb_per_s(links, 13, 14), 14.14); // inside a node, measured
        compare(gb_per_s(links, 0, 1), 200);     // inside a node, not measured: the kind's own
    }

    void latencyMatrixAndUniformLatency() {
        Cluster cluster = four_nodes(10);
        cluster.inter_node.latency_us = 7;
        compare(make_links(make_cluster(cluster)).latency_s(0, 4), 7e-6);
        cluster.inter_node.latency = BandwidthMatrix(4);
        cluster.inter_node.latency.set(0, 1, 9);
        const Links links = make_links(make_cluster(cluster));
        compare(links.latency_s(0, 4), 9e-6);
        compare(links.latency_s(0, 8), 7e-6);
        compare(links.latency_s(0, 1), 3e-6);
    }

    void oneMessage() {
        const Links links = make_links(make_cluster(four_nodes(10)));
        compare(links.send_s(0, 4, 1e9, 1), 5e-6 + 0.1);
        compare(links.send_s(0, 4, 1e9, 3), 5e-6 + 0.3);
        compare(links.send_s(0, 1, 1e9, 3), 3e-6 + 0.005); // no NIC inside a node
        QCOMPARE(links.send_s(2, 2, 1e9, 3), 0.0);
    }

    void snapshotsHaveTheirOwnTable() {
        Cluster cluster = four_nodes(10);
        cluster.history.times = {"2024-05-01T00:00:00Z"};
        cluster.history.snapshots = {four_nodes(4).inter_node.bandwidth};
        cluster = make_cluster(cluster);
        compare(gb_per_s(make_links(cluster, 0), 0, 4), 4);
        compare(gb_per_s(make_links(cluster), 0, 4), 10);
    }

    void whatNobodyMeasuredIsSlowInAMadeClusterToo() {
        Cluster parts = four_nodes(10);
        parts.inter_node.bandwidth.set(0, 2, BandwidthMatrix::unmeasured);
        parts.inter_node.bandwidth.set(1, 3, BandwidthMatrix::unmeasured);
        const Cluster cluster = make_cluster(parts);
        const std::vector<DegradedLink> slow{{cluster.nodes[0].host, cluster.nodes[2].host, 0.5}};
        const Links said = make_links(cluster, cluster.inter_node.bandwidth, slow),
                    made = make_links(slowed(cluster, slow)), before = make_links(cluster);
        const int first = cluster.first_gpu(0), third = cluster.first_gpu(2);
        compare(gb_per_s(said, first, third), gb_per_s(before, first, third) / 2);
        QVERIFY(said.inter_s_per_byte == made.inter_s_per_byte);
        QCOMPARE(said.typical_s_per_byte, made.typical_s_per_byte);
        QVERIFY(said.is_assumed(first, third) && !made.is_assumed(first, third));
        QVERIFY(is_assumed(slowed(cluster, slow)));
    }

    void nicsAreNumberedOverTheCluster() {
        Cluster cluster = four_nodes(10);
        cluster.node_kinds[1].nic_of_gpu = {1, 1, 0, 0};
        const Links links = make_links(make_cluster(cluster));
        QCOMPARE(links.nics, 14);
        QCOMPARE(links.nic_of_gpu[3], 3);
        QCOMPARE(links.nic_of_gpu[12], 13);
        QCOMPARE(links.nic_of_gpu[15], 12);
    }
};

QTEST_GUILESS_MAIN(LinksTest)
#include "links_test.moc"
