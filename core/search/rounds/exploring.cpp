// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/rounds/plan_search.h"

#include "core/base/parallel_for.h"
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
    progress_.begin("Placing", progress_share::placing, long(waiting_.size()));
    std::vector<std::size_t> slower;
    std::size_t next = 0;
    while (next < waiting_.size() && !stopped_) {
        const std::vector<std::size_t> round = next_round(next, slower);
        explore_round(round);
        for (const std::size_t i : round)
            learn(waiting_[i]);
    }
    if (stopped_)
        return;
    for (const std::size_t i : slower) {
        const double bound_s = waiting_[i].lower_bound_s, best_s = best_beside(waiting_[i].config);
        rejections_.add(waiting_[i].config, RejectionCode::slower_by_bound, bound_s / best_s, [&] {
            return fmt::format("takes at least {:.4g} ms on any mapping, the best plan{} {:.4g} ms",
                               bound_s * 1e3, best_s > best_s_ ? " of as many GPUs" : "", best_s * 1e3);
        });
    }
}

void PlanSearch::tighten(ConfigSearch& search) {
    std::optional<TimesOf> none;
    search.lower_bound_s = fastest_time(fastest(search.config, none), search.config);
}

std::vector<std::size_t> PlanSearch::next_round(std::size_t& next, std::vector<std::size_t>& slower) {
    const auto is_slower = [&](std::size_t i) {
        const double best_s = to_beat(waiting_[i]);
        return best_s > 0 && waiting_[i].lower_bound_s > best_s;
    };
    std::vector<std::size_t> round;
    const auto sort_out = [&](std::size_t i, std::vector<std::size_t>& may_win) {
        if (!is_slower(i))
            return may_win.push_back(i);
        slower.push_back(i);
        progress_.done();
    };
    while (next < waiting_.size() && round.size() < round_size) {
        std::vector<std::size_t> batch;
        for (; next < waiting_.size() && round.size() + batch.size() < round_size; ++next)
            sort_out(next, batch);
        parallel_for(int(batch.size()), threads_, {},
                     [&](int i) { tighten(waiting_[batch[std::size_t(i)]]); });
        for (const std::size_t i : batch)
            sort_out(i, round);
    }
    return round;
}

bool PlanSearch::keeps_best_of(int world) const {
    return world == largest_world_ || !inputs_.limits.world_sizes.empty();
}

double PlanSearch::best_beside(const ParallelConfig& config) const {
    if (!keeps_best_of(config.world()))
        return best_s_;
    const auto best = best_of_world_s_.find(config.world());
    return best == best_of_world_s_.end() ? 0 : best->second;
}

double PlanSearch::to_beat(const ConfigSearch& search) const {
    const double best_s = best_beside(search.config);
    if (inputs_.budget.prefer != Preference::safe || search.verdict != Verdict::safe)
        return best_s;
    const double told_apart_s = best_s * (1 + told_apart);
    return std::max(best_s, best_safe_s_ > 0 ? std::min(best_safe_s_, told_apart_s) : told_apart_s);
}

void PlanSearch::explore_round(const std::vector<std::size_t>& round) {
    std::vector<PlacedUnit> found(round.size());
    parallel_for(int(found.size()), threads_, stop_, [&](int i) {
        ConfigSearch& search = waiting_[round[std::size_t(i)]];
        if (!peers_.does(std::size_t(i)))
            return;
        explore_one(search);
        found[std::size_t(i)] = {search.lower_bound_s, 0, search.placement, search.start_s};
    });
    stopped_ = share(peers_, found, stop_.stop_requested());
    parallel_for(int(found.size()), threads_, {}, [&](int i) {
        if (peers_.does(std::size_t(i)) || found[std::size_t(i)].slot_of_block.empty())
            return;
        ConfigSearch& search = waiting_[round[std::size_t(i)]];
        take(search, placements_of(search), found[std::size_t(i)].slot_of_block);
        search.lower_bound_s = found[std::size_t(i)].cost_s;
        search.start_s = found[std::size_t(i)].start_s;
        progress_.done(1, &search.config);
    });
}

