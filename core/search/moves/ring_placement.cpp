// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/moves/ring_placement.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace pipette {
namespace {

constexpr double broken = 1e6; // s/byte: slower than any link, but finite sums
constexpr double unreachable = std::numeric_limits<double>::infinity();
constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

bool holds(const std::uint64_t* bits, std::uint32_t i) {
    return (bits[i / 64] >> i % 64 & 1) != 0;
}
void put(std::uint64_t* bits, std::uint32_t i, bool on) {
    const std::uint64_t bit = std::uint64_t(1) << i % 64;
    bits[i / 64] = on ? bits[i / 64] | bit : bits[i / 64] & ~bit;
}

/// One of the bits, at random; none where there are none.
std::uint32_t any_of(const std::uint64_t* bits, std::size_t words, Random& random) {
    const auto first = random.below(std::uint32_t(words));
    const int turn = static_cast<int>(random.below(64));
    for (std::uint32_t i = 0; i < words; ++i) {
        const std::uint32_t word = (first + i) % std::uint32_t(words);
        if (bits[word] != 0)
            return word * 64 + std::uint32_t(std::countr_zero(std::rotr(bits[word], turn)) + turn) % 64;
    }
    return none;
}

} // namespace

RingPlacement::RingPlacement(const PlacementProblem& problem, RingSearch search, std::uint32_t longest)
    : problem_(problem), search_(search), devices_(std::uint32_t(problem.devices)) {
    const auto replicas = std::uint32_t(problem.replicas);
    const bool one_each = problem.most_local == 1,
               by_node = problem.nodes_movable && problem.table->sites == problem.nodes;
    together_ = std::uint32_t(problem.most_local);
    members_ = replicas / together_;
    is_coarse_ = members_ > longest;
    possible_ = (one_each || by_node) && members_ >= 2 && replicas % together_ == 0 &&
                std::none_of(problem.layout.fixed.begin(), problem.layout.fixed.end(),
                             [](char fixed) { return fixed != 0; });
    for (int device = 0; device < problem.devices; ++device)
        if (problem.exchange.ring_part_bytes[std::size_t(device)] > 0)
            order_.push_back(device);
    possible_ = possible_ && !order_.empty();
    if (!possible_)
        return;
    std::stable_sort(order_.begin(), order_.end(), [&](int a, int b) {
        return problem.exchange.ring_part_bytes[std::size_t(a)] >
               problem.exchange.ring_part_bytes[std::size_t(b)];
    });
    is_drawn_.assign(devices_, 0);
    for (const int device : order_)
        is_drawn_[std::size_t(device)] = 1;
    seats_.resize(devices_ * members_);
    used_.resize(problem.slots.size() / together_);
    path_.reserve(members_), ring_.reserve(members_);
    pool_.reserve(used_.size()), way_.resize(std::max<std::size_t>(used_.size(), members_));
    if (is_coarse_) {
        free_after_.resize(used_.size());
        return;
    }
    sites_.reserve(used_.size());
    most_ = std::min<std::size_t>(used_.size(), std::clamp<std::size_t>(4 * members_, 64, 256));
    words_ = (most_ + 63) / 64;
    hops_.resize(most_ * most_), nearest_.resize(most_);
    next_.resize(most_ * words_), open_.resize(members_ * words_), free_.resize(words_);
    live_ = reached_ = free_;
}

bool RingPlacement::draws_like(std::span<const std::uint32_t> slot_of_block) const {
    if (!possible_)
        return false;
    for (std::uint32_t block = 0; block < slot_of_block.size(); ++block) {
        const std::uint32_t in_seat = block / devices_ % together_,
                            first = slot_of_block[block - in_seat * devices_];
        if (first % together_ != 0 || slot_of_block[block] != first + in_seat)
            return false;
    }
    return true;
}

