// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/exchange_cost.h"

#include <algorithm>

namespace pipette {
namespace {

std::size_t index(int i) {
    return static_cast<std::size_t>(i);
}

} // namespace

ExchangeCost::ExchangeCost(const PlacementProblem& problem, std::span<const std::uint32_t> slot_of_block)
    : problem_(problem), peers_(problem.layout.block_size), group_time_(*problem.links) {
    const std::size_t devices = index(problem.devices), blocks = index(problem.blocks());
    values_.assign(index(problem.padded), 0);
    new_values_ = values_;
    slowest_.assign(devices, 0), new_slowest_ = slowest_;
    is_touched_.assign(devices, 0), spans_.assign(devices, 0), saved_spans_ = spans_;
    touched_.reserve(devices);
    before_.reserve(blocks);
    if (problem.simple_rings) {
        hops_.assign(blocks, 0);
        saved_hops_.reserve(4 * blocks);
    } else {
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

bool ExchangeCost::touch(int device) {
    if (is_touched_[index(device)])
        return false;
    is_touched_[index(device)] = 1;
    touched_.push_back(device);
    return true;
}

const double* ExchangeCost::attempt(std::span<const Change> changes, std::span<const Change> before,
                                    std::span<const std::uint32_t> slot_of_block) {
    if (problem_.replicas * problem_.cp < 2)
        return values_.data();
    touched_.clear();
    if (problem_.simple_rings)
        attempt_rings(changes, slot_of_block);
    else
        attempt_groups(changes, before);
    return new_values_.data();
}

void ExchangeCost::attempt_rings(std::span<const Change> changes,
                                 std::span<const std::uint32_t> slot_of_block) {
    const int devices = problem_.devices, replicas = problem_.replicas;
    saved_hops_.clear();
    std::copy(values_.begin(), values_.end(), new_values_.begin());
    for (const Change& change : changes) {
        const int device = static_cast<int>(change.block) % devices,
                  replica = static_cast<int>(change.block) / devices;
        if (touch(device))
            new_slowest_[index(device)] = slowest_[index(device)];
        double& slowest = new_slowest_[index(device)];
        const int ahead = replica > 0 ? replica - 1 : replicas - 1;
        for (const int sender : {ahead, replica}) {
            const std::size_t at = index(device * replicas + sender);
            const double old = hops_[at], now = hop(device, sender, slot_of_block);
            saved_hops_.push_back({at, old});
            hops_[at] = now;
            if (now >= slowest)
                slowest = now;
            else if (old == slowest) // the slowest hop may be gone: look at all
                slowest = -1;
        }
    }
    for (const int device : touched_) {
        is_touched_[index(device)] = 0;
        double& slowest = new_slowest_[index(device)];
        if (slowest < 0 || slowest < slowest_[index(device)])
            for (const double *h = &hops_[index(device * replicas)], *end = h + replicas; h != end; ++h)
                slowest = std::max(slowest, *h);
        new_values_[index(device)] = after_hops(device, slowest);
    }
}

void ExchangeCost::attempt_groups(std::span<const Change> changes, std::span<const Change> before) {
    const auto devices = std::uint32_t(problem_.devices);
    before_.assign(before.begin(), before.end());
    saved_loads_.clear();
    std::copy(values_.begin(), values_.end(), new_values_.begin());
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
    for (const int device : touched_) {
        is_touched_[index(device)] = 0;
        new_values_[index(device)] = group_exchange(device);
    }
}

void ExchangeCost::keep() {
    if (problem_.replicas * problem_.cp < 2)
        return;
    values_.swap(new_values_);
    if (problem_.simple_rings)
        for (const int device : touched_)
            slowest_[index(device)] = new_slowest_[index(device)];
}

void ExchangeCost::undo() {
    if (problem_.replicas * problem_.cp < 2)
        return;
    if (problem_.simple_rings) {
        for (auto saved = saved_hops_.rbegin(); saved != saved_hops_.rend(); ++saved)
            hops_[saved->at] = saved->hop;
        return;
    }
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
    const std::size_t cell = p.table->cell(p.site_of_slot[a], p.site_of_slot[b]);
    const double latency =
        p.table->latency_s.empty() ? p.table->uniform_latency_s : p.table->latency_s[cell].forward;
    const double share = std::max(p.streams_of_slot[a], p.streams_of_slot[b]);
    return 2 * latency + p.ring_part_bytes[index(device)] * p.table->s_per_byte[cell].forward * share;
}

double ExchangeCost::after_hops(int device, double slowest) const {
    return exposed(device, problem_.ring_steps * (slowest + problem_.ring_step_latency_s));
}

double ExchangeCost::exposed(int device, double exchange) const {
    if (problem_.hidden_s.empty() || problem_.hidden_layers[index(device)] < 1)
        return exchange;
    const double reduce_bytes = problem_.reduce_bytes[index(device)];
    const double bytes = reduce_bytes + problem_.gather_bytes[index(device)];
    const double reduce = bytes > 0 ? exchange * reduce_bytes / bytes : 0;
    return exchange - reduce +
           std::max(reduce - problem_.hidden_s[index(device)],
                    reduce / problem_.hidden_layers[index(device)]);
}

double ExchangeCost::group_exchange(int device) {
    double slowest = 0;
    const int members = problem_.replicas * problem_.cp;
    for (int lane = 0; lane < problem_.exchange_lanes; ++lane) {
        const GroupMembers group{&gpus_[index(device * problem_.replicas * peers_ + lane)], members,
                                 problem_.tp};
        const int kind = problem_.links->kind_of_gpu[index(group[0])];
        slowest = std::max(slowest, group_time_.exchange_s(group, problem_.reduce_bytes[index(device)],
                                                           problem_.gather_bytes[index(device)], load_,
                                                           problem_.link_use[index(kind)]));
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
