// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/placement/exchange_cost.h"
#include "core/search/placement/placement_problem.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace pipette {

/// Times of the links between blocks while blocks in different slots may meet on one NIC: counts, for every
/// NIC, the GPUs that send through it. Where no NIC is shared the counts are the block's own and nothing is
/// kept.
class NicSharing {
public:
    NicSharing(const PlacementProblem& problem, std::span<const std::uint32_t> slot_of_block);
    void reset(std::span<const std::uint32_t> slot_of_block);

    /// Seconds of one activation from the block in slot `a` to the one in `b`, and of its gradient back.
    BothWays link_time(std::uint32_t a, std::uint32_t b) const {
        const PlacementProblem& p = problem_;
        if (p.slots[a].node == p.slots[b].node)
            return p.inside_s[a * std::size_t(p.most_local) + p.slots[b].local];
        const double share = p.nics_shared ? std::max(loads_[p.slots[a].nic].out, loads_[p.slots[b].nic].in)
                                           : std::max(p.slots[a].streams, p.slots[b].streams);
        const std::size_t cell = p.table->cell(p.slots[a].site, p.slots[b].site);
        const BothWays& per_byte = p.table->s_per_byte[cell];
        const double bytes = p.activation_bytes * share;
        if (p.table->latency_s.empty())
            return {p.slots[a].latency_s + bytes * per_byte.forward,
                    p.slots[a].latency_s + bytes * per_byte.backward};
        const BothWays& latency = p.table->latency_s[cell];
        return {p.slots[a].latency_s + latency.forward + bytes * per_byte.forward,
                p.slots[a].latency_s + latency.backward + bytes * per_byte.backward};
    }

    /// Seconds that first and last device of a replica take to add up the gradients of the tied embedding.
    double tied_time(std::uint32_t a, std::uint32_t b) const;

    /// Takes the changed blocks and their neighbours out of the counts; `slot_of_block` is still the old
    /// placement.
    void before_change(std::span<const Change> changes, std::span<const std::uint32_t> slot_of_block);
    /// Puts them back by the new placement; writes the NICs whose counts differ now.
    std::span<const std::uint32_t> after_change(std::span<const std::uint32_t> slot_of_block);
    void undo();

    /// Slots that send through a NIC.
    std::span<const std::uint32_t> slots_on(std::uint32_t nic) const { return slots_on_[nic]; }

private:
    struct Load {
        double out = 0, in = 0, tied = 0;
        bool operator==(const Load&) const = default;
    };
    struct Crossing { ///< whether traffic of the block leaves its node
        bool out = false, in = false, tied = false;
    };
    void add(std::uint32_t slot, const Crossing& crossing, double sign);
    Crossing crossing_of(std::uint32_t block, std::span<const std::uint32_t> slot_of_block) const;
    void mark(std::uint32_t block);

    const PlacementProblem& problem_;
    std::vector<Load> loads_;                          // [NIC]
    std::vector<std::vector<std::uint32_t>> slots_on_; // [NIC]
    std::vector<std::uint32_t> dirty_;                 // blocks of the move under way
    std::vector<char> is_dirty_, is_saved_;
    std::vector<std::pair<std::uint32_t, Load>> saved_;
    std::vector<std::uint32_t> different_;
};

} // namespace pipette
