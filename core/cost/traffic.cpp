// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/traffic.h"

#include "core/base/index.h"
#include "core/cost/placed_blocks.h"
#include "core/schedule/schedule_family.h"

#include <algorithm>

namespace pipette {
namespace {

/// Walks over the traffic of one mapping, kind by kind.
class Walk {
public:
    Walk(const Links& links, const ParallelConfig& config, const RankMapping& mapping,
         const std::function<void(int, int)>& hop)
        : links_(links), config_(config), blocks_(placed_blocks(config, mapping)), hop_(hop) {}

    void pipelines() {
        for (int chunk = 0; chunk + 1 < config_.chunks(); ++chunk)
            devices(device_of_chunk(config_, chunk), device_of_chunk(config_, chunk + 1));
    }

    /// Peer by peer, both ways, in every replica.
    void devices(int a, int b) {
        for (int replica = 0; replica < config_.dp && a != b; ++replica) {
            const auto from = blocks_.block(a, replica), to = blocks_.block(b, replica);
            for (std::size_t i = 0; i < from.size(); ++i)
                both_ways(from[i], to[i]);
        }
    }

    void blocks() {
        for (int device = 0; device < config_.pp; ++device)
            for (int replica = 0; replica < config_.dp; ++replica) {
                const auto block = blocks_.block(device, replica);
                for (int c = 0; c < config_.cp; ++c)
                    pairs(block.data() + std::ptrdiff_t{c} * config_.tp, config_.tp, 1);
                for (int t = 0; t < config_.tp; ++t)
                    pairs(block.data() + t, config_.cp, config_.tp);
            }
    }

    void rings() {
        const int members = config_.dp * config_.cp;
        for (int device = 0; device < config_.pp && members > 1; ++device)
            for (int t = 0; t < config_.tp; ++t) {
                const int* first = blocks_.block(device, 0).data() + t;
                for (int i = 0; i < members; ++i)
                    send(first[i * config_.tp], first[(i + 1) % members * config_.tp]);
                nodes_ring(first, members);
            }
    }

private:
    void send(int from, int to) {
        if (!links_.same_node(from, to))
            hop_(from, to);
    }
    void both_ways(int a, int b) {
        send(a, b);
        send(b, a);
    }
    void pairs(const int* group, int size, int stride) {
        for (int i = 0; i < size; ++i)
            for (int j = i + 1; j < size; ++j)
                both_ways(group[i * stride], group[j * stride]);
    }

    /// As GroupTime draws it: over the nodes in the order in which the ranks first touch them, with as many
    /// rings side by side as the fuller of two neighbours has members.
    void nodes_ring(const int* first, int members) {
        std::vector<std::vector<int>> on_node;
        slot_of_node_.resize(index(links_.nodes), -1);
        for (int i = 0; i < members; ++i) {
            const int gpu = first[i * config_.tp];
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
    const ParallelConfig& config_;
    PlacedBlocks blocks_;
    const std::function<void(int, int)>& hop_;
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

void each_hop(const Links& links, const TransformerModel& model, const ParallelConfig& config,
              const RankMapping& mapping, const std::function<void(int from, int to)>& hop) {
    Walk walk(links, config, mapping, hop);
    walk.pipelines();
    walk.blocks();
    walk.rings();
    if (model.tied_embeddings)
        walk.devices(0, device_of_chunk(config, config.chunks() - 1));
    for (int device = 0; device < config.pp / 2 && family_of(config.schedule).bidirectional; ++device)
        walk.devices(device, config.pp - 1 - device);
}

Reliance reliance_of(const Cluster& cluster, const Links& links, const TransformerModel& model,
                     const ParallelConfig& config, const RankMapping& mapping) {
    Reliance reliance;
    if (cluster.faults.empty() && links.assumed.empty())
        return reliance;
    const BrokenLinks broken(cluster);
    NodePairs crossed, assumed;
    if (broken.any() || !links.assumed.empty())
        each_hop(links, model, config, mapping, [&](int from, int to) {
            const int a = links.node_of_gpu[index(from)], b = links.node_of_gpu[index(to)];
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
