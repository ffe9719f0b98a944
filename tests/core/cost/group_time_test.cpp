// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/group_time.h"
#include "tests/core/cost/ring_formulas.h"
#include "tests/core/cost/small_clusters.h"

#include <QtTest>
#include <numeric>

using namespace pipette;

namespace {

constexpr double bytes = 3e8;

struct Fixture {
    explicit Fixture(const Cluster& cluster)
        : links(make_links(cluster)), load(static_cast<std::size_t>(links.nics), 1), group(links) {}
    Links links;
    std::vector<int> load;
    GroupTime group;
    LinkUse use;

    double all_reduce(const std::vector<int>& gpus) {
        return group.exchange_s({gpus.data(), static_cast<int>(gpus.size()), 1}, bytes, bytes, load, use);
    }
};

} // namespace

class GroupTimeTest : public QObject {
    Q_OBJECT

private slots:
    void insideANodeIsOneRing() {
        Fixture f(uniform_cluster(2, 8, 8, 20));
        COMPARE_CLOSE(f.all_reduce({0, 3, 5}), ring_all_reduce_s(bytes, 3, {200, 3e-6}));
        QCOMPARE(f.all_reduce({4}), 0.0);
    }

    void oneMemberANodeIsOneRingOverTheNics() {
        Fixture f(uniform_cluster(4, 8, 8, 20));
        COMPARE_CLOSE(f.all_reduce({0, 8, 16, 24}), ring_all_reduce_s(bytes, 4, {20, 5e-6}));
    }

    void overNodesEveryMemberCarriesItsShare() {
        Fixture f(uniform_cluster(4, 8, 8, 20));
        const double inside = ring_all_reduce_s(bytes, 2, {200, 3e-6}),
                     across = ring_all_reduce_s(bytes / 2, 4, {20, 5e-6});
        COMPARE_CLOSE(f.all_reduce({0, 1, 8, 9, 16, 17, 24, 25}), inside + across);
    }

    void theNodeWithTheFewestMembersSetsTheShare() {
        Fixture f(uniform_cluster(2, 8, 8, 20));
        const double inside = ring_all_reduce_s(bytes, 3, {200, 3e-6}),
                     across = ring_all_reduce_s(bytes, 2, {20, 5e-6});
        COMPARE_CLOSE(f.all_reduce({0, 1, 2, 8}), inside + across);
    }

    void reduceScatterAndAllGatherMayDifferInBytes() {
        Fixture f(uniform_cluster(4, 8, 8, 20));
        const std::vector<int> gpus{0, 8, 16};
        COMPARE_CLOSE(f.group.exchange_s({gpus.data(), 3, 1}, 2 * bytes, bytes, f.load, f.use),
                      ring_reduce_scatter_s(2 * bytes, 3, {20, 5e-6}) +
                          ring_reduce_scatter_s(bytes, 3, {20, 5e-6}));
    }

    void sharedNicsAndFittedEfficienciesSlowTheHops() {
        Fixture f(uniform_cluster(2, 8, 2, 20));
        f.load[0] = 4;
        f.use.inter_efficiency = 0.5, f.use.inter_latency_s = 2e-6;
        COMPARE_CLOSE(f.all_reduce({0, 8}), ring_all_reduce_s(bytes, 2, {20.0 / 4 * 0.5, 7e-6}));
        f.use.intra_efficiency = 0.25;
        COMPARE_CLOSE(f.all_reduce({0, 1}), ring_all_reduce_s(bytes, 2, {50, 3e-6}));
    }

    void insideANodeEachCallWaitsForTheLatestMember() {
        Fixture f(uniform_cluster(2, 8, 8, 20));
        f.use.intra_latency_s = 0.1; // reduce-scatter and all-gather, each with a wait of its own
        COMPARE_CLOSE(f.all_reduce({0, 1}), ring_all_reduce_s(bytes, 2, {200, 3e-6}) + 2 * 0.1);
        COMPARE_CLOSE(f.all_reduce({0, 1, 2, 3, 4}), ring_all_reduce_s(bytes, 5, {200, 3e-6}) + 2 * 3 * 0.1);
        f.use.all_reduce = true;
        COMPARE_CLOSE(f.all_reduce({0, 1, 2, 3, 4}), ring_all_reduce_s(bytes, 5, {200, 3e-6}) + 3 * 0.1);
    }

