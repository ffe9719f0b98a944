// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/time/group_exchange.h"

#include "core/base/index.h"

#include <algorithm>

namespace pipette {

GroupExchange::GroupExchange(const PlacementProblem& problem)
    : ExchangeKernel(problem),
      peers_(problem.layout.block_size),
      places_(problem.replicas * peers_),
      group_time_(*problem.links) {
    std::size_t groups = 0;
    for (const StageExchange& exchange : problem.exchange.collectives) {
        Part& part = parts_.emplace_back();
        part.exchange = &exchange;
        part.place.resize(index(places_));
        for (int group = 0; group < part.groups(); ++group)
            for (int member = 0; member < part.members(); ++member)
                part.place[index(exchange.groups.rank(group, member))] = group * part.members() + member;
        part.gpus.assign(index(problem.devices) * index(places_), 0);
        part.spans.assign(index(problem.devices) * index(part.groups()), 0);
        part.differs.assign(index(part.groups()), 0);
        for (const int group : exchange.different)
            part.differs[index(group)] = 1;
        part.time_s.assign(part.spans.size(), 0), part.stale = part.spans;
        part.energy = part.time_s;
        part.slowest_s.assign(index(problem.devices), 0);
        part.begin_s = part.beside_s = part.slowest_s;
        groups += part.spans.size();
    }
    seat_of_gpu_.resize(index(problem.links->gpus));
    gpus_of_nic_.resize(index(problem.links->nics));
    for (int slot = 0; slot < problem.places(); ++slot)
        for (int peer = 0; peer < peers_; ++peer) {
            const int gpu = problem.layout.gpus_of(slot)[index(peer)];
            seat_of_gpu_[index(gpu)] = {slot, peer};
            gpus_of_nic_[index(problem.links->nic_of_gpu[index(gpu)])].push_back(gpu);
        }
    energies_.assign(index(problem.devices), 0), is_changed_.assign(energies_.size(), 0);
    longer_.resize(energies_.size()), soft_longer_ = longer_;
    for (Load& load : loads_) {
        load.spanning.assign(index(problem.links->gpus), 0);
        load.users.assign(index(problem.links->nics), 0);
    }
    is_saved_.assign(loads_.size() * index(problem.links->nics), 0);
    saved_users_.reserve(is_saved_.size());
    saved_spanning_.reserve(4 * parts_.size() * index(problem.links->gpus));
    saved_spans_.reserve(groups), saved_times_.reserve(groups), stale_.reserve(groups);
    before_.reserve(index(problem.blocks()));
}

void GroupExchange::reset(std::span<const std::uint32_t> slot_of_block) {
    std::vector<Change> all;
    for (std::uint32_t block = 0; block < slot_of_block.size(); ++block)
        all.push_back({block, slot_of_block[block]});
    put(all);
    for (Load& load : loads_) {
        std::fill(load.spanning.begin(), load.spanning.end(), 0);
        std::fill(load.users.begin(), load.users.end(), 0);
    }
    for (std::size_t number = 0; number < parts_.size(); ++number) {
        Part& part = parts_[number];
        for (std::size_t group = 0; group < part.spans.size(); ++group) {
            part.spans[group] = finds_span(part, group);
            const GroupMembers members = members_of(part, group);
            for (int i = 0; part.spans[group] && i < members.size; ++i)
                add_load(number, members[i], 1);
        }
    }
    forget_loads();
    loads_stay_ = problem_.exchange.slots_alike && spread_loads(slot_of_block);
    taken_ = false;
    each_group([&](const Stale& group) { work_out(group); });
    for (std::size_t device = 0; device < index(problem_.devices); ++device)
        sum_up(device);
}

/// Whether the cards of every block have as many users, peer by peer; gives the cards of spare slots as many.
bool GroupExchange::spread_loads(std::span<const std::uint32_t> slot_of_block) {
    const auto gpus_of = [&](std::size_t slot) { return problem_.layout.gpus_of(static_cast<int>(slot)); };
    const auto first = gpus_of(slot_of_block.front());
    for (Load& load : loads_) {
        const auto users = [&](int gpu) -> int& {
            return load.users[index(problem_.links->nic_of_gpu[index(gpu)])];
        };
        std::vector<char> taken(index(problem_.places()), 0);
        for (const std::uint32_t slot : slot_of_block) {
            taken[slot] = 1;
            if (!std::equal(first.begin(), first.end(), gpus_of(slot).begin(),
                            [&](int a, int b) { return users(a) == users(b); }))
                return false;
        }
        for (std::size_t slot = 0; slot < taken.size(); ++slot)
            for (std::size_t peer = 0; !taken[slot] && peer < first.size(); ++peer)
                users(gpus_of(slot)[peer]) = users(first[peer]);
    }
    return true;
}

void GroupExchange::soften(const SoftMaximum& soft, const double* begin) {
    soft_ = soft;
    soft_longer_ = longer_;
    for (std::size_t number = 0; number < parts_.size(); ++number)
        for (std::size_t device = 0; device < is_changed_.size(); ++device) {
            Part& part = parts_[number];
            part.beside_s[device] = beside_s(number, device);
            const double exposed_s = part.exchange->exposed_s(
                static_cast<int>(device), part.slowest_s[device] + part.beside_s[device], longer_[device]);
            part.begin_s[device] = begin[device] + values_[device] - exposed_s;
        }
    each_group([&](const Stale& group) { work_out(group); });
    for (std::size_t device = 0; device < is_changed_.size(); ++device)
        sum_up(device);
}

/// What the other collectives that are hidden with one take, one after another.
double GroupExchange::beside_s(std::size_t number, std::size_t device) const {
    double sum_s = 0;
    for (std::size_t other = 0; other < parts_.size(); ++other)
        if (other != number && parts_[other].exchange->hidden_with == parts_[number].exchange->hidden_with)
            sum_s += parts_[other].slowest_s[device];
    return sum_s;
}

/// Calls function(group, place, gpu) for the GPUs of a block in a slot; the group counts through all devices.
template <class Function>
void GroupExchange::each_gpu(const Part& part, const Change& change, const Function& function) const {
    const std::size_t device = problem_.device_of_block[change.block],
                      first = problem_.replica_of_block[change.block] * index(peers_);
    const auto gpus = problem_.layout.gpus_of(static_cast<int>(change.slot));
    for (std::size_t peer = 0; peer < gpus.size(); ++peer) {
        const int place = part.place[first + peer];
        function(device * index(part.groups()) + index(place / part.members()),
                 device * index(places_) + index(place), gpus[peer]);
    }
}

GroupMembers GroupExchange::members_of(const Part& part, std::size_t group) const {
    return {&part.gpus[group * index(part.members())], part.members(), 1};
}

bool GroupExchange::finds_span(const Part& part, std::size_t group) const {
    const GroupMembers members = members_of(part, group);
    for (int i = 1; i < members.size; ++i)
        if (!problem_.links->same_node(members[0], members[i]))
            return true;
    return false;
}

void GroupExchange::put(std::span<const Change> changes) {
    for (Part& part : parts_)
        for (const Change& change : changes)
            each_gpu(part, change, [&](std::size_t, std::size_t place, int gpu) { part.gpus[place] = gpu; });
}

void GroupExchange::add_load(std::size_t part, int gpu, int sign) {
    const bool in_layers = is_in_layers(part);
    Load& load = loads_[in_layers];
    int& spanning = load.spanning[index(gpu)];
    const bool used = spanning > 0;
    spanning += sign;
    saved_spanning_.push_back({in_layers, index(gpu), sign});
    if (used == (spanning > 0))
        return;
    const std::size_t nic = index(problem_.links->nic_of_gpu[index(gpu)]);
    char& saved = is_saved_[in_layers * load.users.size() + nic];
    if (!saved)
        saved = 1, saved_users_.push_back({in_layers, nic, load.users[nic]});
    load.users[nic] += sign;
}

void GroupExchange::forget_loads() {
    for (const SavedUsers& saved : saved_users_)
        is_saved_[saved.in_layers * loads_[0].users.size() + saved.nic] = 0;
    saved_users_.clear(), saved_spanning_.clear();
}

/// A group that begins or ceases to span nodes does so with all its members.
void GroupExchange::find_spans(std::size_t number, const Change& change) {
    Part& part = parts_[number];
    each_gpu(part, change, [&](std::size_t group, std::size_t, int) {
        const char spans = finds_span(part, group);
        if (spans == part.spans[group])
            return;
        saved_spans_.push_back({number, group, part.spans[group]});
        part.spans[group] = spans;
        const GroupMembers members = members_of(part, group);
        for (int i = 0; i < members.size; ++i)
            add_load(number, members[i], spans ? 1 : -1);
    });
}

void GroupExchange::mark(std::size_t number, std::size_t group) {
    Part& part = parts_[number];
    if (part.stale[group] || !part.differs[group % index(part.groups())])
        return;
    part.stale[group] = 1;
    stale_.push_back({number, group});
}

/// All groups of the block's GPUs have to be worked out again.
void GroupExchange::mark_moved(const Change& change) {
    for (std::size_t number = 0; number < parts_.size(); ++number)
        each_gpu(parts_[number], change, [&](std::size_t group, std::size_t, int) { mark(number, group); });
}

/// So have those that span nodes through a NIC which has more users now, or fewer.
void GroupExchange::mark_users(const SavedUsers& saved, std::span<const std::int32_t> block_of_slot) {
    for (const int gpu : gpus_of_nic_[saved.nic]) {
        const Seat seat = seat_of_gpu_[index(gpu)];
        const std::int32_t block = block_of_slot[index(seat.slot)];
        if (block < 0)
            continue;
        const std::size_t device = problem_.device_of_block[index(block)],
                          rank = problem_.replica_of_block[index(block)] * index(peers_) + index(seat.peer);
        for (std::size_t number = 0; number < parts_.size(); ++number) {
            const Part& part = parts_[number];
            const std::size_t at = device * index(part.groups()) + index(part.place[rank] / part.members());
            if (is_in_layers(number) == saved.in_layers && part.spans[at])
                mark(number, at);
        }
    }
}

void GroupExchange::put_with_loads(const Move& move) {
    const auto count = [&](std::span<const Change> changes, int sign) {
        for (std::size_t number = 0; number < parts_.size(); ++number)
            for (const Change& change : changes)
                each_gpu(parts_[number], change, [&](std::size_t group, std::size_t, int gpu) {
                    if (parts_[number].spans[group])
                        add_load(number, gpu, sign);
                });
    };
    count(move.before, -1);
    put(move.changes);
    count(move.changes, 1);
    for (std::size_t number = 0; number < parts_.size(); ++number)
        for (const Change& change : move.changes)
            find_spans(number, change);
}

void GroupExchange::take(const Move& move) {
    before_.assign(move.before.begin(), move.before.end());
    forget_loads();
    saved_spans_.clear(), saved_times_.clear(), stale_.clear();
    if (loads_stay_)
        put(move.changes);
    else
        put_with_loads(move);
    for (const Change& change : move.changes)
        mark_moved(change);
    for (const SavedUsers& saved : saved_users_)
        if (loads_[saved.in_layers].users[saved.nic] != saved.users)
            mark_users(saved, move.block_of_slot);
}

void GroupExchange::take_back() {
    put(before_);
    for (const SavedSpanning& saved : saved_spanning_)
        loads_[saved.in_layers].spanning[saved.gpu] -= saved.change;
    for (const SavedUsers& saved : saved_users_)
        loads_[saved.in_layers].users[saved.nic] = saved.users;
    for (const SavedSpan& saved : saved_spans_)
        parts_[saved.part].spans[saved.group] = saved.spans;
    for (const SavedTime& saved : saved_times_) {
        parts_[saved.part].time_s[saved.group] = saved.time_s;
        parts_[saved.part].energy[saved.group] = saved.energy;
    }
    for (const Stale& stale : stale_)
        parts_[stale.part].stale[stale.group] = 0;
}

/// The time of a group, and the energy of its hops.
void GroupExchange::work_out(const Stale& stale) {
    Part& part = parts_[stale.part];
    const StageExchange& exchange = *part.exchange;
    const int device = static_cast<int>(stale.group) / part.groups();
    const GroupMembers members = members_of(part, stale.group);
    const int kind = problem_.links->kind_of_gpu[index(members[0])];
    const double time_s =
        group_time_.collective_s(exchange.collective, device, members, loads_[is_in_layers(stale.part)].users,
                                 exchange.use[index(kind)]);
    const auto energy_of = [&](double hop_s) {
        const std::size_t at = index(device);
        return soft_.part(part.begin_s[at] +
                          exchange.exposed_s(device, hop_s + part.beside_s[at], soft_longer_[at]));
    };
    const CollectiveHops& last = group_time_.last();
    double energy = last.hops_s.empty() ? energy_of(time_s) : 0;
    for (const double hop_s : last.hops_s)
        energy += energy_of(last.of_hop_s(hop_s));
    part.time_s[stale.group] = time_s, part.energy[stale.group] = energy;
    part.stale[stale.group] = 0;
}

double GroupExchange::attempt_last(const Move& move, double limit) {
    taken_ = true;
    take(move);
    double at_stake = 0; // energies that may still fall to nothing
    for (const Stale& stale : stale_)
        at_stake += parts_[stale.part].energy[stale.group];
    double change = 0;
    for (const Stale& stale : stale_) {
        const Part& part = parts_[stale.part];
        const double before = part.energy[stale.group];
        saved_times_.push_back({stale.part, stale.group, part.time_s[stale.group], before});
        work_out(stale);
        change += part.energy[stale.group] - before;
        at_stake -= before;
        if (change - at_stake > limit)
            return change - at_stake;
    }
    return change;
}

void GroupExchange::keep(const Move&) {
    taken_ = false;
    for (const SavedTime& saved : saved_times_)
        is_changed_[saved.group / index(parts_[saved.part].groups())] = 1;
    for (std::size_t device = 0; device < is_changed_.size(); ++device)
        if (is_changed_[device])
            sum_up(device);
}

void GroupExchange::undo() {
    if (taken_)
        take_back();
    taken_ = false;
}

/// The groups of a device. Energies are added anew: one may have been so large that the others drowned in it.
void GroupExchange::sum_up(std::size_t device) {
    is_changed_[device] = 0;
    energies_[device] = 0;
    for (Part& part : parts_) {
        double slowest_s = 0;
        for (const int group : part.exchange->different) {
            const std::size_t at = device * index(part.groups()) + index(group);
            slowest_s = std::max(slowest_s, part.time_s[at]);
            energies_[device] += part.energy[at];
        }
        part.slowest_s[device] = slowest_s;
    }
    double& value = values_[device];
    value = problem_.exchange.wait_s;
    Hiding& longer = longer_[device];
    longer = {};
    const auto add = [&](bool in_layers) {
        for (std::size_t number = 0; number < parts_.size(); ++number) {
            const Part& part = parts_[number];
            if (part.exchange->hidden_with != number || is_in_layers(number) != in_layers)
                continue;
            const double time_s = part.exchange->exposed_s(
                static_cast<int>(device), part.slowest_s[device] + beside_s(number, device), longer);
            value += time_s;
            if (!in_layers)
                continue;
            const Hiding& share = part.exchange->pass_share[device];
            longer.reduce_s += time_s * share.reduce_s, longer.gather_s += time_s * share.gather_s;
        }
    };
    add(true), add(false); // what makes passes longer first: they hide the rest
}

} // namespace pipette
