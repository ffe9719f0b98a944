// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/launcher_limit.h"
#include "core/search/problem/placement_problem.h"

#include <cstdint>
#include <span>

namespace pipette {

/// Which placements of a problem a launcher can express.
class Expressible {
public:
    /// `problem` must outlive this.
    Expressible(const PlacementProblem& problem, const LauncherReach& reach);

    /// Whether there are placements that it cannot express. Those in host order, and what whole nodes that
    /// change places make of them, it can.
    bool restricted() const { return restricted_; }
    bool operator()(std::span<const std::uint32_t> slot_of_block) const;

private:
    const PlacementProblem& problem_;
    LauncherReach reach_;
    bool restricted_ = false;
};

} // namespace pipette
