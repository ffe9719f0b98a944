// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/moves/seatings.h"

#include "core/base/index.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace pipette {
namespace {

/// [unit] how many of its slots are taken.
using Shares = std::vector<std::size_t>;

/// Shares of units that take all blocks.
class ShareWays {
public:
    ShareWays(const SlotUnits& units, std::size_t blocks) : blocks_(blocks) {
        for (const auto& slots : units.slots)
            room_.push_back(slots.size());
    }

    /// All of them; none where they are more than `most`.
    std::vector<Shares> all(std::size_t most) const {
        std::vector<Shares> ways;
        Shares shares(room_.size(), 0);
        return add_ways(ways, shares, 0, blocks_, most) ? ways : std::vector<Shares>{};
    }
    /// As many of each of the first units that have as many, of every number of units that this is possible
    /// with; all units as evenly as can be; one unit after another.
    std::vector<Shares> even() const {
        std::vector<Shares> ways{evenly(), in_turn()};
        for (std::size_t count = 1; count <= room_.size(); ++count) {
            if (blocks_ % count != 0)
                continue;
            Shares shares(room_.size(), 0);
            std::size_t left = count;
            for (std::size_t unit = 0; unit < room_.size() && left > 0; ++unit)
                if (room_[unit] >= blocks_ / count)
                    shares[unit] = blocks_ / count, --left;
            if (left == 0)
                ways.push_back(std::move(shares));
        }
        return ways;
    }

private:
    bool add_ways(std::vector<Shares>& ways, Shares& shares, std::size_t unit, std::size_t left,
                  std::size_t most) const {
        if (unit == room_.size()) {
            if (left == 0)
                ways.push_back(shares);
            return ways.size() <= most;
        }
        const std::size_t after =
            std::accumulate(room_.begin() + std::ptrdiff_t(unit) + 1, room_.end(), std::size_t(0));
        const std::size_t least = left - std::min(left, after), highest = std::min(left, room_[unit]);
        for (std::size_t here = highest + 1; here-- > least;) {
            shares[unit] = here;
            if (!add_ways(ways, shares, unit + 1, left - here, most))
                return false;
        }
        return true;
    }
    Shares evenly() const {
        Shares shares(room_.size(), 0);
        for (std::size_t left = blocks_; left > 0;)
            for (std::size_t unit = 0; unit < room_.size() && left > 0; ++unit)
                if (shares[unit] < room_[unit])
                    ++shares[unit], --left;
        return shares;
    }
    Shares in_turn() const {
        Shares shares;
        std::size_t left = blocks_;
        for (const std::size_t room : room_) {
            shares.push_back(std::min(left, room));
            left -= shares.back();
        }
        return shares;
    }

    std::size_t blocks_;
    std::vector<std::size_t> room_; // [unit]
};

/// So many slots of a unit, ascending: the first ones, or those that come first in their nodes.
std::vector<std::uint32_t> chosen(const PlacementProblem& problem, std::vector<std::uint32_t> slots,
                                  std::size_t count, bool node_by_node) {
    if (!node_by_node)
        std::stable_sort(slots.begin(), slots.end(), [&](std::uint32_t a, std::uint32_t b) {
            return problem.slots[a].local < problem.slots[b].local;
        });
    slots.resize(count);
    std::sort(slots.begin(), slots.end());
    return slots;
}

Seating seating_of(const PlacementProblem& problem, const SlotUnits& units, const Shares& shares,
                   bool node_by_node) {
    Seating seating;
    std::size_t most = 0;
    bool even = true;
    for (std::size_t unit = 0; unit < shares.size(); ++unit) {
        const auto slots = chosen(problem, units.slots[unit], shares[unit], node_by_node);
        seating.slots.insert(seating.slots.end(), slots.begin(), slots.end());
        even = even && (shares[unit] == 0 || most == 0 || shares[unit] == most);
        most = std::max(most, shares[unit]);
    }
    seating.together = even ? std::uint32_t(most) : 0;
    return seating;
}

} // namespace

std::vector<Seating> seatings(const PlacementProblem& problem) {
    constexpr std::size_t most_seats = 4'096; // of all ways together: to look at them takes one short chain
    const std::size_t blocks = index(problem.blocks());
    std::vector<Seating> all(1);
    all.front().slots.resize(blocks);
    std::iota(all.front().slots.begin(), all.front().slots.end(), 0u);
    all.front().together =
        problem.nodes_movable || problem.most_local == 1 ? std::uint32_t(problem.most_local) : 0;
    for (const SlotUnits& units : problem.units) {
        const ShareWays ways(units, blocks);
        std::vector<Shares> shares = ways.all(most_seats / blocks);
        if (shares.empty())
            shares = ways.even();
        for (const Shares& some : shares)
            for (const bool node_by_node : {true, false}) {
                Seating seating = seating_of(problem, units, some, node_by_node);
                if (std::none_of(all.begin(), all.end(), [&](const Seating& other) {
                        return other.together == seating.together && other.slots == seating.slots;
                    }))
                    all.push_back(std::move(seating));
            }
    }
    return all;
}

std::vector<std::uint32_t> spread_evenly(const PlacementProblem& problem, const SlotUnits& units,
                                         BlockLine kind, std::size_t over) {
    const bool of_stages = kind == BlockLine::stage;
    const std::size_t devices = index(problem.devices), replicas = index(problem.replicas),
                      length = of_stages ? replicas : devices;
    std::vector<std::size_t> used(units.count(), 0), fullest_last(units.count());
    const auto left = [&](std::size_t unit) { return units.slots[unit].size() - used[unit]; };
    std::vector<std::uint32_t> slot_of_block(devices * replicas);
    for (std::size_t line = 0; line < slot_of_block.size() / length; ++line) {
        std::iota(fullest_last.begin(), fullest_last.end(), std::size_t(0));
        std::stable_sort(fullest_last.begin(), fullest_last.end(),
                         [&](std::size_t a, std::size_t b) { return left(a) > left(b); });
        std::size_t place = 0;
        for (std::size_t part = 0; part < over; ++part) {
            const std::size_t unit = fullest_last[part], count = length / over + (part < length % over);
            if (count > left(unit))
                return {};
            for (std::size_t i = 0; i < count; ++i, ++place)
                slot_of_block[of_stages ? place * devices + line : line * devices + place] =
                    units.slots[unit][used[unit]++];
        }
    }
    return slot_of_block;
}

} // namespace pipette
