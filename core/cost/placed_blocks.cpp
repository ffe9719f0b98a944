// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/placed_blocks.h"

#include "core/base/index.h"

#include <algorithm>

namespace pipette {
namespace {

/// Marks GPUs that send through their NICs, and counts them.
class Marks {
public:
    Marks(const Links& links, const RankMapping& mapping, const PlacedBlocks& blocks)
        : links_(links), gpus_(mapping.gpu_of_rank), blocks_(blocks) {}

    /// The members of every group that spans nodes, by rank.
    void mark_groups(const RankGroups& groups) {
        marked_.resize(gpus_.size());
        for (int group = 0; group < groups.count(); ++group) {
            const int first = gpus_[index(groups.rank(group, 0))];
            bool spans = false;
            for (int member = 1; member < groups.size(); ++member)
                spans |= !links_.same_node(first, gpus_[index(groups.rank(group, member))]);
            for (int member = 0; spans && member < groups.size(); ++member)
                marked_[index(groups.rank(group, member))] = 1;
        }
    }
    /// Peers of linked devices that lie on two nodes, by their place in the blocks: senders in `from`,
    /// receivers in `to`.
    static void mark_links(const Collective& collective, Marks& from, Marks& to) {
        const PlacedBlocks& blocks = from.blocks_;
        from.marked_.resize(blocks.gpus.size()), to.marked_.resize(blocks.gpus.size());
        for (const DeviceLink& link : collective.links)
            for (int replica = 0; replica < blocks.replicas; ++replica) {
                const auto a = blocks.block(link.from, replica), b = blocks.block(link.to, replica);
                for (std::size_t peer = 0; peer < a.size(); ++peer)
                    if (!from.links_.same_node(a[peer], b[peer])) {
                        from.marked_[index(a.data() - blocks.gpus.data()) + peer] = 1;
                        to.marked_[index(b.data() - blocks.gpus.data()) + peer] = 1;
                    }
            }
    }
    std::vector<int> count(const std::vector<int>& gpus) const {
        std::vector<int> count(index(links_.nics), 0);
        for (std::size_t i = 0; i < marked_.size(); ++i)
            count[index(links_.nic_of_gpu[index(gpus[i])])] += marked_[i];
        return count;
    }

private:
    const Links& links_;
    const std::vector<int>& gpus_;
    const PlacedBlocks& blocks_;
    std::vector<char> marked_; // empty: none
};

} // namespace

PlacedBlocks::PlacedBlocks(const RankGrid& grid, const RankMapping& mapping)
    : stages(grid.size(Spread::stages)),
      replicas(grid.size(Spread::replicas)),
      peers(grid.size(Spread::peers)),
      block_of_rank(mapping.gpu_of_rank.size()) {
    const RankGroups blocks = grid.numbered_blocks();
    gpus.reserve(block_of_rank.size());
    for (int block = 0; block < blocks.count(); ++block)
        for (int peer = 0; peer < blocks.size(); ++peer) {
            gpus.push_back(mapping.gpu_of_rank[index(blocks.rank(block, peer))]);
            block_of_rank[index(blocks.rank(block, peer))] = block;
        }
}

NicLoad nic_load(const Links& links, const Traffic& traffic, const RankMapping& mapping,
                 const PlacedBlocks& blocks) {
    Marks out(links, mapping, blocks), in = out, layer = out, exchange = out, ends = out;
    traffic.each_between(When::boundary, [&](const Collective& sends) { Marks::mark_links(sends, out, in); });
    traffic.each_inside(When::layer,
                        [&](const Collective& inner) { layer.mark_groups(traffic.groups(inner)); });
    traffic.each_inside(When::iteration,
                        [&](const Collective& last) { exchange.mark_groups(traffic.groups(last)); });
    traffic.each_between(When::iteration, [&](const Collective& last) {
        if (last.bytes_of(0) > 0)
            Marks::mark_links(last, ends, ends);
    });
    return {out.count(blocks.gpus), in.count(blocks.gpus), layer.count(mapping.gpu_of_rank),
            exchange.count(mapping.gpu_of_rank), ends.count(blocks.gpus)};
}

BoundaryTime boundary_time(const Links& links, const NicLoad& load, std::span<const int> from,
                           std::span<const int> to, double bytes) {
    const auto count = [&](const std::vector<int>& on, int gpu) {
        return on[index(links.nic_of_gpu[index(gpu)])];
    };
    BoundaryTime time;
    for (std::size_t i = 0; i < from.size(); ++i) {
        const int share = std::max(count(load.out, from[i]), count(load.in, to[i]));
        time.forward = std::max(time.forward, links.send_s(from[i], to[i], bytes, share));
        time.backward = std::max(time.backward, links.send_s(to[i], from[i], bytes, share));
    }
    return time;
}

} // namespace pipette
