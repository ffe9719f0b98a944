// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/placement/nic_sharing.h"

#include "core/base/index.h"

#include <algorithm>

namespace pipette {
namespace {

bool is_at(const DeviceLink& link, std::uint32_t device) {
    return std::uint32_t(link.from) == device || std::uint32_t(link.to) == device;
}

} // namespace

LinkTimes::LinkTimes(const PlacementProblem& problem) : problem_(problem) {
    for (const SlotFacts& slot : problem.slots)
        streams_.push_back({slot.streams, slot.streams, slot.streams});
}

NicSharing::NicSharing(const PlacementProblem& problem, std::vector<NicStreams>& streams)
    : problem_(problem),
      streams_(streams),
      counts_(index(problem.nics)),
      slots_on_(counts_.size()),
      is_saved_(counts_.size(), 0) {
    for (std::uint32_t slot = 0; slot < std::uint32_t(problem.places()); ++slot)
        slots_on_[problem.slots[slot].nic].push_back(slot);
    saved_.reserve(counts_.size()), different_.reserve(problem.slots.size());
    is_dirty_.assign(index(problem.blocks()), 0);
    dirty_.reserve(is_dirty_.size());
}

void NicSharing::reset(std::span<const std::uint32_t> slot_of_block) {
    std::fill(counts_.begin(), counts_.end(), NicStreams{});
    for (std::uint32_t block = 0; block < slot_of_block.size(); ++block)
        add(slot_of_block[block], crossing_of(block, slot_of_block), 1);
    for (std::uint32_t nic = 0; nic < counts_.size(); ++nic)
        tell_slots(nic);
    saved_.clear();
    std::fill(is_saved_.begin(), is_saved_.end(), 0);
}

double LinkTimes::end_time(const EndExchange& end, std::uint32_t a, std::uint32_t b) const {
    const PlacementProblem& p = problem_;
    const auto from = p.layout.gpus_of(static_cast<int>(a)), to = p.layout.gpus_of(static_cast<int>(b));
    double slowest = 0;
    if (p.slots[a].node == p.slots[b].node) {
        for (std::size_t i = 0; i < from.size(); ++i) {
            const LinkUse& use = p.sends.end_use[index(p.links->kind_of_gpu[index(from[i])])];
            for (const auto& [x, y] : {std::pair{from[i], to[i]}, std::pair{to[i], from[i]}})
                slowest = std::max(slowest, 2 * p.links->latency_s(x, y) +
                                                end.bytes * p.links->s_per_byte(x, y) / use.intra_efficiency);
        }
        return slowest;
    }
    const LinkUse& use = p.sends.end_use[index(p.links->kind_of_gpu[index(from[0])])];
    const double share = std::max({1.0, streams_[a].ends, streams_[b].ends});
    const std::size_t cell = p.table->cell(p.slots[a].site, p.slots[b].site);
    const BothWays per_byte = p.table->s_per_byte[cell];
    const BothWays latency = p.table->latency_s.empty()
                                 ? BothWays{p.table->uniform_latency_s, p.table->uniform_latency_s}
                                 : p.table->latency_s[cell];
    const double bytes = end.bytes * share / use.inter_efficiency;
    return use.between_nodes_s(2) + std::max(2 * latency.forward + bytes * per_byte.forward,
                                             2 * latency.backward + bytes * per_byte.backward);
}

void NicSharing::before_change(std::span<const Change> changes,
                               std::span<const std::uint32_t> slot_of_block) {
    const auto devices = std::uint32_t(problem_.devices);
    dirty_.clear(), saved_.clear();
    for (const Change& change : changes) {
        const std::uint32_t device = change.block % devices, first = change.block - device;
        mark(change.block);
        for (const int link : problem_.sends.links_at[device]) {
            mark(first + std::uint32_t(problem_.sends.links[index(link)].from));
            mark(first + std::uint32_t(problem_.sends.links[index(link)].to));
        }
        for (const EndExchange& end : problem_.sends.ends)
            if (is_at(end.link, device))
                mark(first + std::uint32_t(end.link.from)), mark(first + std::uint32_t(end.link.to));
    }
    for (const std::uint32_t block : dirty_)
        add(slot_of_block[block], crossing_of(block, slot_of_block), -1);
}

std::span<const std::uint32_t> NicSharing::after_change(std::span<const std::uint32_t> slot_of_block) {
    for (const std::uint32_t block : dirty_) {
        add(slot_of_block[block], crossing_of(block, slot_of_block), 1);
        is_dirty_[block] = 0;
    }
    different_.clear();
    for (const auto& [nic, load] : saved_) {
        is_saved_[nic] = 0;
        if (counts_[nic] == load)
            continue;
        tell_slots(nic);
        different_.insert(different_.end(), slots_on_[nic].begin(), slots_on_[nic].end());
    }
    return different_;
}

void NicSharing::undo() {
    for (const auto& [nic, load] : saved_) {
        counts_[nic] = load;
        tell_slots(nic);
    }
}

void NicSharing::add(std::uint32_t slot, const Crossing& crossing, double sign) {
    const std::uint32_t nic = problem_.slots[slot].nic;
    if (!is_saved_[nic])
        is_saved_[nic] = 1, saved_.emplace_back(nic, counts_[nic]);
    const double streams = sign * problem_.slots[slot].streams;
    NicStreams& load = counts_[nic];
    load.out += crossing.out ? streams : 0;
    load.in += crossing.in ? streams : 0;
    load.ends += crossing.ends ? streams : 0;
}

NicSharing::Crossing NicSharing::crossing_of(std::uint32_t block,
                                             std::span<const std::uint32_t> slot_of_block) const {
    const auto devices = std::uint32_t(problem_.devices);
    const std::uint32_t device = block % devices, first = block - device;
    const auto node = [&](std::uint32_t other) { return problem_.slots[slot_of_block[first + other]].node; };
    Crossing crossing;
    for (const int link : problem_.sends.links_at[device]) {
        const DeviceLink& ends = problem_.sends.links[index(link)];
        if (node(std::uint32_t(ends.from)) == node(std::uint32_t(ends.to)))
            continue;
        crossing.out |= std::uint32_t(ends.from) == device;
        crossing.in |= std::uint32_t(ends.to) == device;
    }
    for (const EndExchange& end : problem_.sends.ends)
        crossing.ends |=
            is_at(end.link, device) && node(std::uint32_t(end.link.from)) != node(std::uint32_t(end.link.to));
    return crossing;
}

void NicSharing::tell_slots(std::uint32_t nic) {
    for (const std::uint32_t slot : slots_on_[nic])
        streams_[slot] = counts_[nic];
}

void NicSharing::mark(std::uint32_t block) {
    if (!is_dirty_[block])
        is_dirty_[block] = 1, dirty_.push_back(block);
}

} // namespace pipette