    void latencyBetweenNodesGrowsWithTheirDoublings() {
        Fixture f(uniform_cluster(5, 8, 8, 20));
        const std::vector<int> gpus{0, 1, 8, 9, 16, 17, 24, 25, 32, 33};
        const auto added = [&](const LinkUse& use) {
            f.use = {};
            const double without = f.all_reduce(gpus);
            f.use = use;
            return f.all_reduce(gpus) - without;
        };
        COMPARE_CLOSE(added({.inter_latency_s = 0.1}), 2 * 3 * 0.1);
        COMPARE_CLOSE(added({.inter_latency_s = 0.1, .all_reduce = true}), 2 * 3 * 0.1);
        COMPARE_CLOSE(added({.inter_hop_s = 0.1}), 2 * 4 * 0.1);
        f.use = {.inter_latency_s = 0.1, .inter_hop_s = 0.1};
        COMPARE_CLOSE(f.all_reduce({0, 1, 2}), ring_all_reduce_s(bytes, 3, {200, 3e-6})); // one node
    }

    void onlyTheHopsOfTheRingCount() {
        Cluster cluster = uniform_cluster(4, 8, 8, 20);
        cluster.inter_node.bandwidth.set(0, 2, 1); // not a hop of the ring 0-1-2-3
        Fixture slow_chord(cluster);
        COMPARE_CLOSE(slow_chord.all_reduce({0, 8, 16, 24}), ring_all_reduce_s(bytes, 4, {20, 5e-6}));
        // In another order it is: a mapping fixes the ring.
        COMPARE_CLOSE(slow_chord.all_reduce({0, 16, 8, 24}), ring_all_reduce_s(bytes, 4, {1, 5e-6}));
        cluster.inter_node.bandwidth.set(3, 0, 2); // closes the ring
        Fixture slow_close(cluster);
        COMPARE_CLOSE(slow_close.all_reduce({0, 8, 16, 24}), ring_all_reduce_s(bytes, 4, {2, 5e-6}));
    }

    void membersOfANodeNeedNotBeNeighboursInRank() {
        Fixture f(uniform_cluster(2, 8, 8, 20));
        COMPARE_CLOSE(f.all_reduce({0, 8, 1, 9}), f.all_reduce({0, 1, 8, 9}));
    }

    void countingTheMembersOfNodesGivesWhatTheSingleHopsDo() {
        Random random(3);
        const Cluster by_node = random_cluster(6, 8, 4, 20, 0.4, random);
        Cluster by_gpu = by_node; // the same links, known GPU by GPU: every hop is looked up
        by_gpu.inter_node.between = MatrixBetween::gpus;
        by_gpu.inter_node.bandwidth = BandwidthMatrix(48);
        for (int from = 0; from < 48; ++from)
            for (int to = 0; to < 48; ++to)
                if (from / 8 != to / 8)
                    by_gpu.inter_node.bandwidth.set(from, to,
                                                    by_node.inter_node.bandwidth.at(from / 8, to / 8));
        Fixture counted(by_node), single(make_cluster(by_gpu));
        std::vector<int> gpus(48);
        std::iota(gpus.begin(), gpus.end(), 0);
        for (int i = 0; i < 500; ++i) {
            for (std::size_t k = 0; k < gpus.size(); ++k)
                std::swap(gpus[k], gpus[k + random.below(std::uint32_t(gpus.size() - k))]);
            for (std::size_t nic = 0; nic < counted.load.size(); ++nic)
                counted.load[nic] = single.load[nic] = int(random.below(4));
            const std::vector<int> members(gpus.begin(), gpus.begin() + 2 + random.below(40));
            COMPARE_CLOSE(counted.all_reduce(members), single.all_reduce(members));
        }
    }

    void anAllToAllIsTheSameByHostsAndByPairs() {
        Random random(5);
        Cluster cluster = random_cluster(9, 4, 4, 20, 0.4, random);
        cluster.node_kinds.front().domain_bandwidth_gb_per_s = 150;
        for (std::size_t node = 0; node < 9; ++node)
            cluster.nodes[node].domain = node < 7 ? "d" + std::to_string(node / 4) : std::string();
        Fixture hosts(make_cluster(cluster)), pairs(make_cluster(cluster));
        QVERIFY(hosts.links.hosts_decide && hosts.links.nodes == 4);
        pairs.links.hosts_decide = false;
        hosts.use = pairs.use = {.intra_efficiency = 0.8,
                                 .intra_latency_s = 1e-6,
                                 .inter_efficiency = 0.7,
                                 .inter_latency_s = 2e-6};
        std::vector<int> gpus(36);
        std::iota(gpus.begin(), gpus.end(), 0);
        for (int i = 0; i < 1000; ++i) {
            for (std::size_t k = 0; k < gpus.size(); ++k)
                std::swap(gpus[k], gpus[k + random.below(std::uint32_t(gpus.size() - k))]);
            for (std::size_t nic = 0; nic < hosts.load.size(); ++nic) // odd hosts: cards loaded alike
                hosts.load[nic] = pairs.load[nic] =
                    nic % 8 >= 4 || i % 4 > 0 ? int(nic / 4) % 3 : int(random.below(4));
            const int size = 2 + int(random.below(34));
            const Collective sends{.kind = CollectiveKind::all_to_all,
                                   .axes = {},
                                   .bytes = {bytes},
                                   .choices = i % 2 == 0 ? 0 : 3,
                                   .among = i % 2 == 0 ? 0 : 2 * size};
            const auto time_s = [&](Fixture& f) {
                return f.group.all_to_all_s({gpus.data(), size, 1}, sends, bytes, f.load, f.use);
            };
            COMPARE_CLOSE(time_s(hosts), time_s(pairs));
        }
    }

