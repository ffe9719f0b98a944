// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"
#include "core/plan/kept_off.h"
#include "core/plan/rank_mapping.h"

#include <cstdint>
#include <span>
#include <vector>

namespace pipette {

/// The places that the blocks of a configuration can take. A block is the peers of one stage and replica and
/// moves as a whole; a slot holds exactly one. Blocks are numbered replica * stages + stage.
struct SlotLayout {
    int block_size = 1;            ///< GPUs: peers of the grid
    std::vector<int> gpus;         ///< [slot, place in the block]
    std::vector<int> node_of_slot; ///< node of the slot's first GPU
    std::vector<std::uint32_t>
        slot_of_block;       ///< [replica, stage]: where the blocks start; the other slots are spare
    std::vector<char> fixed; ///< [replica, stage]: 1 where a pinned rank keeps the block in its slot

    int size() const { return static_cast<int>(node_of_slot.size()); }
    std::span<const int> gpus_of(int slot) const {
        return std::span(gpus).subspan(static_cast<std::size_t>(slot) * static_cast<std::size_t>(block_size),
                                       static_cast<std::size_t>(block_size));
    }
};

/// Slots for blocks of `block_size` GPUs in host order; no blocks yet. A block stays inside a node while it
/// fits there; larger ones take whole nodes, all of which reach each other.
SlotLayout empty_layout(const Cluster& cluster, const KeptOff& kept_off, int block_size);

/// Slots in host order with the blocks in rank order on the first of them.
/// `slots` are those of empty_layout. Throws InputError when they are too few.
SlotLayout host_order_layout(SlotLayout slots, const RankGrid& grid);

/// Slots that hold the blocks of `start` exactly as they are, and what is left in the nodes as spare slots.
/// The blocks of `pinned_ranks` are fixed. Throws InputError where `start` uses a GPU that is kept off.
SlotLayout layout_from(const Cluster& cluster, const KeptOff& kept_off, const RankGrid& grid,
                       const RankMapping& start, const std::vector<int>& pinned_ranks);

/// The mapping with the blocks in these slots.
RankMapping mapping_of(const SlotLayout& layout, const RankGrid& grid,
                       std::span<const std::uint32_t> slot_of_block);

} // namespace pipette
