// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/rounds/changes/layer_moves.h"

#include "core/base/index.h"
#include "core/base/parallel_for.h"
#include "core/base/random.h"
#include "core/framework/framework.h"
#include "core/search/rounds/changes/config_change.h"
#include "core/search/rounds/stages_by_load.h"
#include "core/search/space/enumeration.h"
#include "core/search/time/fastest_costs.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace pipette {
namespace {

/// Whether a chunk has another number of layers than a neighbour, or is the first or the last one.
bool is_step(const std::vector<int>& layers, int chunk) {
    const int last = int(layers.size()) - 1;
    return chunk == 0 || chunk == last || layers[index(chunk)] != layers[index(chunk - 1)] ||
           layers[index(chunk)] != layers[index(chunk + 1)];
}

/// `moved` has layers moved from a chunk to another. Moves one or two more between one of these two and a
/// third.
void add_moves_of_three(const PlanInputs& inputs, const ConfigSearch& search, const ParallelConfig& moved,
                        int from, int to, std::vector<ConfigChange>& changes) {
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

/// Moves of layers from one chunk to another on like GPUs. A move takes one layer; in short pipelines a move
/// takes up to eight and, on few GPUs, two moves are made at once. Where neighbours have as many layers as
/// both chunks, a move gives nearly the same times as another, so one of the chunks must be a step; in long
/// pipelines both must be.
std::vector<ConfigChange> moved_layers(const PlanInputs& inputs, const ConfigSearch& search) {
    constexpr int short_pipeline = 4, few_chunks = 16, few_gpus = 128;
    std::vector<ConfigChange> changes;
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

/// The search with another placement of its configuration as its best.
ConfigSearch placed(const SearchState& state, ConfigSearch search, std::vector<std::uint32_t> placement) {
    search.best = state.evaluated(search.config, state.placements_of(search).mapping(placement));
    search.placement = std::move(placement);
    return search;
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
        ConfigSearch other = placed(state, before, std::move(start));
        climb(state, other, moved_layers);
        if (state.may_be_shown(*other.best) && faster(*other.best, *search.best) &&
            !loses_safety(state, *other.best, *search.best))
            search = std::move(other);
    }
}

/// One or two layers, each from a chunk to another, drawn at random.
void move_drawn_layers(std::vector<int>& layers, Random& random) {
    const auto chunks = std::uint32_t(layers.size());
    for (std::uint32_t left = 1 + random.below(2); left > 0; --left) {
        int &from = layers[random.below(chunks)], &to = layers[random.below(chunks)];
        if (from > 1)
            --from, ++to;
    }
}

/// Walks over layouts of layers. Walk 0 begins at the best placement of `search`, every other walk at one of
/// its starts. Returns the fastest configuration and placement that the walk has seen.
ConfigSearch walked(SearchState& state, const ConfigSearch& search, int number) {
    constexpr int steps = 20;
    constexpr double hardly_slower = 0.02; // than the best of the walk, as a share
    const bool from_best = number == 0 || search.starts.empty();
    ConfigSearch best = search;
    ConfigSearch at =
        from_best ? search
                  : placed(state, search, search.starts[std::size_t(number - 1) % search.starts.size()]);
    double least_s = INFINITY; // of the walk's layouts
    Random random(state.inputs.budget.seed * 1'000'003u + std::uint64_t(number));
    ChainBudget budget;
    budget.moves = 256L * search.config.blocks(), budget.polishes = true;
    for (int step = 0; step < steps && !state.stop.stop_requested(); ++step) {
        ConfigChange drawn{at.config, at.placement};
        move_drawn_layers(drawn.config.layers_per_stage, random);
        if (!divides(drawn.config, state.inputs) ||
            fastest_time(state.tables, drawn.config) >= best.best->iteration_time_s)
            continue;
        ConfigSearch next = at;
        next.config = drawn.config;
        const PlacementSearch placements = state.placements_of(next);
        const int chain = 10'000 + 1'000 * number + step; // apart from all others of the configuration
        drawn.placement =
            placements.run_chain(chain, budget, &at.placement, state.progress, state.stop).slot_of_block;
        if (!placements.is_expressible(drawn.placement))
            continue;
        drawn.candidate = state.evaluated(drawn.config, placements.mapping(drawn.placement));
        if (drawn.candidate.iteration_time_s > least_s * (1 + hardly_slower))
            continue; // so far off that moves of single layers hardly make up for it
        take_change(state, next, std::move(drawn));
        while (auto change = best_change(state, next, moved_layers(state.inputs, next), 1))
            take_change(state, next, std::move(*change));
        if (!state.may_be_shown(*next.best) || loses_safety(state, *next.best, *search.best))
            continue;
        least_s = std::min(least_s, next.best->iteration_time_s);
        at = next;
        if (faster(*next.best, *best.best))
            best = std::move(next);
    }
    return best;
}

bool may_move_layers(const PlanInputs& inputs) {
    constexpr int most_gpus = 1024; // on more of them each change takes long to simulate
    return may_balance_stages(inputs) && framework_of(inputs.job).layouts == LayerLayouts::any &&
           inputs.model.mtp_layers == 0 && layers_of(inputs.model)->alike() &&
           inputs.cluster->gpu_count() <= most_gpus;
}

} // namespace

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

void walk_layers(SearchState& state, std::span<const std::ptrdiff_t> rows) {
    constexpr std::size_t walks = 5; // one from the best placement, the others from the row's other starts
    if (!may_move_layers(state.inputs))
        return;
    std::vector<std::optional<ConfigSearch>> found(rows.size() * walks);
    parallel_for(int(found.size()), state.threads, state.stop, [&](int i) {
        const ConfigSearch& search = state.waiting[std::size_t(rows[index(i) / walks])];
        found[index(i)] = walked(state, search, int(index(i) % walks));
    });
    for (std::size_t i = 0; i < found.size(); ++i) {
        ConfigSearch& search = state.waiting[std::size_t(rows[i / walks])];
        if (!found[i] || !faster(*found[i]->best, *search.best))
            continue;
        if (found[i]->config == search.config ||
            !give_to_known(state, found[i]->config, found[i]->placement)) {
            search = std::move(*found[i]);
            state.progress.found(*search.best);
        }
    }
}

} // namespace pipette
