// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/cost/iteration_time.h"
#include "tests/core/cost/small_case.h"

#include <QtTest>

using namespace pipette;

namespace {

/// Eight nodes of 4 GPUs and 4 network cards, 20 GB/s a stream, with one level above each four.
Cluster with_level(double bandwidth_gb_per_s) {
    Cluster cluster = uniform_cluster(8, 4, 4, 20);
    cluster.fabric.levels = {{"leaf", 4, bandwidth_gb_per_s}};
    return make_cluster(std::move(cluster));
}

double iteration_s(const Cluster& cluster, int pp, int tp, int dp) {
    const SmallCase c(cluster, pp, tp, 1, dp);
    PipelineTimer timer = timer_of(c.config);
    return exact_iteration(c.costs(), c.config, timer).time_s;
}

} // namespace

/// What links share above the network cards of a node.
class FabricTest : public QObject {
    Q_OBJECT

private slots:
    void aLevelSlowsExactlyWhatCrossesIt() {
        const Links plain = make_links(uniform_cluster(8, 4, 4, 20)), shared = make_links(with_level(40));
        for (int from = 0; from < plain.gpus; ++from)
            for (int to = 0; to < plain.gpus; ++to) {
                if (plain.same_node(from, to))
                    continue;
                const bool crosses = from / 16 != to / 16; // 40 GB/s for the four cards of a node
                COMPARE_CLOSE(shared.s_per_byte(from, to), crosses ? 1 / 10e9 : plain.s_per_byte(from, to));
            }
    }

    // Links of 20 GB/s at 0.75 of that still fill their share of 10 GB/s; at 0.25 they do not.
    void aSlowLinkIsSlowItselfBeforeTheLevel() {
        const Cluster cluster = with_level(40);
        for (const double factor : {0.75, 0.25}) {
            const std::vector<DegradedLink> slow{{"*", "*", factor}};
            const Links said = make_links(cluster, cluster.inter_node.bandwidth, slow),
                        made = make_links(slowed(cluster, slow));
            COMPARE_CLOSE(1e-9 / said.s_per_byte(0, 16), std::min(10.0, 20 * factor));
            COMPARE_CLOSE(1e-9 / said.s_per_byte(0, 4), 20 * factor);
            QVERIFY(said.inter_s_per_byte == made.inter_s_per_byte);
            QCOMPARE(said.typical_s_per_byte, made.typical_s_per_byte);
        }
    }

    void aPipelineThatCrossesPaysForIt() {
        const PipelineCosts plain = SmallCase(uniform_cluster(8, 4, 4, 20), 4, 8, 1, 1).costs(),
                            shared = SmallCase(with_level(40), 4, 8, 1, 1).costs();
        QCOMPARE(shared.send_forward[0], plain.send_forward[0]); // two nodes a stage: the first two on a leaf
        QVERIFY(shared.send_forward[1] > 1.5 * plain.send_forward[1]);
        QCOMPARE(shared.send_forward[2], plain.send_forward[2]);
        QCOMPARE(shared.tp, plain.tp);
    }

    void oneStreamOverAWideLevelIsAsFastAsItsLink() {
        QVERIFY(make_links(with_level(80)).inter_s_per_byte ==
                make_links(uniform_cluster(8, 4, 4, 20)).inter_s_per_byte);
    }

    void whatALevelSlowsIsSaid() {
        QVERIFY(make_links(with_level(80)).assumptions.empty());
        QCOMPARE(make_links(with_level(40)).assumptions,
                 std::vector<std::string>{
                     "32 links between nodes cross the fabric's level leaf: slowed to their share of the 40 "
                     "GB/s that a node's cards have above it"});
    }

    void aLinkThatWasMeasuredSlowerStaysSo() {
        Cluster cluster = with_level(40);
        cluster.inter_node.bandwidth.set(0, 7, 2);
        COMPARE_CLOSE(make_links(cluster).s_per_byte(0, 31), 1 / 2e9);
    }

    void levelsMayBeRacks() {
        Cluster cluster = uniform_cluster(4, 4, 4, 20);
        for (std::size_t node = 0; node < 4; ++node)
            cluster.nodes[node].rack = node % 2 == 0 ? "even" : "odd";
        cluster.fabric.levels = {{"rack", 0, 4}};
        const Links links = make_links(make_cluster(cluster));
        COMPARE_CLOSE(links.s_per_byte(0, 8), 1 / 20e9);
        COMPARE_CLOSE(links.s_per_byte(0, 4), 1 / 1e9);
        cluster.nodes[1].rack.clear();
        QVERIFY_EXCEPTION_THROWN(make_cluster(cluster), InputError);
    }

    void clustersThatStateNoBandwidthShareNothing() {
        QVERIFY(make_links(with_level(0)).inter_s_per_byte ==
                make_links(uniform_cluster(8, 4, 4, 20)).inter_s_per_byte);
    }

    void aWiderLevelIsNeverSlower() {
        double before = 1e300;
        for (const double bandwidth : {1.0, 5.0, 20.0, 40.0, 79.0, 80.0, 1e3, 1e6}) {
            const double time = iteration_s(with_level(bandwidth), 2, 4, 4);
            QVERIFY(time <= before);
            before = time;
        }
        QCOMPARE(before, iteration_s(uniform_cluster(8, 4, 4, 20), 2, 4, 4));
    }

    void congestionBelongsToTheClusterThatStatesIt() {
        SmallCase c(uniform_cluster(8, 4, 4, 20), 4, 8, 1, 1);
        const PipelineCosts plain = c.costs();
        Site& site = c.calibration.sites.emplace_back(); // what some runs met elsewhere
        site.congestion.send_wait_s = 1, site.congestion.launch_power = 1;
        QCOMPARE(c.costs().send_forward, plain.send_forward);
        QCOMPARE(c.costs().forward, plain.forward);
        c.cluster.fabric.congestion = site.congestion;
        COMPARE_CLOSE(c.costs().send_forward[0], plain.send_forward[0] + 1);
    }
};

QTEST_GUILESS_MAIN(FabricTest)
#include "fabric_test.moc"
