// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/time/node_rings.h"

#include "core/base/index.h"
#include "core/base/vector_clones.h"

#include <algorithm>
#include <bit>

namespace pipette {
namespace {

/// Largest of `count` values, whole vectors of four; at least 0.
PIPETTE_VECTOR_CLONES double largest(const double* values, std::uint32_t count) {
    using Four = double __attribute__((vector_size(32), aligned(8), may_alias));
    Four most = {0, 0, 0, 0};
    for (std::uint32_t i = 0; i < count; i += 4) {
        const Four v = *reinterpret_cast<const Four*>(values + i);
        most = v > most ? v : most;
    }
    return std::max(std::max(most[0], most[1]), std::max(most[2], most[3]));
}

} // namespace

NodeRings::NodeRings(const PlacementProblem& problem)
    : StageExchangeKernel(problem),
      exchange_(problem.exchange.collectives.front()),
      streams_(streams_of_every_nic(problem)),
      replicas_(std::uint32_t(problem.replicas)),
      nodes_(std::uint32_t(problem.nodes)),
      row_((replicas_ + 3) / 4 * 4),
      words_((replicas_ + 63) / 64),
      counts_(std::uint32_t(problem.most_local) + 1) {
    first_slot_.assign(nodes_ + 1, 0);
    for (const SlotFacts& slot : problem.slots)
        ++first_slot_[slot.node + 1];
    for (std::uint32_t node = 0; node < nodes_; ++node)
        first_slot_[node + 1] += first_slot_[node];
    slots_.resize(problem.slots.size());
    std::vector<std::uint32_t> next(first_slot_.begin(), first_slot_.end() - 1);
    for (std::uint32_t slot = 0; slot < slots_.size(); ++slot)
        slots_[next[problem.slots[slot].node]++] = slot;
    for (std::uint32_t node = 0; node < nodes_; ++node) {
        const InsideNode& inside = problem.links->inside_of_node[node];
        const auto at = std::find(inside_.begin(), inside_.end(), inside);
        class_of_node_.push_back(std::uint32_t(at - inside_.begin()));
        if (at == inside_.end())
            inside_.push_back(inside);
    }
    kind_of_node_.assign(nodes_, 0);
    for (std::size_t gpu = 0; gpu < problem.links->kind_of_gpu.size(); ++gpu)
        kind_of_node_[index(problem.links->node_of_gpu[gpu])] =
            std::uint32_t(problem.links->kind_of_gpu[gpu]);
    const std::size_t devices = index(problem.devices);
    members_.resize(devices * nodes_);
    is_first_.resize(devices * words_);
    node_of_first_.resize(devices * row_), hops_.resize(devices * row_);
    slowest_.resize(devices), spanned_.resize(devices),
        with_count_.resize(devices * inside_.size() * counts_);
    move_of_members_.assign(members_.size(), 0), move_of_device_.assign(devices, 0);
    const std::size_t blocks = index(problem.blocks());
    old_members_.reserve(2 * blocks), old_hops_.reserve(8 * blocks), old_slowest_.reserve(devices);
}

[[gnu::always_inline]] inline void NodeRings::count_node(std::uint32_t device, std::uint32_t node, int sign) {
    const std::uint32_t count = members(device, node).count;
    if (count == 0)
        return;
    with_count_[counts_of(device, class_of_node_[node]) + count] += std::uint32_t(sign);
    spanned_[device] += std::uint32_t(sign);
}

void NodeRings::reset(std::span<const std::uint32_t> slot_of_block) {
    std::fill(members_.begin(), members_.end(), Members{});
    std::fill(is_first_.begin(), is_first_.end(), 0);
    std::fill(hops_.begin(), hops_.end(), 0.0);
    std::fill(spanned_.begin(), spanned_.end(), 0);
    std::fill(with_count_.begin(), with_count_.end(), 0);
    const std::uint32_t devices = std::uint32_t(problem_.devices);
    for (std::uint32_t device = 0; device < devices; ++device) {
        for (std::uint32_t replica = 0; replica < replicas_; ++replica) {
            const std::uint32_t node = problem_.slots[slot_of_block[replica * devices + device]].node;
            Members& here = members(device, node);
            if (here.count++ > 0)
                continue;
            here.first = replica;
            set_first(device, replica, true);
            node_of_first_[device * row_ + replica] = node;
        }
        for (std::uint32_t node = 0; node < nodes_; ++node)
            if (const Members& here = members(device, node); here.count > 0) {
                count_node(device, node, 1);
                find_hop(device, here.first);
            }
        find_slowest(device);
    }
    find_all();
}

ExchangeKernel::FirstLook NodeRings::attempt_first(const Move& move) {
    if (problem_.nics_shared)
        return {work_out(move), 0};
    const std::span<const Change> changes = move.changes;
    if (changes.size() > 2)
        return {0, energy()}; // of nearly all stages
    double at_stake = 0;
    for (std::size_t i = 0; i < changes.size(); ++i)
        if (const std::uint32_t device = problem_.device_of_block[changes[i].block];
            i == 0 || device != problem_.device_of_block[changes[0].block])
            at_stake += energy_[device];
    return {0, at_stake};
}

double NodeRings::attempt_last(const Move& move, double) {
    return problem_.nics_shared ? 0 : work_out(move);
}

NodeRings::Members NodeRings::count(std::uint32_t device, std::uint32_t node,
                                    std::span<const std::int32_t> block_of_slot) const {
    Members now{replicas_, 0};
    for (std::uint32_t i = first_slot_[node]; i < first_slot_[node + 1]; ++i) {
        const std::int32_t block = block_of_slot[slots_[i]];
        if (block < 0 || problem_.device_of_block[std::size_t(block)] != device)
            continue;
        ++now.count;
        now.first = std::min(now.first, problem_.replica_of_block[std::size_t(block)]);
    }
    return now.count > 0 ? now : Members{};
}

void NodeRings::change_members(std::uint32_t device, std::uint32_t node, const Members& now) {
    count_node(device, node, -1);
    members(device, node) = now;
    count_node(device, node, 1);
}

void NodeRings::remember_slowest(std::uint32_t device) {
    if (move_of_device_[device] == move_)
        return;
    move_of_device_[device] = move_;
    old_slowest_.push_back({device, slowest_[device]});
}

/// Each node takes the place of the other in the rings, which run through the same replicas as before.
void NodeRings::take_swap(const Move& move, const NodeSwap& swap) {
    for (const Change& change : move.changes) {
        const std::uint32_t device = problem_.device_of_block[change.block];
        touch(static_cast<int>(device));
        remember_slowest(device);
    }
    for (const auto& [device, before_s] : old_slowest_) {
        swap_members(device, swap);
        for (const std::uint32_t node : {swap.a, swap.b})
            if (const Members& now = members(device, node); now.count > 0) {
                find_hop(device, now.first);
                find_hop(device, first_before(device, now.first));
            }
        if (slowest_[device] < 0)
            find_slowest(device);
    }
}

void NodeRings::swap_members(std::uint32_t device, const NodeSwap& swap) {
    if (class_of_node_[swap.a] == class_of_node_[swap.b]) {
        std::swap(members(device, swap.a), members(device, swap.b));
    } else {
        const Members of_a = members(device, swap.a), of_b = members(device, swap.b);
        change_members(device, swap.a, of_b), change_members(device, swap.b, of_a);
    }
    for (const std::uint32_t node : {swap.a, swap.b})
        if (const Members& now = members(device, node); now.count > 0)
            node_of_first_[device * row_ + now.first] = node;
}

void NodeRings::take(const Move& move) {
    const std::span<const Change> changes = move.changes, before = move.before;
    if (++move_ == 0) { // so many moves that the numbers begin again
        std::fill(move_of_members_.begin(), move_of_members_.end(), 0);
        std::fill(move_of_device_.begin(), move_of_device_.end(), 0);
        move_ = 1;
    }
    old_members_.clear(), old_hops_.clear(), old_slowest_.clear();
    swap_ = move.swap;
    if (swap_) {
        take_swap(move, *swap_);
        return;
    }
    for (std::size_t i = 0; i < changes.size(); ++i) {
        const std::uint32_t device = problem_.device_of_block[changes[i].block],
                            from = problem_.slots[before[i].slot].node,
                            to = problem_.slots[changes[i].slot].node;
        touch(static_cast<int>(device));
        if (from == to)
            continue;
        remember_slowest(device);
        for (const std::uint32_t node : {from, to})
            if (std::uint32_t& asked = move_of_members_[device * nodes_ + node]; asked != move_) {
                asked = move_;
                old_members_.push_back({device, node, members(device, node)});
            }
    }
    // First all that leave the rings, then all that enter them, then the hops beside either.
    for (OldMembers& old : old_members_) {
        const Members now = count(old.device, old.node, move.block_of_slot);
        if (old.members.count > 0 && (now.count == 0 || now.first != old.members.first)) {
            set_first(old.device, old.members.first, false);
            put_hop(old.device, old.members.first, 0);
        }
        change_members(old.device, old.node, now);
    }
    const auto entered = [&](const OldMembers& old) {
        const Members& now = members(old.device, old.node);
        return now.count > 0 && (old.members.count == 0 || now.first != old.members.first);
    };
    for (const OldMembers& old : old_members_)
        if (entered(old)) {
            const std::uint32_t first = members(old.device, old.node).first;
            set_first(old.device, first, true);
            node_of_first_[old.device * row_ + first] = old.node;
        }
    for (const OldMembers& old : old_members_) {
        const Members& now = members(old.device, old.node);
        if (entered(old)) {
            find_hop(old.device, now.first);
            find_hop(old.device, first_before(old.device, now.first));
        }
        if (old.members.count > 0 && (now.count == 0 || now.first != old.members.first))
            find_hop(old.device, first_before(old.device, old.members.first));
    }
    for (const OldSlowest& old : old_slowest_)
        if (slowest_[old.device] < 0)
            find_slowest(old.device);
}

void NodeRings::take_back() {
    for (auto old = old_hops_.rbegin(); old != old_hops_.rend(); ++old)
        hops_[old->device * row_ + old->replica] = old->s_per_byte;
    if (swap_)
        for (const OldSlowest& old : old_slowest_)
            swap_members(old.device, *swap_);
    for (const OldMembers& old : old_members_)
        if (const Members& now = members(old.device, old.node); now.count > 0)
            set_first(old.device, now.first, false);
    for (const OldMembers& old : old_members_) {
        if (old.members.count > 0) {
            set_first(old.device, old.members.first, true);
            node_of_first_[old.device * row_ + old.members.first] = old.node;
        }
        change_members(old.device, old.node, old.members);
    }
    for (const OldSlowest& old : old_slowest_)
        slowest_[old.device] = old.s_per_byte;
    old_members_.clear(), old_hops_.clear(), old_slowest_.clear();
}

double NodeRings::exchange_s(int device, double slowest_hop) const {
    const double wait_s = problem_.exchange.wait_s,
                 bytes = exchange_.collective.bytes_of(device) + exchange_.collective.gathered_of(device);
    // A ring has the efficiencies of its first member.
    const LinkUse& use = problem_.exchange.use[kind_of_node_[node_of_first_[index(device) * row_]]];
    std::uint32_t fewest = counts_;
    double inside = 0;
    for (std::size_t i = 0; i < inside_.size(); ++i) {
        const std::uint32_t* counts = &with_count_[counts_of(index(device), i)];
        std::uint32_t least = 1, most = counts_ - 1;
        while (least < counts_ && counts[least] == 0)
            ++least;
        while (most > 1 && counts[most] == 0)
            --most;
        fewest = std::min(fewest, least);
        if (most > 1)
            inside =
                std::max(inside, (most - 1) * (2 * inside_[i].latency_s +
                                               bytes / most * inside_[i].s_per_byte / use.intra_efficiency));
    }
    const std::uint32_t nodes = spanned_[index(device)];
    if (nodes == 1)
        return wait_s + exchange_.exposed_s(device, inside);
    const double part = bytes / fewest / nodes / use.inter_efficiency;
    const double hop = 2 * problem_.table->uniform_latency_s + part * slowest_hop * streams_;
    return wait_s + exchange_.exposed_s(device, inside + (nodes - 1) * hop +
                                                    use.between_nodes_s(static_cast<int>(nodes)));
}

void NodeRings::set_first(std::uint32_t device, std::uint32_t replica, bool is_first) {
    std::uint64_t& word = is_first_[device * words_ + replica / 64];
    const std::uint64_t bit = std::uint64_t(1) << replica % 64;
    word = is_first ? word | bit : word & ~bit;
}

/// The next replica round the ring that is the first of its node; itself where there is no other.
std::uint32_t NodeRings::first_after(std::uint32_t device, std::uint32_t replica) const {
    const std::uint64_t* words = &is_first_[device * words_];
    std::uint32_t word = replica / 64;
    std::uint64_t bits = words[word] & (~std::uint64_t(1) << replica % 64); // shifts all ones away at 63
    while (bits == 0) {
        word = word + 1 < words_ ? word + 1 : 0;
        bits = words[word];
    }
    return word * 64 + std::uint32_t(std::countr_zero(bits));
}

std::uint32_t NodeRings::first_before(std::uint32_t device, std::uint32_t replica) const {
    const std::uint64_t* words = &is_first_[device * words_];
    std::uint32_t word = replica / 64;
    std::uint64_t bits = words[word] & ((std::uint64_t(1) << replica % 64) - 1);
    while (bits == 0) {
        word = word > 0 ? word - 1 : words_ - 1;
        bits = words[word];
    }
    return word * 64 + 63 - std::uint32_t(std::countl_zero(bits));
}

/// slowest_ becomes -1 where the slowest hop may be gone.
void NodeRings::put_hop(std::uint32_t device, std::uint32_t replica, double s_per_byte) {
    double& hop = hops_[device * row_ + replica];
    double& slowest = slowest_[device];
    old_hops_.push_back({device, replica, hop});
    if (slowest >= 0)
        slowest = s_per_byte >= slowest ? s_per_byte : (hop == slowest ? -1 : slowest);
    hop = s_per_byte;
}

void NodeRings::find_hop(std::uint32_t device, std::uint32_t replica) {
    const std::uint32_t next = first_after(device, replica);
    const std::uint32_t* nodes = &node_of_first_[device * row_];
    put_hop(device, replica,
            next == replica ? 0 : problem_.table->s_per_byte.forward(nodes[replica], nodes[next]));
}

void NodeRings::find_slowest(std::uint32_t device) {
    slowest_[device] = largest(&hops_[device * row_], row_);
}

} // namespace pipette
