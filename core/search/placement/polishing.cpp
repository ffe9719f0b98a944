// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/plan_search.h"

#include "core/search/parallel_for.h"

#include <algorithm>

namespace pipette {

long affordable(const ParallelConfig& config, int gpus_of_node, long work) {
    return config.peers() < gpus_of_node ? std::max<long>(500, work / config.dp) : work;
}

Effort polishing(const AnnealingBudget& budget, const ParallelConfig& config, int gpus_of_node) {
    const long blocks = config.blocks();
    const long moves = std::min(budget.moves, affordable(config, gpus_of_node, 40'000'000));
    return {budget.chains, moves, std::min(moves, 10'000 + 80 * blocks)};
}

ChainBudget budget_of(const Effort& effort, double blur_s, int chain) {
    constexpr double shares[] = {0.5, 1, 0, 0.5};
    ChainBudget budget;
    budget.moves = effort.moves, budget.stagnation = effort.stagnation;
    budget.blur_s = blur_s * shares[chain % 4];
    return budget;
}

void PlanSearch::judge(std::vector<std::ptrdiff_t>& order) {
    judging_ = !inputs_.cluster.history.snapshots.empty();
    if (judging_ && inputs_.top > 0)
        order.resize(std::min(order.size(), std::max(polished, std::size_t(inputs_.top))));
    shown_ = order;
    if (!judging_)
        return;
    parallel_for(int(order.size()), threads_, {}, [&](int i) {
        Candidate& best = *waiting_[std::size_t(order[std::size_t(i)])].best;
        best = judged(std::move(best));
    });
    sort_by_time(order);
}

void PlanSearch::swap_placements(const std::vector<std::ptrdiff_t>& order) {
    if (stopped_ || stop_.stop_requested())
        return;
    const auto shape = [](const ParallelConfig& c) { return std::array{c.pp, c.tp, c.cp, c.dp}; };
    constexpr std::size_t most = 20; // of the fastest: no others will be shown
    const std::size_t count = std::min(order.size(), most);
    std::map<std::array<int, 4>, std::vector<std::vector<std::uint32_t>>> known;
    for (std::size_t i = 0; i < count; ++i) {
        const ConfigSearch& search = waiting_[std::size_t(order[i])];
        auto& placements = known[shape(search.config)];
        if (std::find(placements.begin(), placements.end(), search.placement) == placements.end())
            placements.push_back(search.placement);
    }
    parallel_for(int(count), threads_, {}, [&](int i) {
        ConfigSearch& search = waiting_[std::size_t(order[std::size_t(i)])];
        const auto& placements = known.at(shape(search.config));
        if (placements.size() < 2)
            return;
        const PlacementSearch own = placements_of(search);
        take(search, own, placements[own.cheapest(placements)]);
    });
}

void PlanSearch::polish() {
    std::vector<std::ptrdiff_t> order;
    for (const std::ptrdiff_t i : explored_)
        if (may_be_shown(*waiting_[std::size_t(i)].best))
            order.push_back(i);
    plan_.feasible = long(order.size());
    sort_by_time(order);
    swap_placements(order);
    sort_by_time(order);
    judge(order);
    order.resize(std::min(order.size(), polished));
    std::vector<PlacementSearch> placements;
    placements.reserve(order.size());
    std::vector<double> blur_s;
    std::vector<std::pair<std::size_t, int>> units;
    for (std::size_t i = 0; i < order.size(); ++i) {
        placements.push_back(placements_of(waiting_[std::size_t(order[i])]));
        blur_s.push_back(placements.back().blur_s());
        for (int chain = 0; chain < inputs_.budget.chains; ++chain)
            units.emplace_back(i, chain);
    }
    std::vector<PlacedUnit> results(units.size());
    parallel_for(int(units.size()), threads_, stop_, [&](int unit) {
        if (!peers_.does(std::size_t(unit)))
            return;
        const auto [i, chain] = units[std::size_t(unit)];
        const ConfigSearch& search = waiting_[std::size_t(order[i])];
        const Effort effort = polishing(inputs_.budget, search.config, tables_.gpus_of_node);
        ChainResult result =
            placements[i].run_chain(100 + chain, budget_of(effort, blur_s[i], chain),
                                    chain % 2 == 0 ? &search.placement : nullptr, progress_, stop_);
        results[std::size_t(unit)] = {result.cost_s, result.broken_hops, std::move(result.slot_of_block)};
        progress_.done(1, "improve " + short_name(search.config));
    });
    stopped_ = share(peers_, results, stopped_ || stop_.stop_requested());
    parallel_for(int(order.size()), threads_, {}, [&](int config) {
        const std::size_t i = std::size_t(config);
        ConfigSearch& search = waiting_[std::size_t(order[i])];
        const PlacedUnit* best = nullptr;
        for (std::size_t unit = 0; unit < units.size(); ++unit) {
            const PlacedUnit& result = results[unit];
            if (units[unit].first != i || result.slot_of_block.empty())
                continue;
            if (judging_) // each on all snapshots: the chains saw but one table of links
                take(search, placements[i], result.slot_of_block);
            else if (!best || std::pair(result.broken_hops, result.cost_s) <
                                  std::pair(best->broken_hops, best->cost_s))
                best = &result;
        }
        if (best)
            take(search, placements[i], best->slot_of_block);
    });
    swap_placements(shown_);
}

} // namespace pipette
