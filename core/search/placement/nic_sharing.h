// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/placement/change.h"
#include "core/search/placement/placement_problem.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace pipette {

/// How many GPUs send through a NIC at the same time: activations, those that come in, and exchanges between
/// stages at the end of an iteration.
struct NicStreams {
    double out = 0, in = 0, ends = 0;
    bool operator==(const NicStreams&) const = default;
};

/// Times of the links between blocks, from how many GPUs send through the NICs of their slots.
class LinkTimes {
public:
    /// Those of the slot itself, whatever the placement: so it stays where no NIC is shared.
    explicit LinkTimes(const PlacementProblem& problem);

    /// Seconds of one activation from the block in slot `a` to the one in `b`, and of its gradient back.
    BothWays link_time(std::uint32_t a, std::uint32_t b) const {
        const PlacementProblem& p = problem_;
        if (p.slots[a].node == p.slots[b].node)
            return p.sends.inside_s[a * std::size_t(p.most_local) + p.slots[b].local];
        const double share = std::max(streams_[a].out, streams_[b].in);
        const std::size_t cell = p.table->cell(p.slots[a].site, p.slots[b].site);
        const BothWays& per_byte = p.table->s_per_byte[cell];
        const double bytes = p.sends.activation_bytes * share;
        if (p.table->latency_s.empty())
            return {p.slots[a].latency_s + bytes * per_byte.forward,
                    p.slots[a].latency_s + bytes * per_byte.backward};
        const BothWays& latency = p.table->latency_s[cell];
        return {p.slots[a].latency_s + latency.forward + bytes * per_byte.forward,
                p.slots[a].latency_s + latency.backward + bytes * per_byte.backward};
    }

    /// Seconds of an exchange between two stages at the end of the iteration.
    double end_time(const EndExchange& end, std::uint32_t a, std::uint32_t b) const;

    std::vector<NicStreams>& streams() { return streams_; } ///< [slot]

private:
    const PlacementProblem& problem_;
    std::vector<NicStreams> streams_;
};

/// Counts the streams where blocks in different slots may meet on one NIC: of those blocks whose traffic
/// leaves their node. No allocation after construction.
class NicSharing {
public:
    /// Keeps `streams` [slot] up to date, which must outlive it.
    NicSharing(const PlacementProblem& problem, std::vector<NicStreams>& streams);
    void reset(std::span<const std::uint32_t> slot_of_block);

    /// Takes the changed blocks and their neighbours out of the counts; `slot_of_block` is still the old
    /// placement.
    void before_change(std::span<const Change> changes, std::span<const std::uint32_t> slot_of_block);
    /// Puts them back by the new placement; the slots on NICs whose counts differ now.
    std::span<const std::uint32_t> after_change(std::span<const std::uint32_t> slot_of_block);
    void undo();

private:
    struct Crossing { ///< whether traffic of the block leaves its node
        bool out = false, in = false, ends = false;
    };
    void add(std::uint32_t slot, const Crossing& crossing, double sign);
    Crossing crossing_of(std::uint32_t block, std::span<const std::uint32_t> slot_of_block) const;
    void mark(std::uint32_t block);
    void tell_slots(std::uint32_t nic);

    const PlacementProblem& problem_;
    std::vector<NicStreams>& streams_;                 // [slot]
    std::vector<NicStreams> counts_;                   // [NIC]
    std::vector<std::vector<std::uint32_t>> slots_on_; // [NIC]
    std::vector<std::uint32_t> dirty_;                 // blocks of the move under way
    std::vector<char> is_dirty_, is_saved_;
    std::vector<std::pair<std::uint32_t, NicStreams>> saved_;
    std::vector<std::uint32_t> different_; // slots
};

} // namespace pipette
