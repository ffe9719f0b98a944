// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/placement/change.h"
#include "core/search/placement/placement_problem.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace pipette {

/// Times of the links between blocks, from how many GPUs send through every NIC: those of its one slot,
/// whatever the placement, where no NIC is shared.
class NicSharing {
public:
    explicit NicSharing(const PlacementProblem& problem);
    virtual ~NicSharing() = default;
    virtual void reset(std::span<const std::uint32_t>) {}

    /// Seconds of one activation from the block in slot `a` to the one in `b`, and of its gradient back.
    BothWays link_time(std::uint32_t a, std::uint32_t b) const {
        const PlacementProblem& p = problem_;
        if (p.slots[a].node == p.slots[b].node)
            return p.sends.inside_s[a * std::size_t(p.most_local) + p.slots[b].local];
        const double share = std::max(loads_[p.slots[a].nic].out, loads_[p.slots[b].nic].in);
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

    /// Before blocks move: `slot_of_block` is still the old placement.
    virtual void before_change(std::span<const Change>, std::span<const std::uint32_t>) {}
    /// After they did: the slots whose links may take another time now than what the blocks' own moves say.
    virtual std::span<const std::uint32_t> after_change(std::span<const std::uint32_t>) { return {}; }
    virtual void undo() {}

protected:
    struct Load {
        double out = 0, in = 0, ends = 0;
        bool operator==(const Load&) const = default;
    };
    const PlacementProblem& problem_;
    std::vector<Load> loads_; // [NIC]
};

/// Blocks in different slots may meet on one NIC: counts the GPUs of those whose traffic leaves their node.
class SharedNics final : public NicSharing {
public:
    SharedNics(const PlacementProblem& problem, std::span<const std::uint32_t> slot_of_block);
    void reset(std::span<const std::uint32_t> slot_of_block) override;
    void before_change(std::span<const Change> changes,
                       std::span<const std::uint32_t> slot_of_block) override;
    std::span<const std::uint32_t> after_change(std::span<const std::uint32_t> slot_of_block) override;
    void undo() override;

private:
    struct Crossing { ///< whether traffic of the block leaves its node
        bool out = false, in = false, ends = false;
    };
    void add(std::uint32_t slot, const Crossing& crossing, double sign);
    Crossing crossing_of(std::uint32_t block, std::span<const std::uint32_t> slot_of_block) const;
    void mark(std::uint32_t block);

    std::vector<std::vector<std::uint32_t>> slots_on_; // [NIC]
    std::vector<std::uint32_t> dirty_;                 // blocks of the move under way
    std::vector<char> is_dirty_, is_saved_;
    std::vector<std::pair<std::uint32_t, Load>> saved_;
    std::vector<std::uint32_t> different_; // slots
};

std::unique_ptr<NicSharing> nic_sharing(const PlacementProblem& problem,
                                        std::span<const std::uint32_t> slot_of_block);

} // namespace pipette
