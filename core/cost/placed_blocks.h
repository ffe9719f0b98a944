// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/config_work.h"
#include "core/cost/links.h"
#include "core/plan/rank_mapping.h"

#include <span>
#include <vector>

namespace pipette {

/// The GPUs of a mapping by block: a block is the tp*cp GPUs that run one pipeline device of one replica.
struct PlacedBlocks {
    int pp = 1, replicas = 1, tp = 1, cp = 1;
    std::vector<int> gpus; ///< [((device * replicas + replica) * cp + cp index) * tp + tp index]

    int peers() const { return tp * cp; }
    std::span<const int> block(int device, int replica) const {
        const auto size = static_cast<std::size_t>(peers());
        return {gpus.data() + static_cast<std::size_t>(device * replicas + replica) * size, size};
    }
};

PlacedBlocks placed_blocks(const ParallelConfig& config, const RankMapping& mapping);

/// How many GPUs push their traffic through each NIC at the same time, by kind of traffic. [nic]
/// A hop from `a` to `b` gets 1/share of a stream, share = the larger count of the two NICs it crosses.
struct NicLoad {
    std::vector<int> out;      ///< activations: GPUs with a peer of a next chunk on another node
    std::vector<int> in;       ///< activations: GPUs with a peer of a previous chunk on another node
    std::vector<int> exchange; ///< gradients: GPUs whose dp*cp group spans nodes
    std::vector<int> inner;    ///< tensor and context parallel: GPUs whose tp or cp group spans nodes
    std::vector<int> tied;     ///< tied embeddings: GPUs of first and last device whose pair spans nodes
};

NicLoad nic_load(const Links& links, const ConfigWork& work, const PlacedBlocks& blocks);

/// Streams that an activation from `from` to `to` shares its busier NIC with, itself included. The gradient
/// on its way back crosses the same two NICs the other way and shares them alike.
inline int send_share(const Links& links, const NicLoad& load, int from, int to) {
    const auto count = [&](const std::vector<int>& on, int gpu) {
        return on[static_cast<std::size_t>(links.nic_of_gpu[static_cast<std::size_t>(gpu)])];
    };
    const int out = count(load.out, from), in = count(load.in, to);
    return out > in ? out : in;
}

/// Activation (`forward`) from one block to the block of the next chunk and gradient back: the slowest of the
/// peers.
struct BoundaryTime {
    double forward = 0, backward = 0;
};
BoundaryTime boundary_time(const Links& links, const NicLoad& load, std::span<const int> from,
                           std::span<const int> to, double bytes);

} // namespace pipette
