// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/placement/exchange_cost.h"

#include "core/base/index.h"

#include <algorithm>
#include <numeric>

namespace pipette {
ExchangeCost::ExchangeCost(const PlacementProblem& problem, std::span<const std::uint32_t> slot_of_block)
    : problem_(problem), peers_(problem.layout.block_size), rings_(problem), group_time_(*problem.links) {
    const std::size_t devices = index(problem.devices), blocks = index(problem.blocks());
    values_.assign(index(problem.padded), 0);
    begin_ = new_values_ = energy_ = new_energy_ = values_;
    slowest_.assign(devices, 0);
    is_touched_.assign(devices, 0), spans_.assign(devices, 0), saved_spans_ = spans_;
    touched_.reserve(devices);
    before_.reserve(blocks);
    counts_.assign(devices, 1);
    if (problem.simple_rings) {
        double streams = 1;
        for (const SlotFacts& slot : problem.slots)
            streams = std::max(streams, slot.streams);
        for (int device = 0; device < problem.devices; ++device)
            most_.push_back(after_hops(device, 2 * problem.table->most_latency_s +
                                                   problem.ring_part_bytes[index(device)] *
                                                       problem.table->most_s_per_byte * streams));
        hops_.assign(blocks, 0), hop_energy_ = hops_;
        move_of_hop_.assign(blocks, 0);
        new_hops_.reserve(blocks);
    } else if (!rings_.known()) {
        gpus_.assign(blocks * index(peers_), 0);
        load_.assign(index(problem.links->nics), 0);
        is_saved_.assign(load_.size(), 0);
        saved_loads_.reserve(load_.size());
    }
    reset(slot_of_block);
}

void ExchangeCost::reset(std::span<const std::uint32_t> slot_of_block) {
    if (problem_.replicas * problem_.cp < 2)
        return;
    if (problem_.simple_rings) {
        for (int device = 0; device < problem_.devices; ++device) {
            double slowest = 0;
            for (int replica = 0; replica < problem_.replicas; ++replica)
                slowest = std::max(slowest, hops_[index(device * problem_.replicas + replica)] =
                                                hop(device, replica, slot_of_block));
            slowest_[index(device)] = slowest;
            values_[index(device)] = after_hops(device, slowest);
        }
        return;
    }
    if (rings_.known()) {
        rings_.reset(slot_of_block);
        for (int device = 0; device < problem_.devices; ++device)
            values_[index(device)] = group_exchange(device);
        return;
    }
    std::fill(load_.begin(), load_.end(), 0);
    for (std::uint32_t block = 0; block < slot_of_block.size(); ++block)
        put_gpus({block, slot_of_block[block]});
    for (int device = 0; device < problem_.devices; ++device)
        spans_[index(device)] = spans_nodes(device);
    for (std::uint32_t block = 0; block < slot_of_block.size(); ++block)
        if (spans_[block % std::uint32_t(problem_.devices)])
            add_load({block, slot_of_block[block]}, 1);
    saved_loads_.clear();
    std::fill(is_saved_.begin(), is_saved_.end(), 0);
    for (int device = 0; device < problem_.devices; ++device)
        values_[index(device)] = group_exchange(device);
}

void ExchangeCost::soften(const SoftMaximum& soft, const double* begin) {
    soft_ = soft;
    std::copy_n(begin, problem_.devices, begin_.begin());
    if (problem_.replicas * problem_.cp < 2)
        return;
    for (int device = 0; device < problem_.devices; ++device)
        if (problem_.simple_rings) {
            const bool differ =
                problem_.ring_part_bytes[index(device)] > 0 || !problem_.table->latency_s.empty();
            counts_[index(device)] =
                differ && begin_[index(device)] + most_[index(device)] > soft.negligible();
            for (int replica = 0; replica < problem_.replicas; ++replica) {
                const std::size_t at = index(device * problem_.replicas + replica);
                hop_energy_[at] =
                    counts_[index(device)] ? softened(device, after_hops(device, hops_[at])) : 0;
            }
        } else {
            energy_[index(device)] = softened(device, values_[index(device)]);
        }
}

double ExchangeCost::energy() const {
    const std::vector<double>& parts = problem_.simple_rings ? hop_energy_ : energy_;
    return std::accumulate(parts.begin(), parts.end(), 0.0);
}

bool ExchangeCost::touch(int device) {
    if (is_touched_[index(device)])
        return false;
    is_touched_[index(device)] = 1;
    touched_.push_back(device);
    return true;
}

double ExchangeCost::energy_at_stake(std::span<const Change> changes) const {
    if (problem_.replicas * problem_.cp < 2)
        return 0;
    double energy = 0;
    if (rings_.known() && changes.size() <= 2) {
        for (std::size_t i = 0; i < changes.size(); ++i)
            if (const std::uint32_t device = problem_.device_of_block[changes[i].block];
                i == 0 || device != problem_.device_of_block[changes[0].block])
                energy += energy_[device];
        return energy;
    }
    return this->energy(); // streams on NICs may change for all stages
}

double ExchangeCost::attempt(std::span<const Change> changes, std::span<const Change> before,
                             std::span<const std::uint32_t> slot_of_block,
                             std::span<const std::int32_t> block_of_slot) {
    if (problem_.replicas * problem_.cp < 2)
        return 0;
    if (rings_.known())
        return attempt_rings(changes, before, block_of_slot);
    if (!problem_.simple_rings)
        return attempt_groups(changes, before);
    new_hops_.clear();
    if (++move_ == 0) { // so many moves that the numbers begin again
        std::fill(move_of_hop_.begin(), move_of_hop_.end(), 0);
        move_ = 1;
    }
    return take_new_hops(changes, slot_of_block, true);
}

/// Lists the hops that begin or end at a changed block, of the stages that count or of the others.
double ExchangeCost::take_new_hops(std::span<const Change> changes,
                                   std::span<const std::uint32_t> slot_of_block, bool counting) {
    const auto replicas = std::uint32_t(problem_.replicas);
    double change_of_energy = 0;
    for (const Change& change : changes) {
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
            const double now = hop(int(device), int(sender), slot_of_block);
            const double energy = counting ? softened(int(device), after_hops(int(device), now)) : 0;
            new_hops_.push_back({at, device, now, energy});
            change_of_energy += energy - hop_energy_[at];
        }
    }
    return change_of_energy;
}

