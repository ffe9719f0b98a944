// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/placed_blocks.h"

#include <algorithm>

namespace pipette {
namespace {

/// Counts the GPUs of `marked` ([position in blocks.gpus]) on each NIC.
std::vector<int> count_on_nics(const Links& links, const PlacedBlocks& blocks,
                               const std::vector<char>& marked) {
    std::vector<int> count(static_cast<std::size_t>(links.nics), 0);
    for (std::size_t i = 0; i < marked.size(); ++i)
        if (marked[i])
            ++count[static_cast<std::size_t>(links.nic_of_gpu[static_cast<std::size_t>(blocks.gpus[i])])];
    return count;
}

/// Positions of a group in blocks.gpus: first, first + stride, ...
struct Group {
    std::size_t first, stride, size;
};

void mark_if_spanning(const Links& links, const PlacedBlocks& blocks, const Group& group,
                      std::vector<char>& marked) {
    bool spans = false;
    for (std::size_t i = 1; i < group.size; ++i)
        spans |= !links.same_node(blocks.gpus[group.first], blocks.gpus[group.first + i * group.stride]);
    if (spans)
        for (std::size_t i = 0; i < group.size; ++i)
            marked[group.first + i * group.stride] = 1;
}

} // namespace

PlacedBlocks placed_blocks(const ParallelConfig& config, const RankMapping& mapping) {
    const RankGrid grid(config);
    PlacedBlocks blocks{config.pp, config.dp, config.tp, config.cp, {}};
    blocks.gpus.reserve(mapping.gpu_of_rank.size());
    for (int device = 0; device < config.pp; ++device)
        for (int replica = 0; replica < config.dp; ++replica)
            for (int peer = 0; peer < blocks.peers(); ++peer)
                blocks.gpus.push_back(
                    mapping.gpu_of_rank[static_cast<std::size_t>(grid.rank({device, replica, peer}))]);
    return blocks;
}

NicLoad nic_load(const Links& links, const ConfigWork& work, const PlacedBlocks& blocks) {
    const std::size_t size = blocks.gpus.size(), tp = static_cast<std::size_t>(blocks.tp),
                      cp = static_cast<std::size_t>(blocks.cp), peers = tp * cp,
                      stage = static_cast<std::size_t>(blocks.replicas) * peers; // GPUs of one device's stage
    NicLoad load;

    std::vector<char> out(size, 0), in(size, 0);
    for (std::size_t chunk = 0; chunk + 1 < work.device_of_chunk.size(); ++chunk) {
        // Chunks that go round the devices cross the same boundaries again and again.
        if (chunk > static_cast<std::size_t>(2 * blocks.pp))
            break;
        const std::size_t from = static_cast<std::size_t>(work.device_of_chunk[chunk]) * stage,
                          to = static_cast<std::size_t>(work.device_of_chunk[chunk + 1]) * stage;
        for (std::size_t i = 0; i < stage; ++i)
            if (!links.same_node(blocks.gpus[from + i], blocks.gpus[to + i]))
                out[from + i] = in[to + i] = 1;
    }
    load.out = count_on_nics(links, blocks, out);
    load.in = count_on_nics(links, blocks, in);

    std::vector<char> exchange(size, 0), inner(size, 0), tied(size, 0);
    for (std::size_t device = 0; device < static_cast<std::size_t>(blocks.pp); ++device)
        for (std::size_t t = 0; t < tp; ++t)
            mark_if_spanning(links, blocks, {device * stage + t, tp, stage / tp}, exchange);
    load.exchange = count_on_nics(links, blocks, exchange);
    for (std::size_t block = 0; block < size; block += peers) {
        for (std::size_t c = 0; c < cp; ++c)
            mark_if_spanning(links, blocks, {block + c * tp, 1, tp}, inner);
        for (std::size_t t = 0; t < tp; ++t)
            mark_if_spanning(links, blocks, {block + t, tp, cp}, inner);
    }
    load.inner = count_on_nics(links, blocks, inner);
    if (work.volume.tied_bytes > 0) {
        const std::size_t last = static_cast<std::size_t>(work.device_of_chunk.back()) * stage;
        for (std::size_t i = 0; i < stage; ++i)
            mark_if_spanning(links, blocks, {i, last, 2}, tied);
    }
    load.tied = count_on_nics(links, blocks, tied);
    return load;
}

BoundaryTime boundary_time(const Links& links, const NicLoad& load, std::span<const int> from,
                           std::span<const int> to, double bytes) {
    BoundaryTime time;
    for (std::size_t i = 0; i < from.size(); ++i) {
        const int share = send_share(links, load, from[i], to[i]);
        time.forward = std::max(time.forward, links.send_s(from[i], to[i], bytes, share));
        time.backward = std::max(time.backward, links.send_s(to[i], from[i], bytes, share));
    }
    return time;
}

} // namespace pipette
