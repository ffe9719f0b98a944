// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/rounds/stage_climb.h"

#include "core/base/index.h"
#include "core/base/parallel_for.h"
#include "core/framework/framework.h"
#include "core/search/rounds/stages_by_kind.h"
#include "core/search/rounds/stages_by_load.h"
#include "core/search/space/enumeration.h"
#include "core/search/space/memory_check.h"
#include "core/search/space/stage_changes.h"
#include "core/search/time/fastest_costs.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace pipette {
namespace {

/// A configuration and placement that differ from another in one layer, in the tp of stages, or in the places
/// of two stages.
struct Change {
    ParallelConfig config;
    std::vector<std::uint32_t> placement; ///< slots of blocks
    Candidate candidate = {};
};

/// Slots of blocks, with the blocks of two stages exchanged.
std::vector<std::uint32_t> with_stages_exchanged(std::vector<std::uint32_t> placement, int stages, int a,
                                                 int b) {
    for (std::size_t first = 0; first < placement.size(); first += index(stages))
        std::swap(placement[first + index(a)], placement[first + index(b)]);
    return placement;
}

std::vector<Change> changes_of(const PlanInputs& inputs, const ConfigSearch& search) {
    const ParallelConfig& config = search.config;
    const std::vector<AlikeStages> groups = alike_stages(*inputs.cluster, *search.best);
    std::vector<Change> changes;
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

/// Whether a chunk has another number of layers than a neighbour, or is the first or the last one.
bool is_step(const std::vector<int>& layers, int chunk) {
    const int last = int(layers.size()) - 1;
    return chunk == 0 || chunk == last || layers[index(chunk)] != layers[index(chunk - 1)] ||
           layers[index(chunk)] != layers[index(chunk + 1)];
}

/// `moved` has layers moved from a chunk to another. Moves one or two more between one of these two and a
/// third.
void add_moves_of_three(const PlanInputs& inputs, const ConfigSearch& search, const ParallelConfig& moved,
                        int from, int to, std::vector<Change>& changes) {
    for (int third = 0; third < search.config.chunks(); ++third)
        for (const int also : {-2, -1, 1, 2}) {
            const int common = also > 0 ? from : to;
            ParallelConfig config = moved;
            config.layers_per_stage[index(third)] += also;
            config.layers_per_stage[index(common)] -= also;
            if (third != from && third != to && config.layers_per_stage[index(third)] > 0 &&
                config.layers_per_stage[index(common)] > 0 && divides(config, inputs))
                changes.push_back({std::move(config), search.placement});
        }
}

/// Layers from a chunk to another on like GPUs: one, or in short pipelines up to eight at once and, on few
/// GPUs, two moves at once. Moves between chunks whose neighbours have as many layers are left out, for they
/// hardly differ from others; in long pipelines both chunks must be steps.
std::vector<Change> moved_layers(const PlanInputs& inputs, const ConfigSearch& search) {
    constexpr int short_pipeline = 4, few_chunks = 16, few_gpus = 128;
    std::vector<Change> changes;
    const std::vector<int>& layers = search.config.layers_per_stage;
    const int chunks = search.config.chunks(), most = chunks <= short_pipeline ? 8 : 1;
    const bool two_moves = chunks <= short_pipeline && inputs.cluster->gpu_count() <= few_gpus;
    for (int from = 0; from < chunks; ++from)
        for (int to = 0; to < chunks; ++to) {
            const int steps = int(is_step(layers, from)) + int(is_step(layers, to));
            if (from == to || steps < (chunks > few_chunks ? 2 : 1))
                continue;
            for (int moved = 1; moved <= most && layers[index(from)] > moved; moved *= 2) {
                ParallelConfig config = search.config;
                config.layers_per_stage[index(from)] -= moved;
                config.layers_per_stage[index(to)] += moved;
                if (two_moves)
                    add_moves_of_three(inputs, search, config, from, to, changes);
                if (divides(config, inputs))
                    changes.push_back({std::move(config), search.placement});
            }
        }
    return changes;
}

/// Whether a person who prefers safe plans would lose one.
bool loses_safety(const SearchState& state, const Candidate& taken, const Candidate& given) {
    return state.inputs.budget.prefer == Preference::safe && verdict_of(taken) > verdict_of(given);
}

/// Of the changes that are faster, fit into memory and keep off faults, the fastest. None: there is no such
/// change.
std::optional<Change> best_change(const SearchState& state, const ConfigSearch& search,
                                  std::vector<Change> changes) {
    const PlacementSearch placements = state.placements_of(search);
    std::erase_if(changes, [&](const Change& change) {
        return !placements.is_expressible(change.placement) ||
               fastest_time(state.tables, change.config) >= search.best->iteration_time_s;
    });
    parallel_for(int(changes.size()), state.threads, {}, [&](int i) {
        Change& change = changes[index(i)];
        change.candidate = state.evaluated(change.config, placements.mapping(change.placement));
    });
    std::erase_if(changes, [&](const Change& change) {
        return !state.may_be_shown(change.candidate) || !faster(change.candidate, *search.best) ||
               loses_safety(state, change.candidate, *search.best);
    });
    const auto best = std::min_element(changes.begin(), changes.end(), [](const Change& a, const Change& b) {
        return faster(a.candidate, b.candidate);
    });
    return best == changes.end() ? std::nullopt : std::optional(std::move(*best));
}

void take_change(const SearchState& state, ConfigSearch& search, Change change) {
    search.config = std::move(change.config), search.placement = std::move(change.placement);
    search.best = std::move(change.candidate);
    MemoryCheck memory = check_memory(state.inputs, state.tables.knowledge, search.config,
                                      state.tables.gpu_memory_bytes.front());
    search.device_bytes = std::move(memory.device_bytes), search.verdict = memory.verdict;
    search.refined.clear(), search.refined_by = 0;
    // Of both configurations: the plan's gap counts the one that was tried first, too.
    search.lower_bound_s = std::min(search.lower_bound_s, fastest_time(state.tables, search.config));
}

template <class Changes>
void climb(SearchState& state, ConfigSearch& search, const Changes& changes_of_search) {
    while (!state.stopped && !state.stop.stop_requested() && search.config.pp > 1 &&
           search.climbed != search.placement) {
        std::optional<Change> change = best_change(state, search, changes_of_search(state.inputs, search));
        search.climbed = search.placement;
        if (!change)
            return;
        const auto known =
            std::find_if(state.waiting.begin(), state.waiting.end(), [&](const ConfigSearch& other) {
                return other.best && other.config == change->config;
            });
        if (known != state.waiting.end()) // a plan lists no configuration twice
            return state.take(*known, state.placements_of(*known), change->placement);
        take_change(state, search, std::move(*change));
        search.climbed.clear();
        state.progress.found(*search.best);
    }
}

/// Moves layers from the best placement and from other starts: with layers moved, another placement may be
/// the best one.
void climb_from_starts(SearchState& state, ConfigSearch& search) {
    constexpr std::size_t most_starts = 6;
    const ConfigSearch before = search;
    climb(state, search, moved_layers);
    if (before.config.pp == 1)
        return;
    const PlacementSearch placements = state.placements_of(before);
    for (std::vector<std::uint32_t>& start : placements.best_starts({}, most_starts)) {
        if (!placements.is_expressible(start))
            continue;
        ConfigSearch other = before;
        other.best = state.evaluated(other.config, placements.mapping(start));
        other.placement = std::move(start);
        climb(state, other, moved_layers);
        if (state.may_be_shown(*other.best) && faster(*other.best, *search.best) &&
            !loses_safety(state, *other.best, *search.best))
            search = std::move(other);
    }
}

bool may_move_layers(const PlanInputs& inputs) {
    constexpr int most_gpus = 1024; // on more of them each change takes long to simulate
    return may_balance_stages(inputs) && framework_of(inputs.job).layouts == LayerLayouts::any &&
           inputs.model.mtp_layers == 0 && layers_of(inputs.model)->alike() &&
           inputs.cluster->gpu_count() <= most_gpus;
}

} // namespace

void climb_stages(SearchState& state, std::span<const std::ptrdiff_t> rows) {
    if (may_split_by_kind(state.inputs))
        for (const std::ptrdiff_t row : rows)
            climb(state, state.waiting[std::size_t(row)], changes_of);
}

void move_layers(SearchState& state, std::span<const std::ptrdiff_t> rows, LayerMoves from) {
    if (!may_move_layers(state.inputs))
        return;
    for (const std::ptrdiff_t row : rows) {
        ConfigSearch& search = state.waiting[std::size_t(row)];
        if (from == LayerMoves::all_starts)
            climb_from_starts(state, search);
        else
            climb(state, search, moved_layers);
    }
}

} // namespace pipette