double ExchangeCost::attempt_rings(std::span<const Change> changes, std::span<const Change> before,
                                   std::span<const std::int32_t> block_of_slot) {
    touched_.clear();
    for (const Change& change : changes)
        touch(static_cast<int>(problem_.device_of_block[change.block]));
    rings_.move(changes, before, block_of_slot);
    return take_new_values();
}

/// The exchange of the touched stages, and by how much it changes the energy.
double ExchangeCost::take_new_values() {
    double change_of_energy = 0;
    for (const int device : touched_) {
        is_touched_[index(device)] = 0;
        new_values_[index(device)] = group_exchange(device);
        new_energy_[index(device)] = softened(device, new_values_[index(device)]);
        change_of_energy += new_energy_[index(device)] - energy_[index(device)];
    }
    return change_of_energy;
}

double ExchangeCost::attempt_groups(std::span<const Change> changes, std::span<const Change> before) {
    const auto devices = std::uint32_t(problem_.devices);
    before_.assign(before.begin(), before.end());
    saved_loads_.clear();
    touched_.clear();
    for (const Change& change : before)
        if (touch(static_cast<int>(change.block % devices)))
            saved_spans_[change.block % devices] = spans_[change.block % devices];
    for (const Change& change : before)
        if (spans_[change.block % devices])
            add_load(change, -1);
    for (const Change& change : changes)
        put_gpus(change);
    for (const Change& change : changes)
        if (spans_[change.block % devices])
            add_load(change, 1);
    for (std::size_t i = 0, count = touched_.size(); i < count; ++i) {
        const int device = touched_[i];
        const char spans = spans_nodes(device);
        if (spans == spans_[index(device)])
            continue;
        spans_[index(device)] = spans; // the whole stage starts or stops to use its NICs
        const int stage = problem_.replicas * peers_;
        for (int i_gpu = 0; i_gpu < stage; ++i_gpu) {
            const int gpu = gpus_[index(device * stage + i_gpu)];
            const std::size_t nic = index(problem_.links->nic_of_gpu[index(gpu)]);
            if (!is_saved_[nic])
                is_saved_[nic] = 1, saved_loads_.push_back({nic, load_[nic]});
            load_[nic] += spans ? 1 : -1;
        }
    }
    bool load_changed = false;
    for (const SavedLoad& saved : saved_loads_) {
        is_saved_[saved.nic] = 0;
        load_changed = load_changed || load_[saved.nic] != saved.load;
    }
    for (int device = 0; load_changed && device < problem_.devices; ++device)
        if (touch(device))
            saved_spans_[index(device)] = spans_[index(device)];
    return take_new_values();
}

