// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/time/placement_cost.h"

#include "core/base/index.h"
#include "core/search/time/node_swap.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

namespace pipette {
PlacementCost::PlacementCost(const PlacementProblem& problem, std::span<const std::uint32_t> slot_of_block)
    : problem_(problem),
      slot_of_block_(slot_of_block.begin(), slot_of_block.end()),
      replica_time_(pipette::replica_time(problem)),
      floor_(replica_floor(problem)),
      link_times_(problem),
      exchange_(exchange_kernel(problem, slot_of_block)),
      broken_(problem),
      nodes_alike_inside_(nodes_alike_inside(problem)),
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
    stages_of_.assign(replicas, 0), loaded_ = stages_of_;
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
        if (floor_)
            floor_->soften(std::uint32_t(replica), soft_exchange_.data());
    }
    energy_sum_ = std::accumulate(energy_.begin(), energy_.end(), 0.0);
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

/// Lists a replica, its links as they were.
void PlacementCost::touch(std::uint32_t replica) {
    if (row_of_[replica] >= 0)
        return;
    const std::size_t i = touched_.size();
    row_of_[replica] = static_cast<std::int32_t>(i);
    touched_.push_back(replica);
    stages_of_[i] = loaded_[i] = 0;
    std::copy_n(link_s_.data() + replica * row_, row_, new_link_s_.data() + i * row_);
}

void PlacementCost::put(std::span<const Change> changes) {
    for (const Change& change : changes)
        block_of_slot_[slot_of_block_[change.block]] = -1;
    for (const Change& change : changes) {
        slot_of_block_[change.block] = change.slot;
        block_of_slot_[change.slot] = static_cast<std::int32_t>(change.block);
    }
}