void RingPlacement::draw(Random& random, std::span<std::uint32_t> slot_of_block) {
    std::fill(used_.begin(), used_.end(), 0);
    for (const int device : order_) {
        if (is_coarse_) {
            find_coarse_ring(random);
        } else {
            choose_pool(random);
            find_best_ring(random);
        }
        for (std::uint32_t i = 0; i < members_; ++i) {
            const std::uint32_t seat = is_coarse_ ? ring_[i] : pool_[ring_[i]];
            seats_[std::uint32_t(device) * members_ + i] = seat;
            used_[seat] = 1;
        }
    }
    for (int device = 0; device < problem_.devices; ++device)
        if (!is_drawn_[std::size_t(device)])
            follow(device, random);
        else if (device > 0)
            seat_ring(device);
    for (std::uint32_t block = 0; block < slot_of_block.size(); ++block) {
        const std::uint32_t replica = block / devices_, device = block % devices_;
        slot_of_block[block] =
            seats_[device * members_ + replica / together_] * together_ + replica % together_;
    }
}

double RingPlacement::hop(std::uint32_t from, std::uint32_t to) const {
    const SlotFacts &a = problem_.slots[from * together_], &b = problem_.slots[to * together_];
    if (problem_.broken && problem_.broken->between(int(a.node), int(b.node)))
        return broken;
    return problem_.table->s_per_byte.forward(a.site, b.site) * std::max(a.streams, b.streams);
}

/// A ring of free seats: each is followed by the nearest of those that come next in the order of the seats,
/// which is that of racks and leaves as a rule.
void RingPlacement::walk_to_near_seats(Random& random) {
    constexpr int looked_at = 32;
    pool_.clear();
    for (std::uint32_t seat = 0; seat < used_.size(); ++seat)
        if (!used_[seat])
            pool_.push_back(seat);
    for (std::size_t i = 0; i < pool_.size(); ++i)
        free_after_[pool_[i]] = pool_[i + 1 < pool_.size() ? i + 1 : 0];
    ring_.clear();
    std::uint32_t before =
        pool_[random.below(std::uint32_t(pool_.size()))]; // of the free seat that comes next
    while (ring_.size() < members_) {
        std::uint32_t nearest_before = before, candidate = before;
        double least = unreachable;
        for (int i = 0; i < looked_at && !ring_.empty(); ++i, candidate = free_after_[candidate])
            if (const double time = hop(ring_.back(), free_after_[candidate]); time < least)
                least = time, nearest_before = candidate;
        const std::uint32_t seat = free_after_[nearest_before];
        ring_.push_back(seat);
        free_after_[nearest_before] = free_after_[seat];
        if (before == seat)
            before = nearest_before;
    }
}

/// The slower of the hops to and from a place of the ring, were that seat there.
double RingPlacement::slower_hop(std::uint32_t place, std::uint32_t seat) const {
    return std::max(hop(ring_[place > 0 ? place - 1 : members_ - 1], seat),
                    hop(seat, ring_[place + 1 < members_ ? place + 1 : 0]));
}

