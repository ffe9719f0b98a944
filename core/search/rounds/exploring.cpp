// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/rounds/plan_search.h"

#include "core/base/parallel_for.h"
#include "core/base/time_text.h"
#include "core/search/time/fastest_costs.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

constexpr std::size_t round_size = 16;

/// While all that may win are tried. Few blocks get as many moves as a chain needs to cool, heat up and cool
/// again.
Effort exploring(const AnnealingBudget& budget, const ParallelConfig& config, int gpus_of_node) {
    const long blocks = config.blocks();
    constexpr long two_cycles = 4000;
    const long moves = std::min({budget.moves, std::max(two_cycles, 1000 + 30 * blocks),
                                 affordable(config, gpus_of_node, 4'000'000)});
    const int chains = config.ep > 1 ? 1 : 2;
    return {std::min(budget.chains, chains), moves, moves - moves / 4};
}

/// So many distinct placements are listed rather than annealed.
constexpr long listed_placements = 3'000, listed_with_experts = 30;
constexpr std::size_t simulated_of_listed = 4, known_of_shape = 6;

} // namespace

void PlanSearch::explore() {
    state_.progress.begin("Placing", progress_share::placing, long(state_.waiting.size()));
    std::vector<std::size_t> slower;
    std::size_t next = 0;
    while (next < state_.waiting.size() && !state_.stopped) {
        const std::vector<std::size_t> round = next_round(next, slower);
        explore_round(round);
        for (const std::size_t i : round)
            learn(state_.waiting[i]);
    }
    if (state_.stopped)
        return;
    for (const std::size_t i : slower) {
        const double bound_s = state_.waiting[i].lower_bound_s,
                     best_s = state_.best.beside(state_.waiting[i].config);
        rejections_.add(state_.waiting[i].config, RejectionCode::slower_by_bound, bound_s / best_s, [&] {
            return fmt::format("takes at least {} on any mapping; the best plan{} took {} before it was "
                               "polished",
                               time_text(bound_s), best_s > state_.best.of_all_s() ? " of as many GPUs" : "",
                               time_text(best_s));
        });
    }
}

void PlanSearch::tighten(ConfigSearch& search) {
    search.lower_bound_s = fastest_time(state_.tables, search.config);
}

std::vector<std::size_t> PlanSearch::next_round(std::size_t& next, std::vector<std::size_t>& slower) {
    const auto is_slower = [&](std::size_t i) {
        const double best_s = state_.best.to_beat(state_.waiting[i]);
        return best_s > 0 && state_.waiting[i].lower_bound_s > best_s;
    };
    std::vector<std::size_t> round;
    const auto sort_out = [&](std::size_t i, std::vector<std::size_t>& may_win) {
        if (!is_slower(i))
            return may_win.push_back(i);
        slower.push_back(i);
        state_.progress.done();
    };
    while (next < state_.waiting.size() && round.size() < round_size) {
        std::vector<std::size_t> batch;
        for (; next < state_.waiting.size() && round.size() + batch.size() < round_size; ++next)
            sort_out(next, batch);
        parallel_for(int(batch.size()), state_.threads, {},
                     [&](int i) { tighten(state_.waiting[batch[std::size_t(i)]]); });
        for (const std::size_t i : batch)
            sort_out(i, round);
    }
    return round;
}

void PlanSearch::explore_round(const std::vector<std::size_t>& round) {
    std::vector<PlacedUnit> found(round.size());
    parallel_for(int(found.size()), state_.threads, state_.stop, [&](int i) {
        ConfigSearch& search = state_.waiting[round[std::size_t(i)]];
        if (!state_.peers.does(std::size_t(i)))
            return;
        explore_one(search);
        found[std::size_t(i)] = {search.lower_bound_s, 0, search.placement, search.start_s};
    });
    state_.stopped = share(state_.peers, found, state_.stop.stop_requested());
    parallel_for(int(found.size()), state_.threads, {}, [&](int i) {
        if (state_.peers.does(std::size_t(i)) || found[std::size_t(i)].slot_of_block.empty())
            return;
        ConfigSearch& search = state_.waiting[round[std::size_t(i)]];
        state_.take(search, state_.placements_of(search), found[std::size_t(i)].slot_of_block);
        search.lower_bound_s = found[std::size_t(i)].cost_s;
        search.start_s = found[std::size_t(i)].start_s;
        state_.progress.done(1, &search.config);
    });
}

void PlanSearch::explore_one(ConfigSearch& search) {
    const PlacementSearch placements = state_.placements_of(search);
    state_.take(search, placements, placements.layout().slot_of_block);
    const Placements all = placements.cheapest_of_all(
        search.config.ep > 1 ? listed_with_experts : listed_placements, simulated_of_listed);
    for (const std::vector<std::uint32_t>& placement : all)
        state_.take(search, placements, placement);
    if (!all.empty()) {
        search.lower_bound_s = std::max(search.lower_bound_s, placements.bound_s(all.front()));
        state_.progress.done(1, &search.config);
        return;
    }
    const Effort effort = exploring(state_.inputs.budget, search.config, state_.tables.gpus_of_node);
    const auto known = known_.find(shape_of(search.config));
    constexpr std::size_t first_starts = 2, first_spreads = 4;
    const Placements starts = placements.best_starts(known != known_.end() ? known->second : Placements{},
                                                     placements.has_units() ? first_spreads : first_starts);
    const int others = placements.has_units() ? int(starts.size()) - 1 : 0; // starts that chains begin with
    state_.take(search, placements, starts.front());
    if (is_left_behind(search)) {
        state_.progress.done(1, &search.config);
        return;
    }
    search.start_s = search.best->iteration_time_s;
    ChainResult best;
    for (int chain = 0; chain < effort.chains + others && !state_.stop.stop_requested(); ++chain) {
        const std::vector<std::uint32_t>* start = chain == 0 ? &starts.front() : nullptr;
        if (chain >= effort.chains)
            start = &starts[std::size_t(chain - effort.chains + 1)];
        ChainResult result = placements.run_chain(chain, {0, effort.moves, effort.stagnation}, start,
                                                  state_.progress, state_.stop);
        state_.log.took(result);
        if (best.slot_of_block.empty() || result.better_than(best))
            best = std::move(result);
    }
    // Few placements may keep off all that is broken: look longer before the configuration is given up.
    constexpr int first_of_more = 10, most = 16;
    for (int chain = first_of_more; chain < most && best.broken_hops > 0 && !state_.stop.stop_requested();
         ++chain) {
        ChainResult result = placements.run_chain(chain, {0, 4 * effort.moves, effort.moves}, nullptr,
                                                  state_.progress, state_.stop);
        state_.log.took(result);
        if (result.better_than(best))
            best = std::move(result);
    }
    if (!best.slot_of_block.empty())
        state_.take(search, placements, best.slot_of_block);
    state_.progress.done(1, &search.config);
}

bool PlanSearch::is_left_behind(const ConfigSearch& search) const {
    constexpr double least_margin = 0.02;
    return state_.may_be_shown(*search.best) && !state_.best.may_overtake(search, most_gained_, least_margin);
}

void PlanSearch::learn(const ConfigSearch& search) {
    if (!search.best)
        return;
    if (state_.may_be_shown(*search.best)) {
        most_gained_ = std::max(most_gained_, search.start_s / search.best->iteration_time_s - 1);
        state_.best.lower(search);
    }
    Placements& known = known_[shape_of(search.config)];
    if (known.size() < known_of_shape &&
        std::find(known.begin(), known.end(), search.placement) == known.end())
        known.push_back(search.placement);
    explored_.push_back(&search - state_.waiting.data());
}

} // namespace pipette
