// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/time/hop_rings.h"

#include "core/base/index.h"

#include <algorithm>
#include <numeric>

namespace pipette {

[[gnu::always_inline]] inline double HopRings::after_hops(int device, double slowest) const {
    return problem_.exchange.wait_s + exchange_.exposed_s(device, problem_.exchange.ring_steps * slowest +
                                                                      problem_.exchange.ring_wait_s);
}

[[gnu::always_inline]] inline double HopRings::hop(int device, int replica,
                                                   std::span<const std::uint32_t> slot_of_block) const {
    const PlacementProblem& p = problem_;
    const int next = replica + 1 < p.replicas ? replica + 1 : 0;
    const std::uint32_t a = slot_of_block[index(replica * p.devices + device)],
                        b = slot_of_block[index(next * p.devices + device)];
    const std::uint32_t from = p.slots[a].site, to = p.slots[b].site;
    const double latency =
        uniform_latency_ ? p.table->uniform_latency_s : p.table->latency_s.forward(from, to);
    const double share = std::max(p.slots[a].streams, p.slots[b].streams);
    return 2 * latency +
           p.exchange.ring_part_bytes[index(device)] * p.table->s_per_byte.forward(from, to) * share;
}

[[gnu::always_inline]] inline double HopRings::softened(int device, double hop) const {
    return soft_.part(begin_[index(device)] + after_hops(device, hop));
}

HopRings::HopRings(const PlacementProblem& problem)
    : ExchangeKernel(problem),
      exchange_(problem.exchange.collectives.front()),
      uniform_latency_(problem.table->latency_s.empty()),
      begin_(values_),
      counts_(index(problem.devices), 1),
      hops_(index(problem.blocks()), 0),
      hop_energy_(hops_),
      slowest_(index(problem.devices), 0),
      move_of_hop_(hops_.size(), 0) {
    double streams = 1;
    for (const SlotFacts& slot : problem.slots)
        streams = std::max(streams, slot.streams);
    for (int device = 0; device < problem.devices; ++device)
        most_.push_back(after_hops(device, 2 * problem.table->most_latency_s +
                                               problem.exchange.ring_part_bytes[index(device)] *
                                                   problem.table->most_s_per_byte * streams));
    new_hops_.reserve(hops_.size());
}

void HopRings::reset(std::span<const std::uint32_t> slot_of_block) {
    for (int device = 0; device < problem_.devices; ++device) {
        double slowest = 0;
        for (int replica = 0; replica < problem_.replicas; ++replica)
            slowest = std::max(slowest, hops_[index(device * problem_.replicas + replica)] =
                                            hop(device, replica, slot_of_block));
        slowest_[index(device)] = slowest;
        values_[index(device)] = after_hops(device, slowest);
    }
}

void HopRings::soften(const SoftMaximum& soft, const double* begin) {
    soft_ = soft;
    std::copy_n(begin, problem_.devices, begin_.begin());
    for (int device = 0; device < problem_.devices; ++device) {
        const bool differ =
            problem_.exchange.ring_part_bytes[index(device)] > 0 || !problem_.table->latency_s.empty();
        const bool counts = differ && begin_[index(device)] + most_[index(device)] > soft.negligible();
        counts_[index(device)] = counts;
        for (int replica = 0; replica < problem_.replicas; ++replica) {
            const std::size_t at = index(device * problem_.replicas + replica);
            hop_energy_[at] = counts ? softened(device, hops_[at]) : 0;
        }
    }
}

double HopRings::energy() const {
    return std::accumulate(hop_energy_.begin(), hop_energy_.end(), 0.0);
}

ExchangeKernel::FirstLook HopRings::attempt_first(const Move& move) {
    new_hops_.clear();
    if (++move_ == 0) { // so many moves that the numbers begin again
        std::fill(move_of_hop_.begin(), move_of_hop_.end(), 0);
        move_ = 1;
    }
    return {take_new_hops(move, true), 0};
}

/// Lists the hops that begin or end at a changed block, of the stages that count or of the others.
double HopRings::take_new_hops(const Move& move, bool counting) {
    const auto replicas = std::uint32_t(problem_.replicas);
    double change_of_energy = 0;
    for (const Change& change : move.changes) {
        const std::uint32_t device = problem_.device_of_block[change.block],
                            replica = problem_.replica_of_block[change.block];
        if ((counts_[device] != 0) != counting)
            continue;
        const std::uint32_t ahead = replica > 0 ? replica - 1 : replicas - 1;
        for (const std::uint32_t sender : {ahead, replica}) {
            const std::uint32_t at = device * replicas + sender;
            if (move_of_hop_[at] == move_)
                continue;
            move_of_hop_[at] = move_;
            const double now = hop(int(device), int(sender), move.slot_of_block);
            const double energy = counting ? softened(int(device), now) : 0;
            new_hops_.push_back({at, device, now, energy});
            change_of_energy += energy - hop_energy_[at];
        }
    }
    return change_of_energy;
}

void HopRings::keep(const Move& move) {
    take_new_hops(move, false);
    const std::size_t replicas = index(problem_.replicas);
    for (const NewHop& now : new_hops_) {
        double &old = hops_[now.at], &slowest = slowest_[now.device];
        if (slowest >= 0 && now.hop >= slowest)
            slowest = now.hop;
        else if (old == slowest) // may be gone: look at all
            slowest = -1;
        old = now.hop;
        hop_energy_[now.at] = now.energy;
    }
    for (const NewHop& now : new_hops_) {
        double& slowest = slowest_[now.device];
        if (slowest < 0)
            slowest =
                *std::max_element(&hops_[now.device * replicas], &hops_[now.device * replicas] + replicas);
        values_[now.device] = after_hops(static_cast<int>(now.device), slowest);
    }
}

} // namespace pipette
