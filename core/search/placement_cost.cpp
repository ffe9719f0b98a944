// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/placement_cost.h"

#include <algorithm>

namespace pipette {
namespace {

std::size_t index(int i) {
    return static_cast<std::size_t>(i);
}

} // namespace

PlacementCost::PlacementCost(const PlacementProblem& problem, std::span<const std::uint32_t> slot_of_block)
    : problem_(problem),
      slot_of_block_(slot_of_block.begin(), slot_of_block.end()),
      replica_time_(problem),
      sharing_(problem, slot_of_block),
      exchange_(problem, slot_of_block),
      links_(problem.device_links.size()) {
    const std::size_t replicas = index(problem.replicas), padded = index(problem.padded);
    new_link_s_.resize(replicas * links_);

    ends_.assign(replicas * padded, 0), new_ends_ = ends_;
    slowest_.assign(padded, 0), new_slowest_ = slowest_;
    before_.reserve(index(problem.blocks()));
    touched_.reserve(replicas);
    is_touched_.assign(replicas, 0);
    is_own_stage_.assign(index(problem.devices), 0);
    block_of_slot_.assign(index(problem.places()), -1);
    reset(slot_of_block);
}

void PlacementCost::reset(std::span<const std::uint32_t> slot_of_block) {
    std::copy(slot_of_block.begin(), slot_of_block.end(), slot_of_block_.begin());
    std::fill(block_of_slot_.begin(), block_of_slot_.end(), -1);
    for (std::size_t block = 0; block < slot_of_block_.size(); ++block)
        block_of_slot_[slot_of_block_[block]] = static_cast<std::int32_t>(block);
    sharing_.reset(slot_of_block_);
    exchange_.reset(slot_of_block_);
    touched_.clear();
    for (std::uint32_t replica = 0; replica < std::uint32_t(problem_.replicas); ++replica)
        touched_.push_back(replica);
    work_out_touched();
    columns_after_touched();
    new_exchange_ = exchange_.values();
    new_cost_ = combine();
    keep_values();
}

void PlacementCost::touch(std::uint32_t replica) {
    if (is_touched_[replica])
        return;
    is_touched_[replica] = 1;
    touched_.push_back(replica);
}

void PlacementCost::put(std::span<const Change> changes) {
    for (const Change& change : changes)
        block_of_slot_[slot_of_block_[change.block]] = -1;
    for (const Change& change : changes) {
        slot_of_block_[change.block] = change.slot;
        block_of_slot_[change.slot] = static_cast<std::int32_t>(change.block);
    }
}

void PlacementCost::work_out_touched() {
    const std::size_t devices = index(problem_.devices), padded = index(problem_.padded);
    for (std::size_t i = 0; i < touched_.size(); ++i) {
        const std::uint32_t* slots = &slot_of_block_[touched_[i] * devices];
        BothWays* links = &new_link_s_[i * links_];
        for (std::size_t link = 0; link < links_; ++link) {
            const DeviceLink& ends = problem_.device_links[link];
            links[link] = sharing_.link_time(slots[ends.from], slots[ends.to]);
        }
        double* ends = &new_ends_[i * padded];
        replica_time_.ends(slots, links, ends);
        if (problem_.tied_bytes > 0) {
            const double tied = sharing_.tied_time(slots[0], slots[devices - 1]);
            ends[0] += tied, ends[devices - 1] += tied;
        }
    }
}

double PlacementCost::attempt(std::span<const Change> changes, double limit) {
    before_.clear();
    touched_.clear();
    for (const Change& change : changes)
        before_.push_back({change.block, slot_of_block_[change.block]});
    if (problem_.nics_shared)
        sharing_.before_change(changes, slot_of_block_);
    put(changes);
    for (const Change& change : changes)
        touch(change.block / std::uint32_t(problem_.devices));
    if (problem_.nics_shared)
        for (const std::uint32_t nic : sharing_.after_change(slot_of_block_))
            for (const std::uint32_t slot : sharing_.slots_on(nic))
                if (block_of_slot_[slot] >= 0)
                    touch(std::uint32_t(block_of_slot_[slot]) / std::uint32_t(problem_.devices));
    work_out_touched();
    columns_after_touched();
    for (const std::uint32_t replica : touched_)
        is_touched_[replica] = 0;
    exchange_attempted_ = false;
    if (problem_.rings_apart)
        if (const double least = cost_of_other_stages(changes); least > limit)
            return least;
    exchange_attempted_ = true;
    new_exchange_ = exchange_.attempt(changes, before_, slot_of_block_);
    return new_cost_ = combine();
}

/// The cost by the stages whose exchange the changes leave alone: no more than the whole cost, and often
/// enough to see that a move is too dear.
double PlacementCost::cost_of_other_stages(std::span<const Change> changes) {
    const auto devices = std::uint32_t(problem_.devices);
    for (const Change& change : changes)
        is_own_stage_[change.block % devices] = 1;
    const double* exchange = exchange_.values();
    double cost = 0;
    for (std::size_t s = 0; s < devices; ++s)
        cost = std::max(cost, new_slowest_[s] + (is_own_stage_[s] ? 0 : exchange[s]));
    for (const Change& change : changes)
        is_own_stage_[change.block % devices] = 0;
    return cost;
}

/// The slowest replica of every stage after the move. Only when a touched replica was the slowest do all have
/// to be looked at again.
void PlacementCost::columns_after_touched() {
    const std::size_t padded = index(problem_.padded), devices = index(problem_.devices);
    bool was_slowest = touched_.size() == index(problem_.replicas);
    for (std::size_t i = 0; i < touched_.size() && !was_slowest; ++i) {
        const double* old = &ends_[touched_[i] * padded];
        for (std::size_t s = 0; s < devices; ++s)
            was_slowest |= old[s] == slowest_[s];
    }
    double* slowest = new_slowest_.data();
    if (!was_slowest) {
        std::copy(slowest_.begin(), slowest_.end(), slowest);
    } else {
        std::fill(slowest, slowest + padded, 0.0);
        for (std::size_t replica = 0; replica < index(problem_.replicas); ++replica) {
            if (is_touched_[replica])
                continue;
            const double* row = &ends_[replica * padded];
            for (std::size_t s = 0; s < padded; ++s)
                slowest[s] = row[s] > slowest[s] ? row[s] : slowest[s];
        }
    }
    for (std::size_t i = 0; i < touched_.size(); ++i) {
        const double* row = &new_ends_[i * padded];
        for (std::size_t s = 0; s < padded; ++s)
            slowest[s] = row[s] > slowest[s] ? row[s] : slowest[s];
    }
}

double PlacementCost::combine() const {
    double cost = 0;
    for (std::size_t s = 0; s < index(problem_.devices); ++s)
        cost = std::max(cost, new_slowest_[s] + new_exchange_[s]);
    return cost;
}

void PlacementCost::keep_values() {
    const std::size_t padded = index(problem_.padded);
    for (std::size_t i = 0; i < touched_.size(); ++i)
        std::copy_n(&new_ends_[i * padded], padded, &ends_[touched_[i] * padded]);
    slowest_.swap(new_slowest_);
    cost_ = new_cost_;
}

void PlacementCost::keep() {
    exchange_.keep();
    keep_values();
}

void PlacementCost::undo() {
    put(before_);
    if (problem_.nics_shared)
        sharing_.undo();
    if (exchange_attempted_)
        exchange_.undo();
}

int PlacementCost::slowest_replica() const {
    std::size_t worst = 0;
    const double* exchange = exchange_.values();
    for (std::size_t s = 1; s < index(problem_.devices); ++s)
        if (slowest_[s] + exchange[s] > slowest_[worst] + exchange[worst])
            worst = s;
    for (std::size_t replica = 0; replica < index(problem_.replicas); ++replica)
        if (ends_[replica * index(problem_.padded) + worst] == slowest_[worst])
            return static_cast<int>(replica);
    return 0;
}

} // namespace pipette
