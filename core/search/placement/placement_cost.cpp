// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/placement/placement_cost.h"

#include "core/base/index.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pipette {
PlacementCost::PlacementCost(const PlacementProblem& problem, std::span<const std::uint32_t> slot_of_block)
    : problem_(problem),
      slot_of_block_(slot_of_block.begin(), slot_of_block.end()),
      replica_time_(pipette::replica_time(problem)),
      floor_(problem),
      link_times_(problem),
      exchange_(exchange_kernel(problem, slot_of_block)),
      broken_(problem),
      links_(problem.sends.links.size()),
      row_(links_ + problem.sends.ends.size()) {
    if (problem.nics_shared)
        sharing_.emplace(problem, link_times_.streams());
    const std::size_t replicas = index(problem.replicas), padded = index(problem.padded);
    link_s_.resize(replicas * row_), new_link_s_ = link_s_;
    ends_.assign(replicas * padded, 0), new_after_ = ends_;
    new_pipeline_.assign(replicas, 0);
    slowest_.assign(padded, 0), soft_exchange_ = slowest_;
    energy_.assign(replicas, 0), new_energy_ = energy_;
    before_.reserve(index(problem.blocks()));
    touched_.reserve(replicas);
    row_of_.assign(replicas, -1);
    block_of_slot_.assign(index(problem.places()), -1);
    reset(slot_of_block);
}

void PlacementCost::reset(std::span<const std::uint32_t> slot_of_block) {
    std::copy(slot_of_block.begin(), slot_of_block.end(), slot_of_block_.begin());
    std::fill(block_of_slot_.begin(), block_of_slot_.end(), -1);
    for (std::size_t block = 0; block < slot_of_block_.size(); ++block)
        block_of_slot_[slot_of_block_[block]] = static_cast<std::int32_t>(block);
    if (sharing_)
        sharing_->reset(slot_of_block_);
    exchange_->reset(slot_of_block_);
    broken_.reset(slot_of_block_);
    touched_.resize(index(problem_.replicas));
    std::iota(touched_.begin(), touched_.end(), 0u);
    for (std::size_t i = 0; i < touched_.size(); ++i) {
        load_all_links(i);
        work_out(i, std::numeric_limits<double>::infinity());
    }
    keep_columns();
    cost_ = combined();
    soften(cost_ / 1000);
}

void PlacementCost::soften(double width) {
    soft_ = {cost_, width};
    std::copy_n(exchange_->values(), soft_exchange_.size(), soft_exchange_.begin());
    for (std::size_t replica = 0; replica < energy_.size(); ++replica) {
        energy_[replica] = soft_.part(latest(&ends_[replica * index(problem_.padded)]));
        if (floor_.known())
            floor_.soften(std::uint32_t(replica), soft_exchange_.data());
    }
    exchange_->soften(soft_, slowest_.data());
}

double PlacementCost::energy() const {
    return std::accumulate(energy_.begin(), energy_.end(), 0.0) + exchange_->energy();
}

/// When the last of the stages that end like this has exchanged its gradients. What pads a row ends no later
/// than stage 0.
double PlacementCost::latest(const double* ends) const {
    constexpr double never = -std::numeric_limits<double>::infinity();
    double last[4] = {never, never, never, never};
    for (std::size_t s = 0; s < soft_exchange_.size(); s += 4)
        for (std::size_t i = 0; i < 4; ++i) {
            const double end = ends[s + i] + soft_exchange_[s + i];
            last[i] = end > last[i] ? end : last[i];
        }
    return std::max(std::max(last[0], last[1]), std::max(last[2], last[3]));
}

