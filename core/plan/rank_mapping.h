// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/parallel_config.h"

#include <vector>

namespace pipette {

/// Parallel axes of a rank grid.
enum class Axis { tp, cp, dp, pp };

/// Place of a rank on each axis.
struct RankPlace {
    int tp = 0, cp = 0, dp = 0, pp = 0;
    bool operator==(const RankPlace&) const = default;
};

/// Numbers ranks over an ordered list of axes, fastest first. Megatron's default is tp-cp-dp-pp.
class RankGrid {
public:
    explicit RankGrid(const ParallelConfig& config,
                      const std::vector<Axis>& order = {Axis::tp, Axis::cp, Axis::dp, Axis::pp});

    int world() const { return world_; }
    int rank(const RankPlace& place) const;
    RankPlace place(int rank) const;
    /// Ranks that differ only along `axis` from `place`, ascending along it: a communication group.
    std::vector<int> group(const RankPlace& place, Axis axis) const;

private:
    int size_[4];   // by Axis
    int stride_[4]; // by Axis
    int world_ = 1;
};

/// Which GPU runs which rank: gpu_of_rank[rank], integers into the cluster's GPU list, all different.
struct RankMapping {
    std::vector<int> gpu_of_rank;
    bool operator==(const RankMapping&) const = default;
};

/// Ranks in host order: rank r on the r-th GPU that is not excluded (`excluded` sorted).
/// Throws InputError when fewer than `world` GPUs remain.
RankMapping host_order_mapping(int gpu_count, int world, const std::vector<int>& excluded);

/// Throws InputError unless the mapping has `world` distinct GPUs of 0..gpu_count-1.
void check(const RankMapping& mapping, int world, int gpu_count);

} // namespace pipette