/// Has the cells that a move asks for brought into the cache, all at the same time.
void PlacementCost::fetch_links(std::span<const Change> changes) const {
    const SiteCells& cells = problem_.table->s_per_byte;
    const auto devices = std::uint32_t(problem_.devices), replicas = std::uint32_t(problem_.replicas);
    const auto site = [&](std::uint32_t replica, std::uint32_t device) {
        return problem_.slots[slot_of_block_[replica * devices + device]].site;
    };
    for (const Change& change : changes) {
        const std::uint32_t replica = problem_.replica_of_block[change.block],
                            device = problem_.device_of_block[change.block], here = site(replica, device);
        for (const int link : problem_.sends.links_at[device]) {
            const DeviceLink& at = problem_.sends.links[index(link)];
            cells.fetch(site(replica, std::uint32_t(at.from)), site(replica, std::uint32_t(at.to)));
        }
        cells.fetch(here, site(replica + 1 < replicas ? replica + 1 : 0, device)); // the hops of its ring
        cells.fetch(site(replica > 0 ? replica - 1 : replicas - 1, device), here);
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

/// One of the two replicas touched before this one whose links take as long, where all else does; else
/// itself. Blocks of one node are those of replicas that go the same ways.
std::size_t PlacementCost::same_links(std::size_t touched) const {
    if (problem_.pipeline.classes > 1)
        return touched;
    const BothWays* row = new_link_s_.data() + touched * row_;
    for (std::size_t back = 1; back <= std::min<std::size_t>(2, touched); ++back)
        if (row_ == 0 || std::memcmp(row - back * row_, row, row_ * sizeof(BothWays)) == 0)
            return touched - back;
    return touched;
}

/// Energy of a touched replica, or something above `limit` that it is not below.
double PlacementCost::work_out(std::size_t touched, double limit) {
    const std::size_t devices = index(problem_.devices), padded = index(problem_.padded);
    double* after = &new_after_[touched * padded];
    if (const std::size_t same = same_links(touched); same != touched) {
        std::copy_n(&new_after_[same * padded], padded, after);
        new_pipeline_[touched] = new_pipeline_[same];
        return new_energy_[touched] = new_energy_[same];
    }
    const double least = replica_time_->load(&slot_of_block_[touched_[touched] * devices],
                                             new_link_s_.data() + touched * row_, after);
    for (std::size_t end = 0, ends = problem_.sends.ends.size(); end < ends; ++end) {
        const DeviceLink& link = problem_.sends.ends[end].link;
        after[link.from] += new_link_s_[touched * row_ + links_ + end].forward;
        after[link.to] += new_link_s_[touched * row_ + links_ + end].forward;
    }
    double last = latest(after);
    if (const double energy = soft_.part(least + last); energy > limit)
        return energy;
    new_pipeline_[touched] = replica_time_->pipeline(after);
    if (replica_time_->simulated())
        last = latest(after);
    return new_energy_[touched] = soft_.part(new_pipeline_[touched] + last);
}

/// Whether anything goes to another node from a device, or to it from one.
bool PlacementCost::leaves_node(int device, const std::uint32_t* slots) const {
    const auto leaves = [&](const DeviceLink& at) {
        return problem_.slots[slots[at.from]].node != problem_.slots[slots[at.to]].node;
    };
    for (const int link : problem_.sends.links_at[index(device)])
        if (leaves(problem_.sends.links[index(link)]))
            return true;
    return std::any_of(problem_.sends.ends.begin(), problem_.sends.ends.end(), [&](const EndExchange& end) {
        return end.link.from == device || end.link.to == device;
    });
}

/// Lists the replica of a block that moved with the times of the block's links.
void PlacementCost::load_links_of(std::uint32_t block) {
    const SendProblem& sends = problem_.sends;
    const std::uint32_t replica = problem_.replica_of_block[block];
    const int device = static_cast<int>(problem_.device_of_block[block]);
    const std::uint32_t* slots = slot_of_block_.data() + replica * index(problem_.devices);
    if (keeps_inside_ && !leaves_node(device, slots))
        return;
    touch(replica);
    const std::size_t i = index(row_of_[replica]);
    BothWays* row = new_link_s_.data() + i * row_;
    std::uint64_t loaded = loaded_[i];
    StageSet stages = stages_of_[i];
    for (const int link : sends.links_at[index(device)]) {
        const DeviceLink& at = sends.links.data()[link];
        const std::uint64_t bit = bit_of(index(link));
        if ((loaded & bit) ||
            (keeps_inside_ && problem_.slots[slots[at.from]].node == problem_.slots[slots[at.to]].node))
            continue;
        row[link] = link_times_.link_time(slots[at.from], slots[at.to]);
        loaded |= bit, stages |= StageSet(1) << (device & 63);
    }
    for (std::size_t end = 0; end < sends.ends.size(); ++end) {
        const DeviceLink& at = sends.ends[end].link;
        const std::uint64_t bit = bit_of(links_ + end);
        if ((at.from != device && at.to != device) || (loaded & bit))
            continue;
        row[links_ + end].forward = link_times_.end_time(sends.ends[end], slots[at.from], slots[at.to]);
        loaded |= bit;
    }
    loaded_[i] = loaded, stages_of_[i] = stages;
}

/// Lists the replica of a block on a NIC with other counts where that changes the times of its links.
void PlacementCost::load_shared_links(std::uint32_t block, const NicSharing::Difference& difference) {
    const SendProblem& sends = problem_.sends;
    const std::uint32_t replica = problem_.replica_of_block[block];
    const int device = static_cast<int>(problem_.device_of_block[block]);
    const std::uint32_t* slots = slot_of_block_.data() + replica * index(problem_.devices);
    const auto is_loaded = [&](std::size_t at) {
        return row_of_[replica] >= 0 && (loaded_[index(row_of_[replica])] & bit_of(at)) != 0;
    };
    const auto take = [&](std::size_t at, const BothWays& time, int stage) {
        const BothWays& before = row_of_[replica] >= 0 ? new_link_s_[index(row_of_[replica]) * row_ + at]
                                                       : link_s_[replica * row_ + at];
        if (time.forward == before.forward && time.backward == before.backward)
            return;
        touch(replica);
        const std::size_t i = index(row_of_[replica]);
        new_link_s_[i * row_ + at] = time;
        loaded_[i] |= bit_of(at), stages_of_[i] |= StageSet(1) << (stage & 63);
    };
    for (const int link : sends.links_at[index(device)]) {
        const DeviceLink& at = sends.links.data()[link];
        const std::uint32_t from = slots[at.from], to = slots[at.to];
        if ((at.from == device ? difference.out : difference.in) && !is_loaded(index(link)) &&
            problem_.slots[from].node != problem_.slots[to].node)
            take(index(link), link_times_.link_time(from, to), at.from);
    }
    for (std::size_t end = 0; difference.ends && end < sends.ends.size(); ++end)
        if (const DeviceLink& at = sends.ends[end].link;
            (at.from == device || at.to == device) && !is_loaded(links_ + end))
            take(links_ + end, {link_times_.end_time(sends.ends[end], slots[at.from], slots[at.to]), 0},
                 device);
}

/// Lists the replicas that do not move, but whose links have other shares.
void PlacementCost::load_shared(std::span<const NicSharing::Difference> differences) {
    for (const NicSharing::Difference& difference : differences)
        for (const std::uint32_t slot : sharing_->slots_on(difference.nic))
            if (const std::int32_t block = block_of_slot_[slot]; block >= 0)
                load_shared_links(static_cast<std::uint32_t>(block), difference);
}

/// What the energy of a touched replica is sure to change by, or more.
double PlacementCost::sure_change_of(std::size_t touched) const {
    const std::uint32_t replica = touched_[touched];
    const BothWays *now = new_link_s_.data() + touched * row_, *before = link_s_.data() + replica * row_;
    double sooner = 0; // exchanges between stages
    for (std::size_t end = links_; end < row_; ++end)
        sooner += std::min(0.0, now[end].forward - before[end].forward);
    return soft_.part(floor_->least(replica, stages_of_[touched], now, sooner)) - energy_[replica];
}

double PlacementCost::sure_change() const {
    double change = 0;
    for (std::size_t i = 0; i < touched_.size(); ++i)
        change += sure_change_of(i);
    return change;
}

/// What replicas may get faster by at most.
double PlacementCost::energy_at_stake(std::span<const Change> changes) const {
    if (sharing_) // all may get more of their NICs
        return energy_sum_;
    double energy = 0;
    for (std::size_t i = 0; i < changes.size(); ++i)
        if (const std::uint32_t replica = problem_.replica_of_block[changes[i].block];
            i == 0 || replica != problem_.replica_of_block[changes[i - 1].block])
            energy += energy_[replica];
    return energy;
}

double PlacementCost::attempt(std::span<const Change> changes, double limit) {
    before_.clear();
    for (const Change& change : changes)
        before_.push_back({change.block, slot_of_block_[change.block]});
    put(changes);
    if (problem_.table->s_per_byte.are_far())
        fetch_links(changes);
    if (!broken_.any_broken())
        return change_of_times(changes, limit);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    constexpr double weight = 1000; // of the whole cost: no move takes a hop over a broken link to save time
    broken_change_ = weight * cost_ * double(broken_.attempt(changes, slot_of_block_));
    const double left = limit - broken_change_, change = change_of_times(changes, left);
    const double both = change + broken_change_;
    return change > left ? std::max(both, std::nextafter(limit, infinity)) : both;
}

double PlacementCost::energy_of_touched() const {
    double sum = 0;
    for (const std::uint32_t replica : touched_)
        sum += energy_[replica];
    return sum;
}

/// They stay listed, but a move to come may list them again.
void PlacementCost::forget_touched() {
    for (const std::uint32_t replica : touched_)
        row_of_[replica] = -1;
}

/// attempt() but for broken links; the placement holds the changes already.
double PlacementCost::change_of_times(std::span<const Change> changes, double limit) {
    touched_.clear();
    // What is cheap to work out comes first: a move that is too dear already needs no more.
    Move move{changes, before_, slot_of_block_, block_of_slot_};
    if (changes.size() > 2)
        move.swap = node_swap(problem_, move);
    keeps_inside_ = nodes_alike_inside_ && move.swap;
    auto [change, at_stake] = exchange_->attempt_first(move);
    if (const double sure = change - at_stake - energy_at_stake(changes); sure > limit)
        return sure;
    std::span<const NicSharing::Difference> differences;
    if (sharing_)
        differences = sharing_->change(move);
    std::optional<double> of_first; // of two replicas
    for (const Change& one : changes) {
        load_links_of(one.block);
        if (!floor_ || sharing_ || changes.size() != 2 || &one != changes.data())
            continue;
        const std::uint32_t second = problem_.replica_of_block[changes[1].block];
        if (touched_[0] == second)
            continue;
        of_first = sure_change_of(0); // it may be too slow by itself
        if (const double sure = change - at_stake + *of_first - energy_[second]; sure > limit) {
            forget_touched();
            return sure;
        }
    }
    double spare = energy_of_touched(); // how far the energy may still fall
    if (!differences.empty()) {
        const double others = std::max(0.0, energy_sum_ - spare); // which may all get more of their NICs
        const double sure = floor_ ? change - at_stake - others + sure_change() : limit;
        if (sure > limit) {
            forget_touched();
            return sure;
        }
        load_shared(differences);
        spare = energy_of_touched();
    }
    forget_touched();
    if (floor_ && (at_stake == 0 || changes.size() <= 2)) { // else too much may still become faster
        const double of_replicas = of_first ? *of_first + sure_change_of(1) : sure_change();
        if (const double sure = change - at_stake + of_replicas; sure > limit)
            return sure;
    }
    spare += at_stake;
    for (std::size_t i = 0; i < touched_.size(); ++i) {
        const double old = energy_[touched_[i]];
        spare -= old;
        change += work_out(i, limit - change + spare + old) - old;
        if (change - spare > limit)
            return change - spare;
    }
    return change + exchange_->attempt_last(move, limit - change);
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
        if (floor_) {
            floor_->keep(touched_[i], link_s_.data() + touched_[i] * row_, after);
            floor_->soften(touched_[i], soft_exchange_.data());
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
    for (std::size_t i = 0; i < touched_.size(); ++i) {
        energy_sum_ += new_energy_[i] - energy_[touched_[i]];
        energy_[touched_[i]] = new_energy_[i];
    }
    keep_columns();
    cost_ = combined();
    if (sharing_)
        sharing_->keep();
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