void PlacementCost::touch(std::uint32_t replica) {
    if (row_of_[replica] >= 0)
        return;
    row_of_[replica] = static_cast<std::int32_t>(touched_.size());
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

void PlacementCost::load_all_links(std::size_t touched) {
    const std::uint32_t* slots = &slot_of_block_[touched_[touched] * index(problem_.devices)];
    BothWays* row = new_link_s_.data() + touched * row_;
    for (std::size_t link = 0; link < links_; ++link) {
        const DeviceLink& ends = problem_.sends.links[link];
        row[link] = link_times_.link_time(slots[ends.from], slots[ends.to]);
    }
    const std::vector<EndExchange>& ends = problem_.sends.ends;
    for (std::size_t end = 0; end < ends.size(); ++end)
        row[links_ + end].forward =
            link_times_.end_time(ends[end], slots[ends[end].link.from], slots[ends[end].link.to]);
}

/// Energy of a touched replica, or something above `limit` that it is not below.
double PlacementCost::work_out(std::size_t touched, double limit) {
    const std::size_t devices = index(problem_.devices), padded = index(problem_.padded);
    double* after = &new_after_[touched * padded];
    const double least = replica_time_->load(&slot_of_block_[touched_[touched] * devices],
                                             new_link_s_.data() + touched * row_, after);
    for (std::size_t end = 0, ends = problem_.sends.ends.size(); end < ends; ++end) {
        const DeviceLink& link = problem_.sends.ends[end].link;
        after[link.from] += new_link_s_[touched * row_ + links_ + end].forward;
        after[link.to] += new_link_s_[touched * row_ + links_ + end].forward;
    }
    const double last = latest(after);
    if (const double energy = soft_.part(least + last); energy > limit)
        return energy;
    new_pipeline_[touched] = replica_time_->pipeline();
    return new_energy_[touched] = soft_.part(new_pipeline_[touched] + last);
}

/// Lists the replicas of the changed blocks with the times of their links.
void PlacementCost::touch_changed(std::span<const Change> changes) {
    const auto devices = std::uint32_t(problem_.devices);
    touched_.clear();
    for (const Change& change : changes)
        touch(problem_.replica_of_block[change.block]);
    if (sharing_) { // links of slots on the NICs that differ have another share now
        for (const std::uint32_t slot : sharing_->after_change(slot_of_block_))
            if (block_of_slot_[slot] >= 0)
                touch(problem_.replica_of_block[std::size_t(block_of_slot_[slot])]);
        for (std::size_t i = 0; i < touched_.size(); ++i)
            load_all_links(i);
        return;
    }
    const SendProblem& sends = problem_.sends;
    const std::size_t ends = sends.ends.size();
    for (std::size_t i = 0; i < touched_.size(); ++i) {
        std::copy_n(link_s_.data() + touched_[i] * row_, row_, new_link_s_.data() + i * row_);
    }
    for (const Change& change : changes) {
        const std::uint32_t replica = problem_.replica_of_block[change.block],
                            device = problem_.device_of_block[change.block];
        const std::uint32_t* slots = &slot_of_block_[replica * devices];
        BothWays* links = new_link_s_.data() + std::size_t(row_of_[replica]) * row_;
        for (const int link : sends.links_at[device]) {
            const DeviceLink& at = sends.links[index(link)];
            links[link] = link_times_.link_time(slots[at.from], slots[at.to]);
        }
        for (std::size_t end = 0; end < ends; ++end)
            if (const DeviceLink& at = sends.ends[end].link;
                std::uint32_t(at.from) == device || std::uint32_t(at.to) == device)
                links[links_ + end].forward =
                    link_times_.end_time(sends.ends[end], slots[at.from], slots[at.to]);
    }
}

/// What the energies of the touched replicas are sure to change by, or more, when one or two blocks move.
double PlacementCost::sure_change(std::span<const Change> changes) const {
    const std::uint32_t *replica = problem_.replica_of_block.data(),
                        *device = problem_.device_of_block.data();
    double change = 0;
    for (std::size_t i = 0; i < touched_.size(); ++i) {
        std::uint32_t stages[2];
        std::size_t count = 0;
        for (const Change& one : changes)
            if (replica[one.block] == touched_[i])
                stages[count++] = device[one.block];
        if (count == 2 && stages[0] > stages[1])
            std::swap(stages[0], stages[1]);
        const BothWays *now = new_link_s_.data() + i * row_, *before = link_s_.data() + touched_[i] * row_;
        double sooner = 0; // exchanges between stages
        for (std::size_t end = links_; end < row_; ++end)
            sooner += std::min(0.0, now[end].forward - before[end].forward);
        const double least = floor_.least(touched_[i], {stages, count}, now, before, sooner);
        change += soft_.part(least) - energy_[touched_[i]];
    }
    return change;
}

double PlacementCost::attempt(std::span<const Change> changes, double limit) {
    before_.clear();
    for (const Change& change : changes)
        before_.push_back({change.block, slot_of_block_[change.block]});
    if (sharing_)
        sharing_->before_change(changes, slot_of_block_);
    put(changes);
    if (!broken_.any_broken())
        return change_of_times(changes, limit);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    constexpr double weight = 1000; // of the whole cost: no move takes a hop over a broken link to save time
    broken_change_ = weight * cost_ * double(broken_.attempt(changes, slot_of_block_));
    const double left = limit - broken_change_, change = change_of_times(changes, left);
    const double both = change + broken_change_;
    return change > left ? std::max(both, std::nextafter(limit, infinity)) : both;
}

/// attempt() but for broken links; the placement holds the changes already.
double PlacementCost::change_of_times(std::span<const Change> changes, double limit) {
    touch_changed(changes);
    double spare = 0; // how far the energy may still fall
    for (const std::uint32_t replica : touched_) {
        row_of_[replica] = -1;
        spare += energy_[replica];
    }
    // What is cheap to work out comes first: a move that is too dear already needs no more.
    const Move move{changes, before_, slot_of_block_, block_of_slot_};
    auto [change, at_stake] = exchange_->attempt_first(move);
    if (floor_.known() && changes.size() <= 2)
        if (const double sure = change - at_stake + sure_change(changes); sure > limit)
            return sure;
    spare += at_stake;
    for (std::size_t i = 0; i < touched_.size(); ++i) {
        const double old = energy_[touched_[i]];
        spare -= old;
        change += work_out(i, limit - change + spare + old) - old;
        if (change - spare > limit)
            return change - spare;
    }
    return change + exchange_->attempt_last(move);
}

/// Takes the rows of the touched replicas and finds the slowest of every stage again. Only when a touched
/// replica was the slowest do all have to be looked at.
void PlacementCost::keep_columns() {
    const std::size_t padded = index(problem_.padded), devices = index(problem_.devices);
    bool was_slowest = touched_.size() == index(problem_.replicas);
    for (std::size_t i = 0; i < touched_.size(); ++i) {
        double* old = &ends_[touched_[i] * padded];
        const double *after = &new_after_[i * padded], pipeline = new_pipeline_[i];
        for (std::size_t s = 0; s < devices; ++s) {
            const double end = pipeline + after[s];
            was_slowest |= old[s] == slowest_[s] && end < old[s];
            old[s] = end;
            slowest_[s] = std::max(slowest_[s], end);
        }
        std::copy_n(new_link_s_.data() + i * row_, row_, link_s_.data() + touched_[i] * row_);
        if (floor_.known()) {
            floor_.keep(touched_[i], link_s_.data() + touched_[i] * row_, after);
            floor_.soften(touched_[i], soft_exchange_.data());
        }
    }
    if (!was_slowest)
        return;
    std::fill(slowest_.begin(), slowest_.end(), 0.0);
    for (std::size_t replica = 0; replica < index(problem_.replicas); ++replica)
        for (std::size_t s = 0; s < padded; ++s)
            slowest_[s] = std::max(slowest_[s], ends_[replica * padded + s]);
}

double PlacementCost::combined() const {
    const double* exchange = exchange_->values();
    double cost = 0;
    for (std::size_t s = 0; s < index(problem_.devices); ++s)
        cost = std::max(cost, slowest_[s] + exchange[s]);
    return cost;
}

void PlacementCost::keep() {
    exchange_->keep({before_, before_, slot_of_block_, block_of_slot_});
    for (std::size_t i = 0; i < touched_.size(); ++i)
        energy_[touched_[i]] = new_energy_[i];
    keep_columns();
    cost_ = combined();
}

void PlacementCost::undo() {
    put(before_);
    if (sharing_)
        sharing_->undo();
    exchange_->undo();
    if (broken_.any_broken())
        broken_.undo();
}

int PlacementCost::slowest_replica() const {
    std::size_t worst = 0;
    const double* exchange = exchange_->values();
    for (std::size_t s = 1; s < index(problem_.devices); ++s)
        if (slowest_[s] + exchange[s] > slowest_[worst] + exchange[worst])
            worst = s;
    for (std::size_t replica = 0; replica < index(problem_.replicas); ++replica)
        if (ends_[replica * index(problem_.padded) + worst] == slowest_[worst])
            return static_cast<int>(replica);
    return 0;
}

} // namespace pipette
