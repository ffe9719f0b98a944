// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/problem/placement_problem.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace pipette {

/// The placements of a problem that differ in what any time sees. Slots of one node with the same links, NICs
/// and GPUs stand for each other. So do replicas that all
/// exchange with each other where all slots lie on two nodes at most, and a ring of
/// slots on nodes of their own may begin with any replica. Fixed blocks stay.
class DistinctPlacements {
public:
    /// `problem` must outlive this.
    explicit DistinctPlacements(const PlacementProblem& problem);

    /// Whether there are no more than `most`. O(most).
    bool at_most(long most) const;

    /// Calls `visit` with each, [block] a slot, until it returns false; whether it never did.
    using Visit = std::function<bool(std::span<const std::uint32_t>)>;
    bool each(const Visit& visit) const;

private:
    double least_count() const;

    const PlacementProblem& problem_;
    std::vector<std::vector<std::uint32_t>> alike_; ///< slots that stand for each other
    std::vector<int> fixed_;                        ///< [block] the set of its only slot; -1: any
    bool replicas_alike_ = false, rings_turn_ = false;
};

} // namespace pipette
