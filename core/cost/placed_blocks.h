// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/links.h"
#include "core/cost/traffic.h"
#include "core/plan/rank_mapping.h"

#include <span>
#include <vector>

namespace pipette {

/// The GPUs of a mapping by block: the peers that run one pipeline device of one replica.
struct PlacedBlocks {
    int stages = 1, replicas = 1, peers = 1;
    std::vector<int> gpus;          ///< [(replica * stages + stage) * peers + peer]
    std::vector<int> block_of_rank; ///< replica * stages + stage

    PlacedBlocks(const RankGrid& grid, const RankMapping& mapping);

    std::span<const int> block(int stage, int replica) const {
        const auto size = static_cast<std::size_t>(peers);
        return {gpus.data() + static_cast<std::size_t>(replica * stages + stage) * size, size};
    }
};

/// How many GPUs push their traffic through each NIC at the same time, by when they do. [nic]
/// A hop from `a` to `b` gets 1/share of a stream, share = the larger count of the two NICs it crosses.
struct NicLoad {
    std::vector<int> out;      ///< activations: GPUs with a peer of a next chunk on another node
    std::vector<int> in;       ///< activations: GPUs with a peer of a previous chunk on another node
    std::vector<int> layer;    ///< of a layer's collectives: GPUs whose group spans nodes
    std::vector<int> exchange; ///< at the end of an iteration, inside stages: GPUs whose group spans nodes
    std::vector<int> ends;     ///< at the end of an iteration, between stages: GPUs whose pair does
};

NicLoad nic_load(const Links& links, const Traffic& traffic, const RankMapping& mapping,
                 const PlacedBlocks& blocks);

/// Activation (`forward`) from one block to the block of the next chunk and gradient back: the slowest of the
/// peers. The gradient crosses the same two NICs the other way and shares them alike.
struct BoundaryTime {
    double forward = 0, backward = 0;
};
BoundaryTime boundary_time(const Links& links, const NicLoad& load, std::span<const int> from,
                           std::span<const int> to, double bytes);

} // namespace pipette
