// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/joined.h"

#include "core/base/input_error.h"
#include "core/cluster/hypothetical.h"
#include "core/cluster/inter_node_cells.h"

#include <QtTest>

using namespace pipette;

namespace {

std::shared_ptr<const Cluster> site(const char* gpu, int nodes, double nic_gb_per_s, int nodes_per_leaf = 0) {
    HypotheticalCluster choices;
    choices.name = gpu;
    choices.gpu.name = gpu, choices.gpu.memory_gib = 80, choices.gpu.hbm_gb_per_s = 2000;
    choices.gpu.architecture = "ampere", choices.gpu.peak_tflops = {19.5, 0, 312, 312, 0};
    choices.nodes = nodes, choices.gpus_per_node = 4, choices.nics = 4;
    choices.nic_gb_per_s = nic_gb_per_s, choices.gpu_link_gb_per_s = 300;
    choices.nodes_per_leaf = nodes_per_leaf;
    return share(hypothetical_cluster(choices));
}

QString refusal(const std::vector<JoinedPart>& parts) {
    try {
        joined(parts, {});
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

} // namespace

/// Clusters that become one.
class JoinedTest : public QObject {
    Q_OBJECT

private slots:
    void theSlowerPartBoundsAStreamBetweenThem() {
        const Cluster whole = joined({{site("a", 2, 25), 0, {}}, {site("b", 3, 10), 0, {}}}, {});
        QCOMPARE(whole.node_count(), 5);
        QCOMPARE(whole.gpu_count(), 20);
        QCOMPARE(whole.node_kinds.size(), 2U);
        QCOMPARE(whole.kind_of_node(1).gpu.name, std::string("a"));
        QCOMPARE(whole.kind_of_node(2).gpu.name, std::string("b"));
        const BandwidthMatrix& links = whole.inter_node.bandwidth;
        QCOMPARE(links.at(0, 1), 20.0); // 0.8 of the line rate
        QCOMPARE(links.at(3, 4), 8.0);
        QCOMPARE(links.at(0, 4), 8.0);
        QCOMPARE(links.at(4, 0), 8.0);
        QVERIFY(whole.inter_node.latency.empty());
        QVERIFY(whole.fabric.levels.empty());
        QVERIFY(is_assumed(whole));
    }

    // Hosts n0001, n0002 are in both: those of the second part get its number.
    void namesStayUniqueAndEqualKindsAreOne() {
        const Cluster whole = joined({{site("a", 2, 25), 0, {}}, {site("a", 2, 25), 0, {}}}, {});
        QCOMPARE(whole.node_kinds.size(), 1U);
        QCOMPARE(whole.nodes[0].host, std::string("n0001"));
        QCOMPARE(whole.nodes[2].host, std::string("n0001-2"));
    }

    // Racks r and r-2 of the second part stay two, and a cluster joined before can be joined again.
    void newNamesMeetNoOldOnes() {
        Cluster first = *site("a", 2, 25), second = *site("a", 2, 25);
        first.nodes[0].rack = first.nodes[1].rack = "r";
        second.nodes[0].rack = "r", second.nodes[1].rack = "r-2";
        const auto one = share(make_cluster(first)), other = share(make_cluster(second));
        const Cluster whole = joined({{one, 0, {}}, {other, 0, {}}}, {});
        QCOMPARE(whole.nodes[0].rack, whole.nodes[1].rack);
        QVERIFY(whole.nodes[2].rack != whole.nodes[0].rack && whole.nodes[2].rack != whole.nodes[3].rack);
        const Cluster again = joined({{share(whole), 0, {}}, {one, 0, {}}}, {});
        QCOMPARE(again.nodes[4].host, std::string("n0001-3"));
    }

    void aggregateFiguresCountTheCards() {
        Cluster part = *site("a", 2, 25);
        part.inter_node.meaning = BandwidthMeaning::aggregate;
        const auto one = share(make_cluster(part));
        const Cluster whole = joined({{one, 1.25, {}}, {one, 1.25, {}}}, {});
        QCOMPARE(whole.inter_node.bandwidth.at(0, 2), 4 * 1.25); // 4 cards
    }

    void whatAZoneDidNotMeasureIsNotTakenFromBetweenZones() {
        Cluster part = *site("a", 3, 25);
        part.inter_node.bandwidth.set(0, 1, BandwidthMatrix::unmeasured);
        const auto one = share(make_cluster(part));
        const Cluster whole = joined({{one, 0.5, "east"}, {one, 0.5, "west"}}, {});
        const InterNodeCells cells(whole, whole.inter_node.bandwidth);
        QCOMPARE(taken_streams(cells, 1).of(cells, 0, 1), 20.0);
    }

    void latencyMayBeNothing() {
        Cluster part = *site("a", 2, 25);
        part.inter_node.latency_us = 0;
        const Cluster whole = joined({{share(make_cluster(part)), 0, {}}, {site("b", 2, 25), 0, {}}}, {});
        QCOMPARE(whole.inter_node.latency_us, 0.0);
        QVERIFY(!whole.inter_node.latency.measured(0, 1));
        QCOMPARE(whole.inter_node.latency.at(0, 2), 5.0);
    }

    void zonesWithAPriceAreTheHighestLevel() {
        const Cluster whole = joined({{site("a", 2, 25), 1.25, "east"}, {site("a", 2, 25), 1.25, "west"}},
                                     {.latency_us = 500, .price_per_gb = 0.02});
        QCOMPARE(whole.inter_node.bandwidth.at(1, 2), 1.25);
        QCOMPARE(whole.inter_node.bandwidth.at(0, 1), 20.0);
        QCOMPARE(whole.inter_node.latency.at(1, 2), 500.0);
        QCOMPARE(whole.inter_node.latency.at(0, 1), whole.inter_node.latency_us);
        QCOMPARE(whole.nodes[1].zone, std::string("east"));
        const FabricLevel& level = whole.fabric.levels.back();
        QCOMPARE(level.name, std::string("zone"));
        QCOMPARE(level.price_per_gb, 0.02);
        QCOMPARE(groups_of_levels(whole), (std::vector<std::vector<int>>{{0, 0, 1, 1}}));
    }

    void faultsMoveWithTheirNodes() {
        Cluster broken = *site("b", 2, 25);
        broken.faults = {{0, 1, -1, "network error", "", ""}, {1, -1, 2, "", "", ""}};
        const Cluster whole = joined({{site("a", 2, 25), 0, {}}, {share(make_cluster(broken)), 0, {}}}, {});
        QCOMPARE(whole.faults.size(), 2U);
        QCOMPARE(whole.faults[0].node, 2);
        QCOMPARE(whole.faults[0].other, 3);
        QCOMPARE(whole.faults[1].node, 3);
        QCOMPARE(whole.faults[1].gpu, 2);
        QVERIFY(!whole.faults[1].is_link());
    }

    void whatIsOfOnePartAloneIsLeftOut() {
        Cluster measured = *site("a", 2, 25);
        measured.fabric.congestion.send_wait_s = 0.1, measured.fabric.congestion.measured_on = "a hall";
        const auto part = share(make_cluster(measured));
        const Cluster whole = joined({{part, 0, {}}, {site("a", 2, 25), 0, {}}}, {});
        QVERIFY(!whole.fabric.congestion.stated());
        QCOMPARE(whole.assumptions.size(), 1U);
        QVERIFY(joined({{part, 0, {}}, {part, 0, {}}}, {}).fabric.congestion.stated());
    }

    void partsThatDoNotFitAreRefused() {
        QCOMPARE(
            refusal({{site("a", 2, 25), 0, {}}, {site("b", 1, 25), 0, {}}}),
            QStringLiteral("part 2, inter_node: has no measured link between nodes: say what a stream to "
                           "the other parts reaches"));
        QCOMPARE(
            refusal({{site("a", 4, 25, 2), 0, {}}, {site("b", 2, 25), 0, {}}}),
            QStringLiteral("part 2, fabric: has other levels than part 1; if a part was joined before, join "
                           "all that it was made of at once"));
        QCOMPARE(
            refusal({{site("a", 3, 25, 2), 0, {}}, {site("b", 4, 25, 2), 0, {}}}),
            QStringLiteral("part 1, fabric: counts 2 nodes a group of the level leaf, which do not divide "
                           "its 3 nodes"));
    }
};

QTEST_APPLESS_MAIN(JoinedTest)
#include "joined_test.moc"
