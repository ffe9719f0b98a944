// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/rank_mapping.h"

#include "core/base/input_error.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
RankMapping host_order_mapping(int gpu_count, int world, const std::vector<int>& excluded) {
    RankMapping mapping;
    for (int gpu = 0; gpu < gpu_count && static_cast<int>(mapping.gpu_of_rank.size()) < world; ++gpu)
        if (!std::binary_search(excluded.begin(), excluded.end(), gpu))
            mapping.gpu_of_rank.push_back(gpu);
    if (static_cast<int>(mapping.gpu_of_rank.size()) < world)
        throw InputError({}, "gpus",
                         fmt::format("{} ranks need more than the {} GPUs that may be used", world,
                                     mapping.gpu_of_rank.size()));
    return mapping;
}

void check(const RankMapping& mapping, int world, int gpu_count) {
    if (static_cast<int>(mapping.gpu_of_rank.size()) != world)
        throw InputError({}, "mapping",
                         fmt::format("has {} ranks, expected {}", mapping.gpu_of_rank.size(), world));
    std::vector<char> used(static_cast<std::size_t>(gpu_count), 0);
    for (std::size_t rank = 0; rank < mapping.gpu_of_rank.size(); ++rank) {
        const int gpu = mapping.gpu_of_rank[rank];
        if (gpu < 0 || gpu >= gpu_count)
            throw InputError({}, fmt::format("rank {}", rank),
                             fmt::format("GPU {} is not in the cluster of {}", gpu, gpu_count));
        if (used[static_cast<std::size_t>(gpu)]++)
            throw InputError({}, fmt::format("rank {}", rank),
                             fmt::format("GPU {} has another rank already", gpu));
    }
}

} // namespace pipette
