// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/time/broken_hops.h"

#include "core/base/index.h"

#include <algorithm>

namespace pipette {
BrokenHops::BrokenHops(const PlacementProblem& problem) : problem_(problem) {
    if (!any_broken())
        return;
    const SlotLayout& layout = problem.layout;
    for (int slot = 0; slot < layout.size(); ++slot) {
        const auto gpus = layout.gpus_of(slot);
        int pairs = 0;
        for (const RankGroups& groups : problem.peer_groups)
            for (int group = 0; group < groups.count(); ++group)
                for (int i = 1; i < groups.size(); ++i)
                    for (int j = 0; j < i; ++j)
                        pairs +=
                            is_broken(gpus[index(groups.rank(group, i))], gpus[index(groups.rank(group, j))]);
        inside_.push_back(pairs);
    }
    counts_.assign(index(problem.replicas + problem.devices), 0);
    is_saved_.assign(counts_.size(), 0);
    saved_.reserve(counts_.size());
    std::size_t most = 0;
    for (const StageExchange& exchange : problem.exchange.collectives)
        most = std::max(most, index(exchange.groups.size()));
    members_.reserve(most), next_.assign(most, -1);
    first_.reserve(most), last_.reserve(most);
    place_of_node_.assign(index(problem.links->nodes), -1);
}

void BrokenHops::reset(std::span<const std::uint32_t> slot_of_block) {
    if (!any_broken())
        return;
    count_ = 0;
    std::fill(counts_.begin(), counts_.end(), 0);
    for (std::uint32_t part = 0; part < counts_.size(); ++part)
        count_ += count_again(part, slot_of_block);
}

/// Peer by peer, where blocks lie on one host all alike.
int BrokenHops::between(std::uint32_t a, std::uint32_t b) const {
    int broken = 0;
    for (int i = 0; i < (problem_.slots_span_nodes ? problem_.layout.block_size : 1); ++i)
        broken += is_broken(gpu(a, i), gpu(b, i)) ? 1 : 0;
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

/// Of one stage; where blocks lie on one host each, of one group for all peers.
int BrokenHops::in_rings(std::uint32_t device, std::span<const std::uint32_t> slot_of_block) {
    int broken = 0;
    for (const StageExchange& exchange : problem_.exchange.collectives)
        for (int group = 0; group < exchange.groups.count(); ++group)
            if (problem_.slots_span_nodes ||
                exchange.groups.first[index(group)] % problem_.layout.block_size == 0)
                broken += in_ring(exchange.groups, group, device, slot_of_block);
    return broken;
}

/// In rank order, and over the nodes in the order in which ranks first touch them.
int BrokenHops::in_ring(const RankGroups& groups, int group, std::uint32_t device,
                        std::span<const std::uint32_t> slot_of_block) {
    const int peers = problem_.layout.block_size;
    members_.clear(), first_.clear(), last_.clear();
    int broken = 0;
    for (int member = 0; member < groups.size(); ++member) {
        const int rank = groups.rank(group, member);
        const int here = gpu(slot_of_block[index(rank / peers * problem_.devices) + device], rank % peers);
        broken += member > 0 && is_broken(members_.back(), here) ? 1 : 0;
        members_.push_back(here);
        next_[index(member)] = -1;
        int& place = place_of_node_[index(problem_.links->node_of_gpu[index(here)])];
        if (place < 0) {
            place = static_cast<int>(first_.size());
            first_.push_back(member), last_.push_back(member);
        } else {
            next_[index(last_[index(place)])] = member;
            last_[index(place)] = member;
        }
    }
    for (const int member : first_)
        place_of_node_[index(problem_.links->node_of_gpu[index(members_[index(member)])])] = -1;
    return broken + (is_broken(members_.back(), members_.front()) ? 1 : 0) + in_ring_of_nodes();
}

/// With as many rings side by side as the fuller of two neighbours has members; those of one host go the same
/// way.
int BrokenHops::in_ring_of_nodes() {
    const bool all_alike = problem_.links->nodes == problem_.links->hosts;
    int broken = 0;
    for (std::size_t node = 0; node < first_.size(); ++node) {
        const int first = first_[node], other = first_[node + 1 < first_.size() ? node + 1 : 0];
        int from = first, to = other;
        for (bool all_sent = false, all_met = false; !all_sent || !all_met;) {
            broken += is_broken(members_[index(from)], members_[index(to)]) ? 1 : 0;
            from = next_[index(from)], to = next_[index(to)];
            all_sent = all_sent || all_alike || from < 0, all_met = all_met || all_alike || to < 0;
            from = from < 0 ? first : from, to = to < 0 ? other : to;
        }
    }
    return broken;
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
