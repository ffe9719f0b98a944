// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/groups/parallel_groups.h"

#include "core/base/index.h"
#include "core/plan/stages/stage_tp.h"

#include <algorithm>

namespace pipette {
namespace {

RankGrid dense_grid(const ParallelConfig& config) {
    return RankGrid(config);
}
bool always(const ParallelConfig&) {
    return true;
}
bool has_expert_groups(const ParallelConfig& config) {
    return config.ep > 1 || config.etp > 1;
}
bool has_shards(const ParallelConfig& config) {
    return config.zero_stage > 1;
}

/// Groups along one axis.
struct GroupKind {
    Axis axis;
    std::string_view title;
    RankGrid (*grid)(const ParallelConfig&);
    bool (*in_use)(const ParallelConfig&); ///< whether anything is exchanged along it
};

constexpr GroupKind kinds[]{
    {axis::ep, "expert group", expert_grid, has_expert_groups},
    {axis::edp, "expert data parallel group", expert_grid, has_expert_groups},
    {axis::etp, "expert tensor group", expert_grid, has_expert_groups},
    {axis::shard, "shard group", shard_grid, has_shards},
    {axis::replicas, "shard replica group", shard_grid, has_shards},
    {axis::tp, "tensor parallel group", dense_grid, always},
    {axis::x, "x group", dense_grid, always}, // of a tensor grid
    {axis::y, "y group", dense_grid, always},
    {axis::cp, "context parallel group", dense_grid, always},
    {axis::dp, "data parallel group", dense_grid, always},
};

const GroupKind* kind_of(std::string_view name) {
    const auto* const found = std::find_if(std::begin(kinds), std::end(kinds),
                                           [&](const GroupKind& k) { return k.axis.name == name; });
    return found == std::end(kinds) ? nullptr : found;
}

} // namespace

std::string_view group_title(const Axis& axis) {
    const GroupKind* kind = kind_of(axis.name);
    return kind ? kind->title : axis.name;
}

std::optional<Axis> grouped_axis_named(std::string_view name) {
    const GroupKind* kind = kind_of(name);
    return kind ? std::optional(kind->axis) : std::nullopt;
}

int GroupList::largest() const {
    int most = 0;
    for (int group = 0; group < count(); ++group)
        most = std::max(most, static_cast<int>(members(group).size()));
    return most;
}

std::vector<Axis> grouped_axes(const ParallelConfig& config) {
    const std::vector<StagesOfTp> by_tp = stages_by_tp(config);
    std::vector<Axis> axes;
    for (const GroupKind& kind : kinds)
        if (std::any_of(by_tp.begin(), by_tp.end(), [&](const StagesOfTp& alike) {
                return kind.in_use(alike.config) && kind.grid(alike.config).size(kind.axis) > 1;
            }))
            axes.push_back(kind.axis);
    return axes;
}

GroupList groups_along(const ParallelConfig& config, const Axis& axis) {
    const GroupKind* kind = kind_of(axis.name);
    const Axis axes[]{axis};
    std::vector<std::vector<int>> groups;
    for (const StagesOfTp& alike : stages_by_tp(config)) {
        const RankGrid grid = kind ? kind->grid(alike.config) : RankGrid(alike.config);
        const RankGroups all = grid.groups(axes);
        for (int group = 0; group < all.count(); ++group) {
            if (!alike.hold(grid.place(all.rank(group, 0)).stage))
                continue;
            std::vector<int>& ranks = groups.emplace_back();
            for (int member = 0; member < all.size(); ++member)
                ranks.push_back(all.rank(group, member));
        }
    }
    std::sort(groups.begin(), groups.end());
    GroupList list{{}, {0}};
    for (const std::vector<int>& ranks : groups) {
        list.ranks.insert(list.ranks.end(), ranks.begin(), ranks.end());
        list.start.push_back(static_cast<int>(list.ranks.size()));
    }
    return list;
}

std::vector<int> group_of_rank(const GroupList& groups) {
    std::vector<int> numbers(groups.ranks.size());
    for (int group = 0; group < groups.count(); ++group)
        for (const int rank : groups.members(group))
            numbers[index(rank)] = group;
    return numbers;
}

} // namespace pipette
