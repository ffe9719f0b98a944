// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/placement/broken_hops.h"

#include "core/base/index.h"

#include <algorithm>

namespace pipette {
BrokenHops::BrokenHops(const PlacementProblem& problem) : problem_(problem) {
    if (!any_broken())
        return;
    const SlotLayout& layout = problem.layout;
    for (const int gpu : layout.gpus)
        node_of_gpu_.push_back(problem.links->node_of_gpu[index(gpu)]);
    for (int slot = 0; slot < layout.size(); ++slot) {
        const int* nodes = &node_of_gpu_[index(slot * layout.block_size)];
        int pairs = 0;
        for (const RankGroups& groups : problem.peer_groups)
            for (int group = 0; group < groups.count(); ++group)
                for (int i = 1; i < groups.size(); ++i)
                    for (int j = 0; j < i; ++j)
                        pairs += problem.broken->between(nodes[groups.rank(group, i)],
                                                         nodes[groups.rank(group, j)]);
        inside_.push_back(pairs);
    }
    counts_.assign(index(problem.replicas + problem.devices), 0);
    is_saved_.assign(counts_.size(), 0);
    saved_.reserve(counts_.size());
    seen_at_.assign(index(problem.nodes), 0);
}

void BrokenHops::reset(std::span<const std::uint32_t> slot_of_block) {
    if (!any_broken())
        return;
    count_ = 0;
    std::fill(counts_.begin(), counts_.end(), 0);
    for (std::uint32_t part = 0; part < counts_.size(); ++part)
        count_ += count_again(part, slot_of_block);
}

/// Peer by peer, where blocks lie inside nodes all alike.
int BrokenHops::between(std::uint32_t a, std::uint32_t b) const {
    int broken = 0;
    for (int i = 0; i < (problem_.slots_span_nodes ? problem_.layout.block_size : 1); ++i)
        broken += problem_.broken->between(node(a, i), node(b, i)) ? 1 : 0;
    return broken;
}

int BrokenHops::in_pipeline(std::uint32_t replica, std::span<const std::uint32_t> slot_of_block) const {
    const std::uint32_t* slots = &slot_of_block[replica * index(problem_.devices)];
    int broken = 0;
    for (int device = 0; device < problem_.devices; ++device)
        broken += inside_[slots[device]];
    for (const DeviceLink& link : problem_.sends.used)
        broken += between(slots[link.from], slots[link.to]);
    return broken;
}

/// Of one stage; where blocks lie inside nodes, of one group for all peers.
int BrokenHops::in_rings(std::uint32_t device, std::span<const std::uint32_t> slot_of_block) {
    int broken = 0;
    for (const StageExchange& exchange : problem_.exchange.collectives)
        for (int group = 0; group < exchange.groups.count(); ++group)
            if (problem_.slots_span_nodes ||
                exchange.groups.first[index(group)] % problem_.layout.block_size == 0)
                broken += in_ring(exchange.groups, group, device, slot_of_block);
    return broken;
}

/// Ranks that first touch a node follow each other in the ring over the nodes.
int BrokenHops::in_ring(const RankGroups& groups, int group, std::uint32_t device,
                        std::span<const std::uint32_t> slot_of_block) {
    if (++ring_ == 0) { // so many rings that the numbers begin again
        std::fill(seen_at_.begin(), seen_at_.end(), 0);
        ring_ = 1;
    }
    const int peers = problem_.layout.block_size;
    int broken = 0, first = -1, last_new = -1, last = -1;
    for (int member = 0; member < groups.size(); ++member) {
        const int rank = groups.rank(group, member);
        const int here = node(slot_of_block[index(rank / peers * problem_.devices) + device], rank % peers);
        if (member == 0)
            first = last_new = last = here;
        broken += problem_.broken->between(last, here) ? 1 : 0;
        if (seen_at_[index(here)] != ring_) {
            seen_at_[index(here)] = ring_;
            broken += problem_.broken->between(last_new, here) ? 1 : 0;
            last_new = here;
        }
        last = here;
    }
    return broken + (problem_.broken->between(last, first) ? 1 : 0) +
           (problem_.broken->between(last_new, first) ? 1 : 0);
}

/// By how much the number of a replica or device is another than it was.
long BrokenHops::count_again(std::uint32_t part, std::span<const std::uint32_t> slot_of_block) {
    const auto replicas = std::uint32_t(problem_.replicas);
    const int now =
        part < replicas ? in_pipeline(part, slot_of_block) : in_rings(part - replicas, slot_of_block);
    const long change = long(now) - counts_[part];
    counts_[part] = now;
    return change;
}

long BrokenHops::attempt(std::span<const Change> changes, std::span<const std::uint32_t> slot_of_block) {
    before_ = count_;
    saved_.clear();
    for (const Change& change : changes)
        for (const std::uint32_t part :
             {problem_.replica_of_block[change.block],
              std::uint32_t(problem_.replicas) + problem_.device_of_block[change.block]})
            if (!is_saved_[part]) {
                is_saved_[part] = 1;
                saved_.push_back({part, counts_[part]});
                count_ += count_again(part, slot_of_block);
            }
    for (const Saved& saved : saved_)
        is_saved_[saved.part] = 0;
    return count_ - before_;
}

void BrokenHops::undo() {
    for (const Saved& saved : saved_)
        counts_[saved.part] = saved.count;
    count_ = before_;
}

} // namespace pipette
