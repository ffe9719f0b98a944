// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/rank_mapping.h"

#include "core/base/input_error.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

int along(const RankPlace& place, Axis axis) {
    switch (axis) {
    case Axis::tp:
        return place.tp;
    case Axis::cp:
        return place.cp;
    case Axis::dp:
        return place.dp;
    case Axis::pp:
        return place.pp;
    }
    return 0;
}

} // namespace

RankGrid::RankGrid(const ParallelConfig& config, const std::vector<Axis>& order)
    : size_{config.tp, config.cp, config.dp, config.pp}, stride_{} {
    for (const Axis axis : order) {
        stride_[static_cast<int>(axis)] = world_;
        world_ *= size_[static_cast<int>(axis)];
    }
}

int RankGrid::rank(const RankPlace& place) const {
    int rank = 0;
    for (const Axis axis : {Axis::tp, Axis::cp, Axis::dp, Axis::pp})
        rank += along(place, axis) * stride_[static_cast<int>(axis)];
    return rank;
}

RankPlace RankGrid::place(int rank) const {
    const auto at = [&](Axis axis) {
        return rank / stride_[static_cast<int>(axis)] % size_[static_cast<int>(axis)];
    };
    return {at(Axis::tp), at(Axis::cp), at(Axis::dp), at(Axis::pp)};
}

std::vector<int> RankGrid::group(const RankPlace& place, Axis axis) const {
    const int stride = stride_[static_cast<int>(axis)];
    const int first = rank(place) - along(place, axis) * stride;
    std::vector<int> ranks(static_cast<std::size_t>(size_[static_cast<int>(axis)]));
    for (std::size_t i = 0; i < ranks.size(); ++i)
        ranks[i] = first + static_cast<int>(i) * stride;
    return ranks;
}

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
