// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/rounds/changes/stage_climb.h"

#include "core/base/index.h"
#include "core/search/rounds/changes/config_change.h"
#include "core/search/rounds/stages_by_kind.h"
#include "core/search/space/stage_changes.h"

#include <utility>

namespace pipette {
namespace {

/// Slots of blocks, with the blocks of two stages exchanged.
std::vector<std::uint32_t> with_stages_exchanged(std::vector<std::uint32_t> placement, int stages, int a,
                                                 int b) {
    for (std::size_t first = 0; first < placement.size(); first += index(stages))
        std::swap(placement[first + index(a)], placement[first + index(b)]);
    return placement;
}

std::vector<ConfigChange> changes_of(const PlanInputs& inputs, const ConfigSearch& search) {
    const ParallelConfig& config = search.config;
    const std::vector<AlikeStages> groups = alike_stages(*inputs.cluster, *search.best);
    std::vector<ConfigChange> changes;
    for (const AlikeStages& alike : groups)
        for (const int tp : stage_tp_choices(inputs, config))
            if (auto changed = with_tp_changed(inputs, config, alike.stages, tp))
                changes.push_back({std::move(*changed), search.placement});
    for (const AlikeStages& taker : groups)
        for (const AlikeStages& giver : groups) {
            const int to = taker.stages.front(),
                      from = &giver == &taker ? giver.stages.back() : giver.stages.front();
            if (from == to)
                continue;
            if (auto moved = with_layer_moved(inputs, config, from, to))
                changes.push_back({std::move(*moved), search.placement});
            if (to < from && taker.gpus != giver.gpus && inputs.pinned_ranks.empty())
                if (auto exchanged = with_layers_exchanged(inputs, config, from, to))
                    changes.push_back({std::move(*exchanged),
                                       with_stages_exchanged(search.placement, config.pp, from, to)});
        }
    return changes;
}

} // namespace

void climb_stages(SearchState& state, std::span<const std::ptrdiff_t> rows) {
    if (may_split_by_kind(state.inputs))
        for (const std::ptrdiff_t row : rows)
            climb(state, state.waiting[std::size_t(row)], changes_of);
}

} // namespace pipette
