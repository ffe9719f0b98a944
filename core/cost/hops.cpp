// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/hops.h"

#include "core/base/index.h"
#include "core/cost/placed_blocks.h"

#include <algorithm>

namespace pipette {
namespace {

/// Walks over the traffic of one mapping.
class Walk {
public:
    Walk(const Links& links, const RankMapping& mapping, const std::function<void(int, int)>& hop)
        : links_(links), gpus_(mapping.gpu_of_rank), hop_(hop) {}

    /// Peer by peer, both ways, in every replica.
    void between(const DeviceLink& link, const PlacedBlocks& blocks) {
        for (int replica = 0; replica < blocks.replicas && link.from != link.to; ++replica) {
            const auto from = blocks.block(link.from, replica), to = blocks.block(link.to, replica);
            for (std::size_t i = 0; i < from.size(); ++i)
                both_ways(from[i], to[i]);
        }
    }
    void all_pairs(const RankGroups& groups) {
        each(groups, [&] {
            for (std::size_t i = 0; i < members_.size(); ++i)
                for (std::size_t j = i + 1; j < members_.size(); ++j)
                    both_ways(members_[i], members_[j]);
        });
    }
    void rings(const RankGroups& groups) {
        each(groups, [&] {
            for (std::size_t i = 0; i < members_.size(); ++i)
                send(members_[i], members_[(i + 1) % members_.size()]);
            nodes_ring();
        });
    }

private:
    template <class Function>
    void each(const RankGroups& groups, const Function& function) {
        members_.resize(index(groups.size()));
        for (int group = 0; group < groups.count(); ++group) {
            for (int member = 0; member < groups.size(); ++member)
                members_[index(member)] = gpus_[index(groups.rank(group, member))];
            function();
        }
    }
    void send(int from, int to) {
        if (!links_.same_node(from, to))
            hop_(from, to);
    }
    void both_ways(int a, int b) {
        send(a, b);
        send(b, a);
    }

    /// As GroupTime draws it: over the nodes in the order in which the ranks first touch them, with as many
    /// rings side by side as the fuller of two neighbours has members.
    void nodes_ring() {
        std::vector<std::vector<int>> on_node;
        slot_of_node_.resize(index(links_.nodes), -1);
        for (const int gpu : members_) {
            int& slot = slot_of_node_[index(links_.node_of_gpu[index(gpu)])];
            if (slot < 0)
                slot = static_cast<int>(on_node.size()), on_node.emplace_back();
            on_node[index(slot)].push_back(gpu);
        }
        for (std::size_t a = 0; a < on_node.size(); ++a) {
            const std::vector<int>&from = on_node[a], &to = on_node[(a + 1) % on_node.size()];
            for (std::size_t ring = 0; ring < std::max(from.size(), to.size()); ++ring)
                send(from[ring % from.size()], to[ring % to.size()]);
            slot_of_node_[index(links_.node_of_gpu[index(from.front())])] = -1;
        }
    }

    const Links& links_;
    const std::vector<int>& gpus_; // [rank]
    const std::function<void(int, int)>& hop_;
    std::vector<int> members_; // of the group under way
    std::vector<int> slot_of_node_;
};

/// Pairs of nodes as they come up, which is in runs of the same.
class NodePairs {
public:
    void add(std::pair<int, int> pair) {
        if (pairs_.empty() || pairs_.back() != pair)
            pairs_.push_back(pair);
    }
    std::vector<std::pair<int, int>> each_once() { ///< sorted
        std::sort(pairs_.begin(), pairs_.end());
        pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
        return pairs_;
    }

private:
    std::vector<std::pair<int, int>> pairs_;
};

std::pair<int, int> either_way(int a, int b) {
    return {std::min(a, b), std::max(a, b)};
}

} // namespace

void each_hop(const Links& links, const Traffic& traffic, const RankMapping& mapping,
              const std::function<void(int from, int to)>& hop) {
    const PlacedBlocks blocks(traffic.grid, mapping);
    Walk walk(links, mapping, hop);
    for (const Collective& collective : traffic.collectives) {
        for (const DeviceLink& link : collective.links)
            walk.between(link, blocks);
        if (!collective.links.empty())
            continue;
        const RankGroups groups = traffic.groups(collective);
        collective.when == When::iteration ? walk.rings(groups) : walk.all_pairs(groups);
    }
}

Reliance reliance_of(const Cluster& cluster, const Links& links, const Traffic& traffic,
                     const RankMapping& mapping) {
    Reliance reliance;
    if (cluster.faults.empty() && links.assumed.empty())
        return reliance;
    const BrokenLinks broken(cluster);
    NodePairs crossed, assumed;
    if (broken.any() || !links.assumed.empty())
        each_hop(links, traffic, mapping, [&](int from, int to) {
            const int a = links.host_of_gpu[index(from)], b = links.host_of_gpu[index(to)];
            if (broken.between(a, b))
                crossed.add(either_way(a, b));
            else if (links.is_assumed(from, to))
                assumed.add({a, b});
        });
    const std::vector<std::pair<int, int>> met_pairs = crossed.each_once();
    reliance.assumed_links = assumed.each_once();
    std::vector<char> used(index(links.gpus), 0);
    for (const int gpu : mapping.gpu_of_rank)
        used[index(gpu)] = 1;
    for (std::size_t i = 0; i < cluster.faults.size(); ++i) {
        const Fault& fault = cluster.faults[i];
        const auto first = used.begin() + cluster.first_gpu(fault.node),
                   end = used.begin() + cluster.first_gpu(fault.node + 1);
        const bool met = fault.is_link()  ? std::binary_search(met_pairs.begin(), met_pairs.end(),
                                                               either_way(fault.node, fault.other))
                         : fault.gpu >= 0 ? first[fault.gpu] != 0
                                          : std::find(first, end, 1) != end;
        if (met)
            reliance.faults.push_back(static_cast<int>(i));
    }
    return reliance;
}

} // namespace pipette
