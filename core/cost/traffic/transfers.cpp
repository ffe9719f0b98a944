// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/traffic/transfers.h"

#include "core/base/index.h"
#include "core/cost/group_time.h"
#include "core/cost/placed_blocks.h"

namespace pipette {
namespace {

/// Adds up what one mapping sends, collective by collective.
class Sum {
public:
    Sum(const Cluster& cluster, const PricedLevels& priced, const ConfigWork& work,
        const RankMapping& mapping)
        : cluster_(cluster),
          priced_(priced),
          work_(work),
          gpus_(mapping.gpu_of_rank),
          blocks_(work.traffic.grid, mapping),
          slot_of_node_(index(cluster.node_count()), -1) {}

    Transfers all() {
        for (const Collective& collective : work_.traffic.collectives)
            collective.links.empty() ? inside_stages(collective) : between_stages(collective);
        return sum_;
    }

private:
    struct OnNode {
        int node = 0, members = 0;
    };

    void send(int from, int to, double bytes) { priced_.send(from, to, bytes, sum_); }

    /// Peer by peer. Activations go on from chunk to chunk and their gradients come back, each microbatch;
    /// what ends an iteration is an all-reduce of two.
    void between_stages(const Collective& collective) {
        if (collective.when == When::iteration) {
            for (const DeviceLink& link : collective.links)
                both_ways(link, collective.bytes_of(link.from));
            return;
        }
        for (int chunk = 0; chunk + 1 < work_.chunks(); ++chunk) {
            const DeviceLink link{work_.device_of_chunk[index(chunk)],
                                  work_.device_of_chunk[index(chunk + 1)]};
            if (collective.joins(link))
                both_ways(link, collective.bytes_of(link.from) * work_.config.microbatches());
        }
    }

    void both_ways(const DeviceLink& link, double bytes) {
        for (int replica = 0; replica < blocks_.replicas && link.from != link.to; ++replica) {
            const auto from = blocks_.block(link.from, replica), to = blocks_.block(link.to, replica);
            for (std::size_t peer = 0; peer < from.size(); ++peer) {
                const int a = cluster_.node_of(from[peer]), b = cluster_.node_of(to[peer]);
                send(a, b, bytes);
                send(b, a, bytes);
            }
        }
    }

    void inside_stages(const Collective& collective) {
        const RankGroups groups = work_.traffic.groups(collective);
        for (int group = 0; group < groups.count(); ++group) {
            find_nodes(groups, group);
            const int device = blocks_.block_of_rank[index(groups.rank(group, 0))] % blocks_.stages;
            const double calls = calls_of(collective, device);
            if (collective.kind == CollectiveKind::all_to_all)
                all_to_all(collective, device, groups.size(), calls);
            else
                ring(ring_bytes(collective, device, groups.size()) * calls);
        }
    }

    /// Of a device in an iteration.
    double calls_of(const Collective& collective, int device) const {
        if (collective.when == When::iteration)
            return 1;
        double calls = 0;
        for (int chunk = 0; chunk < work_.chunks(); ++chunk)
            if (work_.device_of_chunk[index(chunk)] == device)
                calls += collective.forward_calls[index(chunk)] + collective.backward_calls[index(chunk)];
        return calls * work_.config.microbatches();
    }

    /// What goes over each hop of a ring in one call.
    static double ring_bytes(const Collective& collective, int device, int members) {
        return collective.kind == CollectiveKind::ring_step
                   ? collective.bytes_of(device)
                   : (collective.bytes_of(device) + collective.gathered_of(device)) * (members - 1) / members;
    }

    void ring(double bytes) {
        for (std::size_t i = 0; i < nodes_.size() && nodes_.size() > 1; ++i)
            send(nodes_[i].node, nodes_[(i + 1) % nodes_.size()].node, bytes);
    }

    void all_to_all(const Collective& collective, int device, int members, double calls) {
        for (const OnNode& from : nodes_)
            for (const OnNode& to : nodes_)
                send(from.node, to.node,
                     calls * from.members *
                         bytes_to_node(collective, collective.bytes_of(device), members, to.members));
    }

    /// The nodes of a group in the order in which its ranks first touch them.
    void find_nodes(const RankGroups& groups, int group) {
        nodes_.clear();
        for (int member = 0; member < groups.size(); ++member) {
            const int node = cluster_.node_of(gpus_[index(groups.rank(group, member))]);
            int& slot = slot_of_node_[index(node)];
            if (slot < 0)
                slot = static_cast<int>(nodes_.size()), nodes_.push_back({node, 0});
            ++nodes_[index(slot)].members;
        }
        for (const OnNode& touched : nodes_)
            slot_of_node_[index(touched.node)] = -1;
    }

    const Cluster& cluster_;
    const PricedLevels& priced_;
    const ConfigWork& work_;
    const std::vector<int>& gpus_; // [rank]
    PlacedBlocks blocks_;
    std::vector<int> slot_of_node_; // [node] its place in nodes_; -1: the group has no GPU on the node
    std::vector<OnNode> nodes_;     // that the group under way has GPUs on
    Transfers sum_;
};

} // namespace

Transfers transfers_of(const Cluster& cluster, const ConfigWork& work, const RankMapping& mapping) {
    const PricedLevels priced(cluster);
    return priced.any() ? Sum(cluster, priced, work, mapping).all() : Transfers{};
}

} // namespace pipette
