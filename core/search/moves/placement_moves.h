// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/random.h"
#include "core/search/moves/annealer.h"
#include "core/search/time/change.h"
#include "core/search/time/placement_cost.h"

#include <span>
#include <vector>

namespace pipette {

/// Proposes moves of a placement: two blocks (or a block and a spare slot), two nodes, a reversed segment or
/// an inserted block of a pipeline or a ring, two whole replicas in the ring order. Where groups of a stage
/// exchange: two blocks of a stage, two whole stages. Where the problem has units: what two units hold of two
/// stages or replicas, or of one and spare slots, and two units as they are. Fixed blocks stay. No allocation
/// after construction.
class PlacementMoves {
public:
    explicit PlacementMoves(const PlacementProblem& problem, MoveKinds kinds = MoveKinds::all);

    /// Whether anything can move at all.
    bool any() const {
        return !movable_.empty() && problem_.places() > 1 &&
               (kinds_ == MoveKinds::all || problem_.nodes_movable);
    }

    /// The next move; empty when the one that was drawn would change nothing. Valid until the next call.
    /// Moves are drawn around `favoured` replica half of the time: the one that decides the cost.
    std::span<const Change> propose(const PlacementCost& placement, std::uint32_t favoured, Random& random);

private:
    struct Line { ///< blocks first, first + stride, ...
        std::uint32_t first, stride, length;
    };
    static constexpr std::uint32_t longest_segment = 32;

    Line line_of(std::uint32_t block, BlockLine kind) const;
    std::uint32_t draw_block(std::uint32_t favoured, Random& random) const;
    void add(std::uint32_t block, std::uint32_t slot) { changes_.push_back({block, slot}); }
    void swap_with_slot(const PlacementCost& placement, std::uint32_t block, std::uint32_t slot);
    void swap_in_stage(const PlacementCost& placement, std::uint32_t block, Random& random);
    void swap_stages(const PlacementCost& placement, std::uint32_t stage, Random& random);
    void swap_nodes(const PlacementCost& placement, std::uint32_t block, Random& random);
    void rearrange(const PlacementCost& placement, const Line& line, Random& random);
    void swap_replicas(const PlacementCost& placement, std::uint32_t replica, Random& random);
    void swap_across(const PlacementCost& placement, std::uint32_t block, Random& random);
    void swap_units(const PlacementCost& placement, const SlotUnits& units, std::uint32_t a, std::uint32_t b);
    void drop_if_fixed();
    bool is_fixed(std::uint32_t block) const { return problem_.layout.fixed[block] != 0; }

    const PlacementProblem& problem_;
    const MoveKinds kinds_;
    const bool in_groups_;               ///< not all replicas of a stage exchange in one ring
    std::vector<std::uint32_t> movable_; ///< blocks
    std::vector<Change> changes_;
    std::vector<std::uint32_t> leaving_, coming_; ///< blocks of a line in a unit
};

} // namespace pipette