void PlanSearch::explore_one(ConfigSearch& search) {
    const PlacementSearch placements = placements_of(search);
    take(search, placements, placements.layout().slot_of_block);
    const Placements all = placements.cheapest_of_all(
        search.config.ep > 1 ? listed_with_experts : listed_placements, simulated_of_listed);
    for (const std::vector<std::uint32_t>& placement : all)
        take(search, placements, placement);
    if (!all.empty()) {
        search.lower_bound_s = std::max(search.lower_bound_s, placements.bound_s(all.front()));
        progress_.done(1, &search.config);
        return;
    }
    const Effort effort = exploring(inputs_.budget, search.config, tables_.gpus_of_node);
    const auto known = known_.find(shape_of(search.config));
    constexpr std::size_t first_starts = 2, first_spreads = 4;
    const Placements starts = placements.best_starts(known != known_.end() ? known->second : Placements{},
                                                     placements.has_units() ? first_spreads : first_starts);
    const int others = placements.has_units() ? int(starts.size()) - 1 : 0; // starts that chains begin with
    take(search, placements, starts.front());
    if (is_left_behind(search)) {
        progress_.done(1, &search.config);
        return;
    }
    search.start_s = search.best->iteration_time_s;
    ChainResult best;
    for (int chain = 0; chain < effort.chains + others && !stop_.stop_requested(); ++chain) {
        const std::vector<std::uint32_t>* start = chain == 0 ? &starts.front() : nullptr;
        if (chain >= effort.chains)
            start = &starts[std::size_t(chain - effort.chains + 1)];
        ChainResult result =
            placements.run_chain(chain, {0, effort.moves, effort.stagnation}, start, progress_, stop_);
        log_.took(result);
        if (best.slot_of_block.empty() || result.better_than(best))
            best = std::move(result);
    }
    // Few placements may keep off all that is broken: look longer before the configuration is given up.
    constexpr int first_of_more = 10, most = 16;
    for (int chain = first_of_more; chain < most && best.broken_hops > 0 && !stop_.stop_requested();
         ++chain) {
        ChainResult result =
            placements.run_chain(chain, {0, 4 * effort.moves, effort.moves}, nullptr, progress_, stop_);
        log_.took(result);
        if (result.better_than(best))
            best = std::move(result);
    }
    if (!best.slot_of_block.empty())
        take(search, placements, best.slot_of_block);
    progress_.done(1, &search.config);
}

bool PlanSearch::is_left_behind(const ConfigSearch& search) const {
    constexpr double least_margin = 0.02;
    const double margin = std::max(least_margin, 2 * most_gained_), best_s = to_beat(search);
    return best_s > 0 && may_be_shown(*search.best) && search.best->iteration_time_s > best_s * (1 + margin);
}

void PlanSearch::lower_best(const ConfigSearch& search) {
    const double time_s = search.best->iteration_time_s;
    const auto lower = [&](double& best_s) { best_s = best_s == 0 ? time_s : std::min(best_s, time_s); };
    lower(best_s_), lower(best_of_world_s_[search.config.world()]);
    if (verdict_of(*search.best) == Verdict::safe)
        lower(best_safe_s_);
}

void PlanSearch::learn(const ConfigSearch& search) {
    if (!search.best)
        return;
    if (may_be_shown(*search.best)) {
        most_gained_ = std::max(most_gained_, search.start_s / search.best->iteration_time_s - 1);
        lower_best(search);
    }
    Placements& known = known_[shape_of(search.config)];
    if (known.size() < known_of_shape &&
        std::find(known.begin(), known.end(), search.placement) == known.end())
        known.push_back(search.placement);
    explored_.push_back(&search - waiting_.data());
}

} // namespace pipette
