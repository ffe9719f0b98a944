// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/rank_grid.h"

#include "core/base/index.h"
#include "core/base/input_error.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

/// The number along all axes of a spread in RankPlace.
int& number(RankPlace& place, Spread spread) {
    return spread == Spread::peers ? place.peer : spread == Spread::replicas ? place.replica : place.stage;
}

/// The axes of tensor parallelism, then these.
std::vector<GridAxis> with_tensor_axes(const ParallelConfig& config, std::vector<GridAxis> axes) {
    if (config.tp_x > 1) {
        axes.insert(axes.begin(), {{axis::x, config.tp_x}, {axis::y, config.tp_y()}});
    } else {
        axes.insert(axes.begin(), {axis::tp, config.tp});
    }
    return axes;
}

/// Every place along the axis after every place so far.
void extend(std::vector<int>& ranks, const GridAxis& axis) {
    const std::size_t count = ranks.size();
    for (int i = 1; i < axis.size; ++i)
        for (std::size_t known = 0; known < count; ++known)
            ranks.push_back(ranks[known] + i * axis.stride);
}

} // namespace

RankGrid::RankGrid(std::vector<GridAxis> axes) : axes_(std::move(axes)) {
    for (std::size_t i = 0; i < axes_.size(); ++i) {
        const std::string_view name = axes_[i].axis.name;
        if (axes_[i].size < 1)
            throw InputError({}, std::string(name), fmt::format("is {}, expected at least 1", axes_[i].size));
        for (std::size_t before = 0; before < i; ++before)
            if (axes_[before].axis.name == name)
                throw InputError({}, std::string(name), "is an axis of the grid already");
        axes_[i].stride = world_;
        world_ *= axes_[i].size;
    }
}

RankGrid::RankGrid(const ParallelConfig& config)
    : RankGrid(
          with_tensor_axes(config, {{axis::cp, config.cp}, {axis::dp, config.dp}, {axis::pp, config.pp}})) {}

int RankGrid::size(const Axis& axis) const {
    for (const GridAxis& known : axes_)
        if (known.axis == axis)
            return known.size;
    return 1;
}

int RankGrid::size(Spread spread) const {
    int size = 1;
    for (const GridAxis& axis : axes_)
        size *= axis.axis.spread == spread ? axis.size : 1;
    return size;
}

int RankGrid::along(int rank, const Axis& axis) const {
    for (const GridAxis& known : axes_)
        if (known.axis == axis)
            return rank / known.stride % known.size;
    return 0;
}

RankPlace RankGrid::place(int rank) const {
    RankPlace place, scale{1, 1, 1};
    for (const GridAxis& axis : axes_) {
        number(place, axis.axis.spread) += rank % axis.size * number(scale, axis.axis.spread);
        number(scale, axis.axis.spread) *= axis.size;
        rank /= axis.size;
    }
    return place;
}

int RankGrid::rank(const RankPlace& place) const {
    RankPlace left = place;
    int rank = 0;
    for (const GridAxis& axis : axes_) {
        int& places = number(left, axis.axis.spread);
        rank += places % axis.size * axis.stride;
        places /= axis.size;
    }
    return rank;
}

template <class Among>
RankGroups RankGrid::groups_of(const Among& among) const {
    RankGroups groups{{0}, {0}};
    for (const GridAxis& axis : axes_)
        extend(among(axis.axis) ? groups.offset : groups.first, axis);
    return groups;
}

RankGroups RankGrid::groups(std::span<const Axis> axes) const {
    return groups_of(
        [&](const Axis& axis) { return std::find(axes.begin(), axes.end(), axis) != axes.end(); });
}

RankGroups RankGrid::groups(Spread spread) const {
    return groups_of([&](const Axis& axis) { return axis.spread == spread; });
}

RankGroups RankGrid::numbered_blocks() const {
    std::vector<int> replicas{0}, stages{0}, peers{0};
    for (const GridAxis& axis : axes_)
        extend(axis.axis.spread == Spread::peers      ? peers
               : axis.axis.spread == Spread::replicas ? replicas
                                                      : stages,
               axis);
    RankGroups blocks{{}, std::move(peers)};
    blocks.first.reserve(replicas.size() * stages.size());
    for (const int replica : replicas)
        for (const int stage : stages)
            blocks.first.push_back(replica + stage);
    return blocks;
}

int RankGrid::block_of(int rank) const {
    const RankPlace at = place(rank);
    return at.replica * size(Spread::stages) + at.stage;
}

RankGrid RankGrid::block() const {
    std::vector<GridAxis> peers;
    std::copy_if(axes_.begin(), axes_.end(), std::back_inserter(peers),
                 [](const GridAxis& axis) { return axis.axis.spread == Spread::peers; });
    return RankGrid(std::move(peers));
}

RankGrid shard_grid(const ParallelConfig& config) {
    return RankGrid(with_tensor_axes(
        config,
        {{axis::shard, config.shards()}, {axis::replicas, config.shard_replicas()}, {axis::pp, config.pp}}));
}

RankGrid expert_shard_grid(const ParallelConfig& config) {
    return RankGrid({{axis::etp, config.etp},
                     {axis::ep, config.ep},
                     {axis::shard, config.expert_shards()},
                     {axis::replicas, config.shard_replicas()},
                     {axis::pp, config.pp}});
}

RankGrid expert_grid(const ParallelConfig& config) {
    const int ranks = config.world() / config.pp, etp = config.etp, ep = config.ep;
    if (etp < 1 || ep < 1 || ranks % (etp * ep) != 0)
        throw InputError(
            {}, "ep", fmt::format("etp*ep = {}*{} does not divide the {} ranks of a stage", etp, ep, ranks));
    return RankGrid(
        {{axis::etp, etp}, {axis::ep, ep}, {axis::edp, ranks / (etp * ep)}, {axis::pp, config.pp}});
}

} // namespace pipette
