// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/edits/mapping_edit.h"
#include "core/plan/rank_grid.h"

namespace pipette {

/// A whole group of ranks carried to another place: the group along `axis` that the rank on `gpu` belongs to.
struct GroupMove {
    Axis axis;
    int gpu = -1;
    int onto_gpu = -1;  ///< a GPU of the group to exchange with, or a spare one
    int onto_node = -1; ///< with onto_gpu -1: the node from which on it takes its seats
    bool operator==(const GroupMove&) const = default;
};

/// On another group: the two exchange their GPUs, rank by rank. On a node: the group's blocks take the places
/// of blocks and the spare GPUs from that node on, those of its NVLink domain first; what was there takes the
/// places that become free. Blocks of tp*cp ranks stay together: where a group is part of some, they go with
/// it, unless both groups lie in the same ones.
MappingEdit move_group(const Cluster& cluster, const ParallelConfig& config, const RankMapping& mapping,
                       const GroupMove& move, const MappingRules& rules);

} // namespace pipette