void ExchangeCost::keep(std::span<const Change> changes, std::span<const std::uint32_t> slot_of_block) {
    if (problem_.replicas * problem_.cp < 2)
        return;
    if (problem_.simple_rings) {
        take_new_hops(changes, slot_of_block, false);
        keep_hops();
        return;
    }
    for (const int device : touched_) {
        values_[index(device)] = new_values_[index(device)];
        energy_[index(device)] = new_energy_[index(device)];
    }
}

void ExchangeCost::keep_hops() {
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

void ExchangeCost::undo() {
    if (problem_.simple_rings || problem_.replicas * problem_.cp < 2)
        return; // nothing was written yet
    if (rings_.known())
        return rings_.undo();
    for (const Change& change : before_)
        put_gpus(change);
    for (const SavedLoad& saved : saved_loads_)
        load_[saved.nic] = saved.load;
    for (const int device : touched_)
        spans_[index(device)] = saved_spans_[index(device)];
}

double ExchangeCost::hop(int device, int replica, std::span<const std::uint32_t> slot_of_block) const {
    const PlacementProblem& p = problem_;
    const int next = replica + 1 < p.replicas ? replica + 1 : 0;
    const std::uint32_t a = slot_of_block[index(replica * p.devices + device)],
                        b = slot_of_block[index(next * p.devices + device)];
    const std::size_t cell = p.table->cell(p.slots[a].site, p.slots[b].site);
    const double latency =
        p.table->latency_s.empty() ? p.table->uniform_latency_s : p.table->latency_s[cell].forward;
    const double share = std::max(p.slots[a].streams, p.slots[b].streams);
    return 2 * latency + p.ring_part_bytes[index(device)] * p.table->s_per_byte[cell].forward * share;
}

double ExchangeCost::after_hops(int device, double slowest) const {
    return exposed(device, problem_.ring_steps * slowest + problem_.ring_wait_s);
}

double ExchangeCost::exposed(int device, double exchange) const {
    const double wait = problem_.exchange_wait_s;
    if (problem_.hidden_s.empty())
        return exchange + wait;
    return wait + exposed_exchange_s(exchange, problem_.reduce_share[index(device)],
                                     problem_.last_share[index(device)], problem_.hidden_s[index(device)]);
}

double ExchangeCost::group_exchange(int device) {
    if (rings_.known())
        return exposed(device, rings_.exchange_s(device, problem_.reduce_bytes[index(device)] +
                                                             problem_.gather_bytes[index(device)]));
    double slowest = 0;
    const int members = problem_.replicas * problem_.cp;
    for (int lane = 0; lane < problem_.exchange_lanes; ++lane) {
        const GroupMembers group{&gpus_[index(device * problem_.replicas * peers_ + lane)], members,
                                 problem_.tp};
        const int kind = problem_.links->kind_of_gpu[index(group[0])];
        slowest = std::max(slowest, group_time_.exchange_s(group, problem_.reduce_bytes[index(device)],
                                                           problem_.gather_bytes[index(device)], load_,
                                                           problem_.exchange_use[index(kind)]));
    }
    return exposed(device, slowest);
}

bool ExchangeCost::spans_nodes(int device) const {
    const int members = problem_.replicas * problem_.cp;
    const int* gpus = &gpus_[index(device * problem_.replicas * peers_)];
    for (int i = 1; i < members; ++i)
        if (!problem_.links->same_node(gpus[0], gpus[i * problem_.tp]))
            return true;
    return false;
}

void ExchangeCost::put_gpus(const Change& change) {
    const int device = static_cast<int>(change.block) % problem_.devices,
              replica = static_cast<int>(change.block) / problem_.devices;
    const auto gpus = problem_.layout.gpus_of(static_cast<int>(change.slot));
    std::copy(gpus.begin(), gpus.end(), gpus_.begin() + (device * problem_.replicas + replica) * peers_);
}

void ExchangeCost::add_load(const Change& change, int sign) {
    for (const int gpu : problem_.layout.gpus_of(static_cast<int>(change.slot))) {
        const std::size_t nic = index(problem_.links->nic_of_gpu[index(gpu)]);
        if (!is_saved_[nic])
            is_saved_[nic] = 1, saved_loads_.push_back({nic, load_[nic]});
        load_[nic] += sign;
    }
}

} // namespace pipette
