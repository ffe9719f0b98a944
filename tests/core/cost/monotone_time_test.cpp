// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/cost/random_case.h"

#include <QtTest>
#include <algorithm>
#include <functional>
#include <numeric>

using namespace pipette;

namespace {

/// The case with its cluster changed.
SmallCase with(SmallCase c, const std::function<void(Cluster&)>& change) {
    change(c.cluster);
    c.cluster = make_cluster(c.cluster);
    return c;
}

void scale_links(Cluster& cluster, double factor) {
    BandwidthMatrix& matrix = cluster.inter_node.bandwidth;
    for (int from = 0; from < matrix.size(); ++from)
        for (int to = 0; to < matrix.size(); ++to)
            if (matrix.measured(from, to))
                matrix.set(from, to, matrix.at(from, to) * factor);
}

/// The nodes in another order, and the ranks on the GPUs where they were.
SmallCase relabelled(const SmallCase& c, Random& random) {
    std::vector<int> place(c.cluster.nodes.size());
    std::iota(place.begin(), place.end(), 0);
    for (std::size_t i = place.size(); i > 1; --i)
        std::swap(place[i - 1], place[random.below(static_cast<std::uint32_t>(i))]);
    SmallCase moved = c;
    const auto at = [&](int node) { return place[std::size_t(node)]; };
    for (int node = 0; node < c.cluster.node_count(); ++node)
        moved.cluster.nodes[std::size_t(at(node))] = c.cluster.nodes[std::size_t(node)];
    for (int from = 0; from < c.cluster.node_count(); ++from)
        for (int to = 0; to < c.cluster.node_count(); ++to)
            if (from != to)
                moved.cluster.inter_node.bandwidth.set(at(from), at(to),
                                                       c.cluster.inter_node.bandwidth.at(from, to));
    moved.cluster = make_cluster(moved.cluster);
    for (int& gpu : moved.mapping.gpu_of_rank)
        gpu = at(gpu / 8) * 8 + gpu % 8;
    return moved;
}

/// A random case whose layers are sharded, mostly with frozen weights, whose passes are short: what comes
/// together hides behind them, and the host's launches are often longer than the kernels.
std::optional<SmallCase> sharded_case(Random& random) {
    auto c = random_case(random);
    if (!c || c->config.cp * c->config.dp < 2)
        return std::nullopt;
    c->config.zero_stage = one_of(random, {2, 3, 3, 3});
    c->config.shard = c->config.cp * c->config.dp / one_of(random, {1, 1, 2});
    if (c->config.cp * c->config.dp % c->config.shard != 0)
        return std::nullopt;
    if (random.below(4) > 0)
        c->job.tuning = {16, AdapterTargets::all, 0};
    return c;
}

} // namespace

/// What physics knows of every change to a cluster, on random jobs.
class MonotoneTimeTest : public QObject {
    Q_OBJECT

    static constexpr int cases = 400; // as many, because what breaks shows in one of a thousand

    /// Of as many random cases, none gets slower by `change`, which may use randomness.
    static void neverSlower(const std::function<void(Cluster&, Random&)>& change,
                            std::optional<SmallCase> (*draw_case)(Random&) = random_case) {
        Random random(7);
        for (int done = 0, draw = 0; done < cases; ++draw) {
            const auto c = draw_case(random);
            if (!c)
                continue;
            ++done;
            const double before = time_of(*c);
            const double after = time_of(with(*c, [&](Cluster& cluster) { change(cluster, random); }));
            QVERIFY2(after <= before * (1 + 1e-9), qPrintable(QString("draw %1: %2 s, then %3 s")
                                                                  .arg(draw)
                                                                  .arg(before, 0, 'g', 12)
                                                                  .arg(after, 0, 'g', 12)));
        }
    }

private slots:
    void fasterLinksAreNeverSlower() {
        neverSlower([](Cluster& cluster, Random&) { scale_links(cluster, 1.5); });
    }
    void oneFasterLinkIsNeverSlower() {
        neverSlower([](Cluster& cluster, Random& random) {
            const int nodes = cluster.node_count();
            const int from = int(random.below(std::uint32_t(nodes)));
            if (const int to = (from + 1) % nodes; to != from)
                cluster.inter_node.bandwidth.set(from, to, 3 * cluster.inter_node.bandwidth.at(from, to));
        });
    }
    void lessLatencyIsNeverSlower() {
        neverSlower([](Cluster& cluster, Random&) { cluster.inter_node.latency_us = 1; });
        neverSlower([](Cluster& cluster, Random&) { cluster.node_kinds[0].intra_node.latency_us = 1; });
    }
    void moreNicsAreNeverSlower() {
        neverSlower([](Cluster& cluster, Random&) { cluster.node_kinds[0].nics *= 2; });
    }
    void fasterLinksInsideNodesAreNeverSlower() {
        neverSlower(
            [](Cluster& cluster, Random&) { cluster.node_kinds[0].intra_node.bandwidth_gb_per_s *= 1.5; });
    }
    void fasterGpusAreNeverSlower() {
        neverSlower([](Cluster& cluster, Random&) {
            for (double& peak : cluster.node_kinds[0].gpu.peak_tflops)
                peak *= 1.3;
        });
        neverSlower([](Cluster& cluster, Random&) { cluster.node_kinds[0].gpu.hbm_gb_per_s *= 1.3; });
    }

    void fasterGpusAndLinksAreNeverSlowerWhereLayersAreSharded() {
        neverSlower(
            [](Cluster& cluster, Random&) {
                for (double& peak : cluster.node_kinds[0].gpu.peak_tflops)
                    peak *= 1.3;
                cluster.node_kinds[0].gpu.hbm_gb_per_s *= 1.3;
            },
            sharded_case);
        neverSlower([](Cluster& cluster, Random&) { scale_links(cluster, 1.5); }, sharded_case);
        neverSlower(
            [](Cluster& cluster, Random&) { cluster.node_kinds[0].intra_node.bandwidth_gb_per_s *= 1.5; },
            sharded_case);
    }

    void namesAndPlacesOfNodesDoNotMatter() {
        Random random(11);
        for (int done = 0; done < cases;) {
            const auto c = random_case(random);
            if (!c)
                continue;
            ++done;
            COMPARE_CLOSE(time_of(relabelled(*c, random)), time_of(*c));
        }
    }

    void partsSumAndBoundsHold() {
        Random random(13);
        for (int done = 0; done < cases;) {
            const auto c = random_case(random);
            if (!c)
                continue;
            ++done;
            const PipelineCosts costs = c->costs();
            PipelineTimer timer = timer_of(c->config);
            const ExactTime exact = exact_iteration(costs, c->config, timer);
            const Breakdown parts = breakdown_of(costs, c->config, exact, timer);
            double sum = 0;
            for (const double part : {parts.compute, parts.recompute, parts.tp, parts.cp, parts.pp_exposed,
                                      parts.bubble, parts.dp_exposed, parts.optimizer}) {
                QVERIFY(part >= 0);
                sum += part;
            }
            COMPARE_CLOSE(sum, exact.time_s);
            QVERIFY(bound_time(costs, c->config) <= exact.time_s);
        }
    }
};

QTEST_GUILESS_MAIN(MonotoneTimeTest)
#include "monotone_time_test.moc"
