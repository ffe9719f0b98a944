// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/rank_grid.h"

#include <vector>

namespace pipette {

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
