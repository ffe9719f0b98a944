// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/cluster/faults.h"

#include <QtTest>
#include <set>

using namespace pipette;

namespace {

/// Nodes r0n0, r0n1, r0n2 | r1n0 ... in two racks.
Cluster two_racks() {
    Cluster parts;
    parts.name = "two racks", parts.origin = "measured";
    parts.node_kinds.push_back({"kind", {}, 2, 1, {}, {100, 1, {}, {}}});
    parts.node_kinds[0].gpu.name = "G", parts.node_kinds[0].gpu.memory_gib = 80;
    parts.node_kinds[0].gpu.hbm_gb_per_s = 1000, parts.node_kinds[0].gpu.peak_tflops[1] = 100;
    for (const char* host : {"r0-n0", "r0-n1", "r0-n2", "r1-n0", "r1-n1"})
        parts.nodes.push_back({host, 0, std::string(host, 2)});
    parts.inter_node.bandwidth = BandwidthMatrix(5);
    for (int a = 0; a < 5; ++a)
        for (int b = 0; b < 5; ++b)
            if (a != b)
                parts.inter_node.bandwidth.set(a, b, 10 + a + b);
    return make_cluster(std::move(parts));
}

std::set<std::pair<int, int>> pairs(const Cluster& cluster, const DegradedLink& link) {
    std::set<std::pair<int, int>> found;
    int calls = 0;
    for_each_pair(cluster, link, [&](int a, int b) {
        found.emplace(std::min(a, b), std::max(a, b));
        ++calls;
    });
    return calls == static_cast<int>(found.size()) ? found : std::set<std::pair<int, int>>{};
}

} // namespace

class DegradedTest : public QObject {
    Q_OBJECT

private slots:
    void groups_are_each_link_between_them_once() {
        const Cluster cluster = two_racks();
        QCOMPARE(pairs(cluster, {"r0-n0", "r1-n1", 0.5}).size(), std::size_t(1));
        QCOMPARE(pairs(cluster, {"*", "*", 0.5}).size(), std::size_t(10));
        QCOMPARE(pairs(cluster, {"r0-n0", "*", 0.5}).size(), std::size_t(4));
        QCOMPARE(pairs(cluster, {"rack:r1", "rack:r0", 0.5}).size(), std::size_t(6));
        QCOMPARE(pairs(cluster, {"rack:r1", "*", 0.5}).size(), std::size_t(7));
        QCOMPARE(pairs(cluster, {"r0*", "r0*", 0.5}).size(), std::size_t(3));
        QCOMPARE(pairs(cluster, {"*n0", "*n1", 0.5}).size(), std::size_t(4));
    }

    void texts_name_groups_whatever_dashes_hosts_hold() {
        const Cluster cluster = two_racks();
        const auto parsed = [&](const char* text) { return parse_degraded(cluster, text, "--degrade"); };
        QVERIFY(parsed("*-*=0.5") == (DegradedLink{"*", "*", 0.5}));
        QVERIFY(parsed("rack:r1-*=2") == (DegradedLink{"rack:r1", "*", 2}));
        QVERIFY(parsed("r0-n0-*=0.1") == (DegradedLink{"r0-n0", "*", 0.1}));
        QVERIFY(parsed("r0-n0-r1-n1=0.1") == (DegradedLink{"r0-n0", "r1-n1", 0.1}));
        for (const char* wrong :
             {"rack:r7-*=0.5", "*-*", "*-*=0", "x*-*=0.5", "r0-n0-r0-n0=0.5", "*****-*=1"})
            QVERIFY_EXCEPTION_THROWN(parsed(wrong), InputError);
    }

    void figures_are_scaled_both_ways_and_what_is_not_measured_stays_so() {
        Cluster cluster = two_racks();
        cluster.inter_node.bandwidth.set(3, 4, BandwidthMatrix::unmeasured);
        const Cluster slow = degraded(cluster, {{"r1-n0", "*", 0.5}});
        for (int a = 0; a < 5; ++a)
            for (int b = 0; b < 5; ++b)
                if (a != b && cluster.inter_node.bandwidth.measured(a, b))
                    QCOMPARE(slow.inter_node.bandwidth.at(a, b),
                             (a == 3 || b == 3 ? 0.5 : 1) * cluster.inter_node.bandwidth.at(a, b));
        QVERIFY(!slow.inter_node.bandwidth.measured(3, 4));
    }
};

QTEST_APPLESS_MAIN(DegradedTest)
#include "degraded_test.moc"