/// One end of the slowest hop changes places with the seat elsewhere that makes it fastest, again and again:
/// for about as long as a fine ring takes.
void RingPlacement::exchange_slowest() {
    const std::uint32_t most = std::max(16u, 50'000 / members_);
    for (std::uint32_t i = 0; i < members_; ++i)
        way_[i] = hop(ring_[i], ring_[i + 1 < members_ ? i + 1 : 0]);
    for (std::uint32_t exchanges = 0; exchanges < most; ++exchanges) {
        const auto slowest = std::uint32_t(
            std::max_element(way_.begin(), way_.begin() + std::ptrdiff_t(members_)) - way_.begin());
        double least = way_[slowest];
        std::uint32_t best_end = 0, best_other = members_;
        for (const std::uint32_t end : {slowest, slowest + 1 < members_ ? slowest + 1 : 0})
            for (std::uint32_t other = 0; other < members_; ++other) {
                const std::uint32_t apart = other > end ? other - end : end - other;
                if (apart < 2 || apart + 1 >= members_)
                    continue; // neighbours share a hop
                const double here = slower_hop(end, ring_[other]);
                if (here < least)
                    if (const double both = std::max(here, slower_hop(other, ring_[end])); both < least)
                        least = both, best_end = end, best_other = other;
            }
        if (best_other == members_)
            return;
        std::swap(ring_[best_end], ring_[best_other]);
        for (const std::uint32_t place : {best_end, best_other})
            for (const std::uint32_t from : {place, place > 0 ? place - 1 : members_ - 1})
                way_[from] = hop(ring_[from], ring_[from + 1 < members_ ? from + 1 : 0]);
    }
}

/// A ring whose slowest hop is not far from the least that there is, of more seats than all ways between them
/// can be looked at.
void RingPlacement::find_coarse_ring(Random& random) {
    walk_to_near_seats(random);
    exchange_slowest();
}

/// Seats that are left over: all of them, or those nearest to one of them.
void RingPlacement::choose_pool(Random& random) {
    pool_.clear();
    for (std::uint32_t seat = 0; seat < used_.size(); ++seat)
        if (!used_[seat])
            pool_.push_back(seat);
    if (pool_.size() <= most_)
        return;
    const std::uint32_t centre = pool_[random.below(std::uint32_t(pool_.size()))];
    for (const std::uint32_t seat : pool_)
        way_[seat] = seat == centre ? 0 : hop(centre, seat);
    std::nth_element(
        pool_.begin(), pool_.begin() + std::ptrdiff_t(most_), pool_.end(),
        [&](std::uint32_t a, std::uint32_t b) { return way_[a] < way_[b] || (way_[a] == way_[b] && a < b); });
    pool_.resize(most_);
}

/// The hops of the pool, and what no ring in it beats: all its members leave and are reached by their best
/// hops at least. Returns that and the slowest hop over links that are not broken.
std::pair<double, double> RingPlacement::measure_pool() {
    const std::size_t size = pool_.size();
    std::fill_n(nearest_.begin(), size, Nearest{unreachable, unreachable});
    sites_.clear();
    for (const std::uint32_t seat : pool_)
        sites_.push_back(problem_.slots[seat * together_].site);
    double high = 0;
    for (std::size_t a = 0; a < size; ++a) {
        const SlotFacts& from = problem_.slots[pool_[a] * together_];
        double* const hops = &hops_[a * most_];
        problem_.table->s_per_byte.forward_row(from.site, sites_, hops);
        for (std::size_t b = 0; b < size; ++b) {
            const SlotFacts& to = problem_.slots[pool_[b] * together_];
            double time = hops[b] * std::max(from.streams, to.streams);
            if (a == b)
                time = unreachable;
            else if (problem_.broken && problem_.broken->between(int(from.node), int(to.node)))
                time = broken;
            hops[b] = time;
            nearest_[a].leaving = std::min(nearest_[a].leaving, time);
            nearest_[b].reached = std::min(nearest_[b].reached, time);
            if (time < broken)
                high = std::max(high, time);
        }
    }
    const auto slower = [](const Nearest& n) { return std::max(n.leaving, n.reached); };
    const auto last = nearest_.begin() + std::ptrdiff_t(members_) - 1;
    std::nth_element(nearest_.begin(), last, nearest_.begin() + std::ptrdiff_t(size),
                     [&](const Nearest& a, const Nearest& b) { return slower(a) < slower(b); });
    return {slower(*last), high};
}

/// Only hops that are no slower may be used from now on.
void RingPlacement::connect(double slowest) {
    for (std::size_t a = 0; a < pool_.size(); ++a) {
        const double* hops = &hops_[a * most_];
        for (std::size_t word = 0; word < words_; ++word) {
            const std::size_t first = word * 64, end = std::min(pool_.size(), first + 64);
            std::uint64_t bits = 0;
            for (std::size_t b = first; b < end; ++b)
                bits |= std::uint64_t(hops[b] <= slowest) << (b - first);
            next_[a * words_ + word] = bits;
        }
    }
}

/// A ring from `start`, depth first and not for long.
bool RingPlacement::extend(std::uint32_t start, Random& random) {
    std::fill(free_.begin(), free_.end(), ~std::uint64_t(0));
    path_.clear();
    const auto enter = [&](std::uint32_t at) {
        put(free_.data(), at, false);
        for (std::size_t w = 0; w < words_; ++w)
            open_[path_.size() * words_ + w] = next_[at * words_ + w] & free_[w];
        path_.push_back(at);
    };
    enter(start);
    for (std::uint32_t budget = steps_from_a_start(); !path_.empty() && budget > 0; --budget) {
        std::uint64_t* open = &open_[(path_.size() - 1) * words_];
        const std::uint32_t to = any_of(open, words_, random);
        if (to == none) {
            put(free_.data(), path_.back(), true);
            path_.pop_back();
            continue;
        }
        put(open, to, false);
        if (path_.size() + 1 < members_) {
            enter(to);
        } else if (holds(&next_[to * words_], start)) {
            path_.push_back(to);
            return true;
        }
    }
    return false;
}

/// Only seats that can be left and reached stay, over and over; whether they are enough for a ring.
bool RingPlacement::leave_out_dead_ends() {
    std::fill(live_.begin(), live_.end(), 0);
    for (std::uint32_t a = 0; a < pool_.size(); ++a)
        put(live_.data(), a, true);
    for (bool changed = true; changed;) {
        changed = false;
        std::fill(reached_.begin(), reached_.end(), 0);
        for (std::uint32_t a = 0; a < pool_.size(); ++a) {
            if (!holds(live_.data(), a))
                continue;
            std::uint64_t any = 0;
            for (std::size_t w = 0; w < words_; ++w) {
                std::uint64_t& next = next_[a * words_ + w];
                next &= live_[w];
                any |= next, reached_[w] |= next;
            }
            if (any == 0)
                put(live_.data(), a, false), changed = true;
        }
        for (std::size_t w = 0; w < words_; ++w) {
            changed = changed || (live_[w] & ~reached_[w]) != 0;
            live_[w] &= reached_[w];
        }
    }
    std::uint32_t count = 0;
    for (const std::uint64_t bits : live_)
        count += std::uint32_t(std::popcount(bits));
    return count >= members_;
}

/// Where there is a ring most starts lead to one; near the least threshold few do, of which a thorough search
/// tries all of short rings, and of long ones as many as take about as long.
bool RingPlacement::find_ring(Random& random) {
    constexpr std::uint32_t few = 6, steps = 50'000;
    const bool thorough = search_ == RingSearch::thorough;
    std::fill(live_.begin(), live_.end(), ~std::uint64_t(0));
    if (thorough && !leave_out_dead_ends())
        return false;
    const auto size = std::uint32_t(pool_.size()), first = random.below(size);
    const std::uint32_t starts = thorough ? std::min(size, std::max(few, steps / steps_from_a_start())) : few;
    for (std::uint32_t i = 0; i < std::min(size, starts); ++i)
        if (const auto start = std::uint32_t((first + std::uint64_t(i) * size / starts) % size);
            holds(live_.data(), start) && extend(start, random)) {
            ring_ = path_;
            return true;
        }
    return false;
}

/// A ring whose slowest hop is close to the least that there is.
void RingPlacement::find_best_ring(Random& random) {
    auto [low, high] = measure_pool();
    connect(high);
    if (!find_ring(random)) { // over broken links, if need be
        connect(broken);
        find_ring(random); // all seats reach each other
        return;
    }
    constexpr int steps = 12;
    for (int step = 0; step < steps && high > low * 1.001; ++step) {
        const double middle = step == 0 ? low : std::sqrt(low * high);
        connect(middle);
        (find_ring(random) ? high : low) = middle;
    }
}

/// Turns the ring of a stage so that its members lie near to those of the stage before.
void RingPlacement::seat_ring(int device) {
    std::uint32_t *here = &seats_[std::uint32_t(device) * members_], *before = here - members_, best = 0;
    double least = unreachable;
    const std::uint32_t step = (members_ + longest_of_seats - 1) / longest_of_seats; // few are enough of many
    for (std::uint32_t turn = 0; turn < members_; turn += step) {
        double slowest = 0, sum = 0;
        for (std::uint32_t i = 0; i < members_; i += step) {
            const double time = hop(before[i], here[(i + turn) % members_]);
            slowest = std::max(slowest, time), sum += time;
        }
        if (const double time = sum + slowest * members_; time < least)
            least = time, best = turn;
    }
    std::rotate(here, here + best, here + members_);
}

/// Every member goes on to the nearest seat that is left.
void RingPlacement::follow(int device, Random& random) {
    std::uint32_t* here = &seats_[std::uint32_t(device) * members_];
    const std::uint32_t first = random.below(members_);
    for (std::uint32_t i = 0; i < members_; ++i) {
        const std::uint32_t member = (first + i) % members_;
        std::uint32_t best = none;
        double least = unreachable;
        for (std::uint32_t seat = 0; seat < used_.size(); ++seat)
            if (!used_[seat])
                if (const double time =
                        device > 0 ? hop(here[std::ptrdiff_t(member) - members_], seat) : random.uniform();
                    time < least)
                    least = time, best = seat;
        here[member] = best;
        used_[best] = 1;
    }
}

} // namespace pipette
