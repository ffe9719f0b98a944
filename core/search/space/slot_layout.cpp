// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/space/slot_layout.h"

#include "core/base/input_error.h"
#include "core/search/space/node_groups.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace pipette {
namespace {

/// Cuts the free GPUs of the nodes into slots and appends them.
void append_slots(SlotLayout& layout, const Cluster& cluster, const BrokenLinks& broken,
                  const std::vector<char>& free) {
    const int size = layout.block_size;
    std::vector<int>
        alone; // nodes that blocks larger than a node are made of, where not all reach each other
    std::vector<int> whole_nodes; // GPUs collected for a block larger than a node
    for (int node = 0; node < cluster.node_count(); ++node) {
        std::vector<int> local;
        const int gpus = cluster.kind_of_node(node).gpus;
        for (int i = 0; i < gpus; ++i)
            if (free[std::size_t(cluster.first_gpu(node) + i)])
                local.push_back(cluster.first_gpu(node) + i);
        if (size <= gpus) {
            for (std::size_t first = 0; first + std::size_t(size) <= local.size();
                 first += std::size_t(size)) {
                layout.gpus.insert(layout.gpus.end(), local.begin() + long(first),
                                   local.begin() + long(first) + size);
                layout.node_of_slot.push_back(node);
            }
        } else if (int(local.size()) == gpus && broken.any()) {
            alone.push_back(node);
        } else if (int(local.size()) == gpus) {
            whole_nodes.insert(whole_nodes.end(), local.begin(), local.end());
            if (int(whole_nodes.size()) > size)
                whole_nodes = local; // nodes of other sizes do not add up to a block: begin again
            if (int(whole_nodes.size()) == size) {
                layout.gpus.insert(layout.gpus.end(), whole_nodes.begin(), whole_nodes.end());
                layout.node_of_slot.push_back(cluster.node_of(whole_nodes.front()));
                whole_nodes.clear();
            }
        }
    }
    for (const std::vector<int>& group : node_groups(cluster, alone, broken, size)) {
        layout.node_of_slot.push_back(group.front());
        for (const int node : group)
            for (int i = 0; i < cluster.kind_of_node(node).gpus; ++i)
                layout.gpus.push_back(cluster.first_gpu(node) + i);
    }
}

std::vector<char> free_gpus(const Cluster& cluster, const KeptOff& kept_off) {
    std::vector<char> free(std::size_t(cluster.gpu_count()), 1);
    for (const int gpu : kept_off.gpus)
        free[std::size_t(gpu)] = 0;
    return free;
}

} // namespace

SlotLayout empty_layout(const Cluster& cluster, const KeptOff& kept_off, int block_size) {
    SlotLayout layout;
    layout.block_size = block_size;
    append_slots(layout, cluster, kept_off.links, free_gpus(cluster, kept_off));
    return layout;
}

SlotLayout host_order_layout(SlotLayout layout, const RankGrid& grid) {
    const int blocks = grid.blocks();
    if (layout.size() < blocks)
        throw InputError(
            {}, "gpus",
            fmt::format("{} blocks of {} GPUs do not fit into the nodes", blocks, layout.block_size));
    layout.slot_of_block.resize(std::size_t(blocks));
    layout.fixed.assign(std::size_t(blocks), 0);
    std::uint32_t slot = 0;
    for (const int first : grid.groups(Spread::peers).first) // in rank order
        layout.slot_of_block[std::size_t(grid.block_of(first))] = slot++;
    return layout;
}

SlotLayout layout_from(const Cluster& cluster, const KeptOff& kept_off, const RankGrid& grid,
                       const RankMapping& start, const std::vector<int>& pinned_ranks) {
    check(start, grid.world(), cluster.gpu_count());
    std::vector<char> free = free_gpus(cluster, kept_off);
    for (const int gpu : start.gpu_of_rank) {
        if (!free[std::size_t(gpu)]) {
            const Fault* fault = fault_of_gpu(cluster, gpu);
            throw InputError({}, "start",
                             fault ? fmt::format("uses {}, but {} is kept off", cluster.gpu_name(gpu),
                                                 fault_text(cluster, *fault))
                                   : fmt::format("uses {}, which is excluded", cluster.gpu_name(gpu)));
        }
        free[std::size_t(gpu)] = 0;
    }
    const RankGroups blocks = grid.numbered_blocks();
    SlotLayout layout;
    layout.block_size = blocks.size();
    layout.fixed.assign(std::size_t(blocks.count()), 0);
    layout.slot_of_block.resize(std::size_t(blocks.count()));
    std::iota(layout.slot_of_block.begin(), layout.slot_of_block.end(), 0u);
    for (const int first : blocks.first) {
        for (const int offset : blocks.offset)
            layout.gpus.push_back(start.gpu_of_rank[std::size_t(first + offset)]);
        layout.node_of_slot.push_back(cluster.node_of(start.gpu_of_rank[std::size_t(first)]));
    }
    for (const int rank : pinned_ranks)
        if (rank >= 0 && rank < grid.world())
            layout.fixed[std::size_t(grid.block_of(rank))] = 1;
    append_slots(layout, cluster, kept_off.links, free);
    return layout;
}

RankMapping mapping_of(const SlotLayout& layout, const RankGrid& grid,
                       std::span<const std::uint32_t> slot_of_block) {
    const RankGroups blocks = grid.numbered_blocks();
    RankMapping mapping;
    mapping.gpu_of_rank.resize(std::size_t(grid.world()));
    for (int block = 0; block < blocks.count(); ++block) {
        const auto gpus = layout.gpus_of(int(slot_of_block[std::size_t(block)]));
        for (int peer = 0; peer < blocks.size(); ++peer)
            mapping.gpu_of_rank[std::size_t(blocks.rank(block, peer))] = gpus[std::size_t(peer)];
    }
    return mapping;
}

} // namespace pipette
