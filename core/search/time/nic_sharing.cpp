// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/time/nic_sharing.h"

#include "core/base/index.h"

#include <algorithm>

namespace pipette {
namespace {

/// Whether every node has one NIC to itself, which all that leaves it goes through, and each of its slots as
/// many streams as any other.
bool one_nic_a_node(const PlacementProblem& problem) {
    if (problem.links->nodes != problem.links->hosts)
        return false;
    const SlotFacts& first = problem.slots.front();
    std::vector<const SlotFacts*> on_nic(index(problem.nics)), on_node(index(problem.nodes));
    return std::all_of(problem.slots.begin(), problem.slots.end(), [&](const SlotFacts& slot) {
        const SlotFacts *&of_nic = on_nic[slot.nic], *&of_node = on_node[slot.node];
        of_nic = of_nic ? of_nic : &slot, of_node = of_node ? of_node : &slot;
        return of_nic->node == slot.node && of_node->nic == slot.nic && slot.streams == first.streams;
    });
}

} // namespace

LinkTimes::LinkTimes(const PlacementProblem& problem)
    : problem_(problem), uniform_latency_(problem.table->latency_s.empty()) {
    streams_.resize(index(problem.nics));
    for (const SlotFacts& slot : problem.slots)
        streams_[slot.nic] = {slot.streams, slot.streams, slot.streams};
}

double LinkTimes::end_time(const EndExchange& end, std::uint32_t a, std::uint32_t b) const {
    const PlacementProblem& p = problem_;
    const auto from = p.layout.gpus_of(static_cast<int>(a)), to = p.layout.gpus_of(static_cast<int>(b));
    double slowest = 0;
    if (p.slots[a].domain == p.slots[b].domain) {
        for (std::size_t i = 0; i < from.size(); ++i) {
            const LinkUse& use = p.sends.end_use[index(p.links->kind_of_gpu[index(from[i])])];
            for (const auto& [x, y] : {std::pair{from[i], to[i]}, std::pair{to[i], from[i]}})
                slowest = std::max(slowest, 2 * p.links->latency_s(x, y) +
                                                end.bytes * p.links->s_per_byte(x, y) / use.intra_efficiency);
        }
        return slowest;
    }
    const LinkUse& use = p.sends.end_use[index(p.links->kind_of_gpu[index(from[0])])];
    const double share = std::max({1.0, streams_[p.slots[a].nic].ends, streams_[p.slots[b].nic].ends});
    const std::uint32_t site_a = p.slots[a].site, site_b = p.slots[b].site;
    const BothWays per_byte = p.table->s_per_byte(site_a, site_b);
    const BothWays latency = p.table->latency_s.empty()
                                 ? BothWays{p.table->uniform_latency_s, p.table->uniform_latency_s}
                                 : p.table->latency_s(site_a, site_b);
    const double bytes = end.bytes * share / use.inter_efficiency;
    return use.between_nodes_s(2) + std::max(2 * latency.forward + bytes * per_byte.forward,
                                             2 * latency.backward + bytes * per_byte.backward);
}

NicSharing::NicSharing(const PlacementProblem& problem, std::vector<NicStreams>& streams)
    : problem_(problem),
      swaps_with_nodes_(one_nic_a_node(problem)),
      streams_(streams),
      slots_on_(streams.size()),
      uses_(index(problem.blocks())),
      is_dirty_(uses_.size(), 0),
      is_saved_(streams.size(), 0) {
    for (std::uint32_t slot = 0; slot < std::uint32_t(problem.places()); ++slot)
        slots_on_[problem.slots[slot].nic].push_back(slot);
    std::vector<std::vector<Neighbour>> of_device(index(problem.devices));
    const auto meet = [&](const DeviceLink& link, std::uint32_t there, std::uint32_t back) {
        of_device[index(link.from)].push_back({std::uint32_t(link.to), there});
        of_device[index(link.to)].push_back({std::uint32_t(link.from), back});
    };
    for (const DeviceLink& link : problem.sends.links)
        meet(link, out, in);
    for (const EndExchange& end : problem.sends.ends)
        meet(end.link, ends, ends);
    for (const std::vector<Neighbour>& list : of_device) {
        first_neighbour_.push_back(neighbours_.size());
        neighbours_.insert(neighbours_.end(), list.begin(), list.end());
    }
    first_neighbour_.push_back(neighbours_.size());
    dirty_.reserve(uses_.size()), saved_uses_.reserve(uses_.size());
    saved_streams_.reserve(streams.size()), different_.reserve(streams.size());
}

void NicSharing::reset(std::span<const std::uint32_t> slot_of_block) {
    std::fill(streams_.begin(), streams_.end(), NicStreams{});
    for (std::uint32_t block = 0; block < uses_.size(); ++block) {
        uses_[block] = use_of(block, slot_of_block);
        count(uses_[block], 1);
    }
    for (const auto& [nic, streams] : saved_streams_)
        is_saved_[nic] = 0;
    saved_uses_.clear(), saved_streams_.clear();
}

/// What leaves a node stays what leaves it: its blocks take their counts with them.
void NicSharing::swap_nodes(const Move& move) {
    for (const Change& change : move.changes) {
        Use& use = uses_[change.block];
        saved_uses_.emplace_back(change.block, use);
        save_streams(use.nic);
        use.nic = problem_.slots[change.slot].nic;
        save_streams(use.nic);
    }
    std::swap(streams_[problem_.slots[move.changes[0].slot].nic],
              streams_[problem_.slots[move.before[0].slot].nic]);
}

std::span<const NicSharing::Difference> NicSharing::change(const Move& move) {
    const auto devices = std::uint32_t(problem_.devices);
    dirty_.clear(), saved_uses_.clear(), saved_streams_.clear(), different_.clear();
    if (move.swap && swaps_with_nodes_) {
        swap_nodes(move);
        return differences();
    }
    for (const Change& change : move.changes) {
        const std::uint32_t device = problem_.device_of_block[change.block],
                            first = problem_.replica_of_block[change.block] * devices;
        mark(change.block);
        for (const Neighbour& neighbour : neighbours_of(device))
            mark(first + neighbour.device);
    }
    for (const std::uint32_t block : dirty_) {
        is_dirty_[block] = 0;
        const Use use = use_of(block, move.slot_of_block);
        if (use == uses_[block])
            continue;
        saved_uses_.emplace_back(block, uses_[block]);
        count(uses_[block], -1);
        count(use, 1);
        uses_[block] = use;
    }
    return differences();
}

std::span<const NicSharing::Difference> NicSharing::differences() {
    for (const auto& [nic, before] : saved_streams_) {
        is_saved_[nic] = 0;
        if (const NicStreams& now = streams_[nic]; now != before)
            different_.push_back({nic, now.out != before.out, now.in != before.in, now.ends != before.ends});
    }
    return different_;
}

void NicSharing::undo() {
    for (const auto& [block, use] : saved_uses_)
        uses_[block] = use;
    for (const auto& [nic, streams] : saved_streams_)
        streams_[nic] = streams;
    keep();
}

void NicSharing::save_streams(std::uint32_t nic) {
    if (!is_saved_[nic])
        is_saved_[nic] = 1, saved_streams_.emplace_back(nic, streams_[nic]);
}

void NicSharing::count(const Use& use, double sign) {
    NicStreams& streams = streams_[use.nic];
    save_streams(use.nic);
    const double more = sign * use.streams;
    streams.out += use.traffic & out ? more : 0;
    streams.in += use.traffic & in ? more : 0;
    streams.ends += use.traffic & ends ? more : 0;
}

NicSharing::Use NicSharing::use_of(std::uint32_t block, std::span<const std::uint32_t> slot_of_block) const {
    const std::uint32_t device = problem_.device_of_block[block];
    const std::uint32_t* slots = slot_of_block.data() + (block - device);
    const SlotFacts *all = problem_.slots.data(), &here = all[slots[device]];
    Use use{here.nic, 0, here.streams};
    for (const Neighbour& neighbour : neighbours_of(device))
        use.traffic |= all[slots[neighbour.device]].domain != here.domain ? neighbour.traffic : 0;
    return use;
}

} // namespace pipette
