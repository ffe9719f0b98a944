// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/problem/placement_problem.h"
#include "core/search/time/change.h"

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
    [[gnu::always_inline]] BothWays link_time(std::uint32_t a, std::uint32_t b) const {
        const PlacementProblem& p = problem_;
        const SlotFacts &from = p.slots.data()[a], &to = p.slots.data()[b];
        if (from.domain == to.domain)
            return p.inside_s(a, b);
        const double share = std::max(streams_.data()[from.nic].out, streams_.data()[to.nic].in);
        const BothWays per_byte = p.table->s_per_byte(from.site, to.site);
        const double bytes = p.sends.activation_bytes * share;
        if (uniform_latency_)
            return {from.latency_s + bytes * per_byte.forward, from.latency_s + bytes * per_byte.backward};
        const BothWays latency = p.table->latency_s(from.site, to.site);
        return {from.latency_s + latency.forward + bytes * per_byte.forward,
                from.latency_s + latency.backward + bytes * per_byte.backward};
    }

    /// Seconds of an exchange between two stages at the end of the iteration.
    double end_time(const EndExchange& end, std::uint32_t a, std::uint32_t b) const;

    std::vector<NicStreams>& streams() { return streams_; } ///< [NIC]

private:
    const PlacementProblem& problem_;
    bool uniform_latency_;
    std::vector<NicStreams> streams_;
};

/// Counts the streams where blocks in different slots may meet on one NIC: of those blocks whose traffic
/// leaves their node. A move changes the counts of what it makes leave or stay. No allocation after
/// construction.
class NicSharing {
public:
    /// A NIC that has other counts than before, and which.
    struct Difference {
        std::uint32_t nic;
        bool out, in, ends;
    };

    /// Keeps `streams` [NIC] up to date, which must outlive it.
    NicSharing(const PlacementProblem& problem, std::vector<NicStreams>& streams);
    void reset(std::span<const std::uint32_t> slot_of_block);
    std::span<const std::uint32_t> slots_on(std::uint32_t nic) const { return slots_on_[nic]; }

    /// Whether nodes that change places take their counts with them: each has one NIC to itself, and all of
    /// its slots as many streams.
    bool swaps_with_nodes() const { return swaps_with_nodes_; }

    /// Counts by the placement that holds the changes already; the NICs whose counts differ now.
    std::span<const Difference> change(const Move& move);
    void keep() { saved_uses_.clear(), saved_streams_.clear(); }
    void undo(); ///< a move that was not kept; nothing where there is none

private:
    /// Kinds of traffic, as bits.
    static constexpr std::uint32_t out = 1, in = 2, ends = 4;
    struct Use { ///< what a block sends through its NIC
        std::uint32_t nic = 0, traffic = 0;
        double streams = 0;
        bool operator==(const Use&) const = default;
    };
    struct Neighbour { ///< a device that one's blocks have traffic with
        std::uint32_t device, traffic;
    };
    void count(const Use& use, double sign);
    void save_streams(std::uint32_t nic);
    void swap_nodes(const Move& move);
    std::span<const Difference> differences();
    Use use_of(std::uint32_t block, std::span<const std::uint32_t> slot_of_block) const;
    void mark(std::uint32_t block) {
        if (!is_dirty_[block])
            is_dirty_[block] = 1, dirty_.push_back(block);
    }
    std::span<const Neighbour> neighbours_of(std::uint32_t device) const {
        return {neighbours_.data() + first_neighbour_[device],
                neighbours_.data() + first_neighbour_[device + 1]};
    }

    const PlacementProblem& problem_;
    bool swaps_with_nodes_ = false;
    std::vector<NicStreams>& streams_;                 // [NIC]
    std::vector<std::vector<std::uint32_t>> slots_on_; // [NIC]
    std::vector<Neighbour> neighbours_;                // those of device 0 first
    std::vector<std::size_t> first_neighbour_;         // [device] and one more
    std::vector<Use> uses_;                            // [block]
    // The move under way.
    std::vector<std::uint32_t> dirty_; // blocks
    std::vector<char> is_dirty_, is_saved_;
    std::vector<std::pair<std::uint32_t, Use>> saved_uses_;           // by block
    std::vector<std::pair<std::uint32_t, NicStreams>> saved_streams_; // by NIC
    std::vector<Difference> different_;
};

} // namespace pipette