    void anAllToAllIsEveryMembersMessagesOneAfterAnother() {
        Random random(6);
        Fixture f(random_cluster(4, 4, 2, 20, 0.4, random));
        for (int nic = 0; nic < 8; ++nic)
            f.load[std::size_t(nic)] = 1 + nic / 2 % 3;
        const std::vector<int> gpus{0, 2, 3, 5, 8, 9, 13};
        double slowest = 0;
        for (const int from : gpus) {
            double inside = 0, outside = 0;
            for (const int to : gpus)
                if (from / 4 == to / 4)
                    inside += from == to ? 0 : bytes / 7 * f.links.s_per_byte(from, to);
                else
                    outside +=
                        bytes / 7 * f.links.s_per_byte(from, to) * std::max(1 + from / 4 % 3, 1 + to / 4 % 3);
            slowest = std::max(slowest, 5e-6 + std::max(inside, outside));
        }
        const Collective sends{.kind = CollectiveKind::all_to_all, .axes = {}, .bytes = {bytes}};
        COMPARE_CLOSE(f.group.all_to_all_s({gpus.data(), 7, 1}, sends, bytes, f.load, f.use), slowest);
        f.links.hosts_decide = false;
        f.links.inside_of_node.clear(); // pair by pair
        GroupTime single(f.links);
        const double by_pairs = single.all_to_all_s({gpus.data(), 7, 1}, sends, bytes, f.load, f.use);
        COMPARE_CLOSE(by_pairs, slowest);
    }

    /// Of eight GPUs that have 16 of 128 experts each, a token that goes to eight of these meets fewer.
    void aTokenGoesOnceToAGpuThatHasSeveralOfItsExperts() {
        Fixture f(uniform_cluster(1, 8, 8, 20));
        const std::vector<int> gpus{0, 1, 2, 3, 4, 5, 6, 7};
        Collective sends{.kind = CollectiveKind::all_to_all, .axes = {}, .bytes = {bytes}};
        const auto moved_s = [&] { // without latency
            const auto of = [&](double all) {
                return f.group.all_to_all_s({gpus.data(), 8, 1}, sends, all, f.load, f.use);
            };
            return of(2 * bytes) - of(bytes);
        };
        const double copies = moved_s();
        sends.choices = 8, sends.among = 128;
        double none = 1;
        for (int i = 0; i < 8; ++i)
            none *= (112.0 - i) / (128 - i);
        COMPARE_CLOSE(moved_s() / copies, 1 - none);
    }

    void strideWalksOverTheOtherPeers() {
        Fixture f(uniform_cluster(4, 8, 8, 20));
        std::vector<int> gpus(32);
        std::iota(gpus.begin(), gpus.end(), 0);
        COMPARE_CLOSE(f.group.exchange_s({gpus.data() + 3, 4, 8}, bytes, bytes, f.load, f.use),
                      f.all_reduce({3, 11, 19, 27}));
    }

    void ringStepIsTheSlowestHop() {
        Cluster cluster = uniform_cluster(4, 8, 8, 20);
        cluster.inter_node.bandwidth.set(1, 2, 4);
        Fixture f(cluster);
        const std::vector<int> gpus{0, 8, 16};
        COMPARE_CLOSE(f.group.ring_step_s({gpus.data(), 3, 1}, bytes, f.load), 5e-6 + bytes / 4e9);
        COMPARE_CLOSE(f.group.ring_step_s({gpus.data(), 1, 1}, bytes, f.load), 0.0);
    }
};

QTEST_GUILESS_MAIN(GroupTimeTest)
#include "group_time_test.moc"
