// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/rank_grid.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace pipette {

/// What a group of ranks along an axis is called: "expert group". The axis is one that groups_along() knows.
std::string_view group_title(const Axis& axis);

/// The axis of groups that has a name; empty: none has.
std::optional<Axis> grouped_axis_named(std::string_view name);

/// The axes along which a configuration has groups of more than one rank inside a stage: dense axes first,
/// then those of experts and of what is sharded, where there are such.
std::vector<Axis> grouped_axes(const ParallelConfig& config);

/// Groups of ranks over all stages, in the order of their first ranks. Stages with a tp of their own have
/// groups of their own size.
struct GroupList {
    std::vector<int> ranks; ///< of one group after another, ascending in each
    std::vector<int> start; ///< [group] in `ranks`; one more entry: the end

    int count() const { return static_cast<int>(start.size()) - 1; }
    std::span<const int> members(int group) const {
        const auto first = static_cast<std::size_t>(start[static_cast<std::size_t>(group)]),
                   end = static_cast<std::size_t>(start[static_cast<std::size_t>(group) + 1]);
        return std::span(ranks).subspan(first, end - first);
    }
    int largest() const; ///< members of the largest group
};

/// The groups along an axis, whichever grid of the configuration has it.
GroupList groups_along(const ParallelConfig& config, const Axis& axis);

/// [rank] the number of its group.
std::vector<int> group_of_rank(const GroupList& groups);

} // namespace pipette
