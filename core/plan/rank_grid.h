// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/axis.h"
#include "core/plan/parallel_config.h"

#include <span>
#include <vector>

namespace pipette {

/// Groups of ranks, each in ascending order: first[group] + offset[member].
struct RankGroups {
    std::vector<int> first;  ///< [group] its lowest rank
    std::vector<int> offset; ///< [member] alike in all groups; offset[0] is 0

    int count() const { return static_cast<int>(first.size()); }
    int size() const { return static_cast<int>(offset.size()); } ///< members of a group
    int rank(int group, int member) const {
        return first[static_cast<std::size_t>(group)] + offset[static_cast<std::size_t>(member)];
    }
};

/// Where a rank works: its stage, its replica of it, its place among the peers. Each counts along all axes of
/// its spread, fastest first.
struct RankPlace {
    int stage = 0, replica = 0, peer = 0;
    bool operator==(const RankPlace&) const = default;
};

/// One axis of a grid.
struct GridAxis {
    Axis axis;
    int size = 1;
    int stride = 1; ///< ranks from one place along the axis to the next; the grid fills it in
};

/// Numbers ranks over an ordered list of axes, fastest first. Everything that depends on which axes there are
/// asks a grid; an axis that it does not have is one of size 1.
class RankGrid {
public:
    RankGrid() = default; ///< one rank
    /// Throws InputError where a size is below 1 or an axis comes twice.
    explicit RankGrid(std::vector<GridAxis> axes);
    /// Megatron's default order tp-cp-dp-pp, with x-y for tp in a tensor grid: a configuration stands for its
    /// grid.
    RankGrid(const ParallelConfig& config);

    const std::vector<GridAxis>& axes() const { return axes_; }
    int world() const { return world_; }
    int size(const Axis& axis) const;
    int size(Spread spread) const; ///< of all its axes together
    int blocks() const { return size(Spread::replicas) * size(Spread::stages); }

    int along(int rank, const Axis& axis) const; ///< place of a rank along an axis
    RankPlace place(int rank) const;
    int rank(const RankPlace& place) const;

    /// Communication groups: ranks that differ along these axes alone. Groups in order of their first ranks.
    RankGroups groups(std::span<const Axis> axes) const;
    RankGroups groups(Spread spread) const;
    /// Groups of peers numbered replica * stages + stage, as placements number their blocks.
    RankGroups numbered_blocks() const;
    int block_of(int rank) const; ///< in that numbering

    /// The grid of one block: the axes of peers alone.
    RankGrid block() const;

private:
    template <class Among>
    RankGroups groups_of(const Among& among) const;

    std::vector<GridAxis> axes_;
    int world_ = 1;
};

/// The experts' grid over the same ranks: etp-ep-edp inside a stage in the place of tp-cp-dp, so that an
/// expert-parallel group is `ep` ranks with stride etp. Pipelines are the same in both. Throws InputError
/// where etp*ep does not divide the ranks of a stage.
RankGrid expert_grid(const ParallelConfig& config);

/// The grid of what is spread over the GPUs that hold the same parameters: shard and replicas inside a stage
/// in the place of cp and dp, so that a shard group is neighbours along these.
RankGrid shard_grid(const ParallelConfig& config);
/// The same of experts: etp, ep, shard, replicas, pp. Those that hold the same experts, in replicas.
RankGrid expert_shard_grid(const ParallelConfig& config);

} // namespace pipette
