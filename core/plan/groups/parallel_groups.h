// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/rank_grid.h"

#include <optional>
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

/// The groups along an axis, whichever grid of the configuration has it, over all stages.
RankGroups groups_along(const ParallelConfig& config, const Axis& axis);

/// [rank] the number of its group.
std::vector<int> group_of_rank(const RankGroups& groups);

} // namespace pipette
