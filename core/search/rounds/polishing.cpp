// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/rounds/plan_search.h"

#include "core/base/parallel_for.h"
#include "core/search/moves/node_orders.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

/// Every row of the table deserves its place; those that may be the first, the most.
constexpr PolishingRound first_rounds[]{{20, 2, 12'500}, {6, 2, 25'000}, {3, 1, 50'000}, {3, 1, 100'000}};
/// Moves of a chain that affordable() counts for: those of the rounds above.
constexpr double moves_of_first_rounds = 187'500;

/// Of a configuration in this round.
Effort effort_of(const PolishingRound& round, const AnnealingBudget& budget, const ParallelConfig& config,
                 int gpus_of_node) {
    constexpr long least = 4'000; // fewer do not warm a chain up, if it may have as many
    constexpr int for_few = 4;    // times the work where the round is of the few that may be the first
    const bool of_few = round.configs < first_rounds[0].configs;
    const long most = affordable(config, gpus_of_node, (of_few ? for_few : 1) * polishing_work);
    const double share = std::min(1.0, double(most) / moves_of_first_rounds);
    const long moves = std::min({round.moves, most, std::max(least, long(double(round.moves) * share))});
    return {std::max(1, budget.chains / round.chains_share), moves,
            std::min(moves, 10'000L + 80L * config.blocks())};
}

/// Those that may be the first are refined longest.
Refining refining_of(const ConfigSearch& search, std::size_t place) {
    constexpr std::size_t best = 3;
    if (search.config.ep > 1)
        return {50, 0};
    return place < best ? Refining{50'000, 400'000} : Refining{2'000, 20'000};
}

/// Where a chain of a round begins: at the best known placement, at another start, or (null) where
/// run_chain() says.
const std::vector<std::uint32_t>* begin_of(const ConfigSearch& search, int chain, int round) {
    if (chain % 2 == 0)
        return &search.placement;
    const auto turn = std::size_t(round + chain / 2);
    if (turn % 2 == 0 || search.starts.empty())
        return nullptr;
    return &search.starts[(turn / 2 + 1) % search.starts.size()];
}

/// Chains that move whole nodes, beside so many that move all.
int node_chains(int chains) {
    return (chains + 1) / 2;
}

/// Chains of one configuration in a round.
int chains_a_config(const PolishingRound& round, const AnnealingBudget& budget) {
    return std::max(1, budget.chains / round.chains_share);
}

/// What part of all rounds' work one of them is, for the progress.
double share_of(const PolishingRound& round, const std::vector<PolishingRound>& all,
                const AnnealingBudget& budget) {
    const auto work = [&](const PolishingRound& r) { return double(r.configs) * chains_a_config(r, budget); };
    double sum = 0;
    for (const PolishingRound& other : all)
        sum += work(other);
    return work(round) / sum;
}

} // namespace

std::vector<PolishingRound> polishing_rounds(const AnnealingBudget& budget) {
    std::vector<PolishingRound> rounds;
    long left = budget.moves;
    for (std::size_t i = 0; i == 0 || left > 0; ++i) {
        PolishingRound round = first_rounds[std::min(i, std::size(first_rounds) - 1)];
        if (i > 0 && round.moves > left)
            break;
        round.moves = std::min(round.moves, left);
        left -= round.moves;
        rounds.push_back(round);
    }
    return rounds;
}

Effort polishing(const AnnealingBudget& budget, const ParallelConfig& config, int gpus_of_node) {
    const long blocks = config.blocks();
    const long moves = std::min(budget.moves, affordable(config, gpus_of_node, polishing_work));
    return {budget.chains, moves, std::min(moves, 10'000 + 80 * blocks)};
}

ChainBudget budget_of(const Effort& effort, double blur_s, int chain) {
    constexpr double shares[] = {0.5, 1, 0, 0.5};
    ChainBudget budget;
    budget.moves = effort.moves, budget.stagnation = effort.stagnation;
    budget.blur_s = blur_s * shares[chain % 4];
    budget.polishes = chain % 2 == 0;
    return budget;
}

void PlanSearch::judge(std::vector<std::ptrdiff_t>& order) {
    judging_ = !inputs_.cluster->history.snapshots.empty();
    if (judging_ && inputs_.top > 0)
        order = kept_first(order, std::max(listed, std::size_t(inputs_.top)));
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
    const std::size_t count = std::min(order.size(), listed);
    std::map<Shape, Placements> known;
    for (std::size_t i = 0; i < count; ++i) {
        const ConfigSearch& search = waiting_[std::size_t(order[i])];
        auto& placements = known[shape_of(search.config)];
        if (std::find(placements.begin(), placements.end(), search.placement) == placements.end())
            placements.push_back(search.placement);
    }
    parallel_for(int(count), threads_, {}, [&](int i) {
        ConfigSearch& search = waiting_[std::size_t(order[std::size_t(i)])];
        const auto& placements = known.at(shape_of(search.config));
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
    order = kept_first(order, listed);
    constexpr double preparing = 0.1; // of the improvement
    progress_.begin("Ordering nodes", preparing * progress_share::improving, long(order.size()));
    prepare_polishing(order);
    const std::vector<PolishingRound> rounds = polishing_rounds(inputs_.budget);
    int number = 0;
    for (const PolishingRound& round : rounds) {
        const double half =
            (1 - preparing) * progress_share::improving * share_of(round, rounds, inputs_.budget) / 2;
        const std::string turn = fmt::format(" in round {} of {}", ++number, rounds.size());
        log_.begin("polish");
        polish_round(order, round, number, {"Improving" + turn, half});
        swap_placements(order);
        sort_by_time(order);
        log_.begin("refine");
        progress_.begin("Refining" + turn, half, long(std::min(order.size(), round.configs)) / peers_.size);
        refine(order, round.configs);
        swap_placements(order);
        sort_by_time(order);
    }
}

void PlanSearch::prepare_polishing(const std::vector<std::ptrdiff_t>& order) {
    constexpr std::size_t other_starts = 4;
    constexpr long order_moves = 20'000;
    parallel_for(int(order.size()), threads_, {}, [&](int i) {
        ConfigSearch& search = waiting_[std::size_t(order[std::size_t(i)])];
        const PlacementSearch placements = placements_of(search);
        search.is_small = placements.is_small();
        search.blur_s = placements.blur_s();
        if (!search.is_small) {
            search.starts = placements.best_starts({}, other_starts);
            search.ordered = placements.ordered_start(order_moves), search.ordered_by = order_moves;
            if (!search.ordered.empty())
                take(search, placements, search.ordered);
        }
        progress_.done(1, &search.config);
    });
}

void PlanSearch::polish_round(const std::vector<std::ptrdiff_t>& order, const PolishingRound& round,
                              int number, const Step& step) {
    const std::size_t count = std::min(order.size(), round.configs);
    const int chains = chains_a_config(round, inputs_.budget);
    std::vector<std::optional<PlacementSearch>> placements(count);
    parallel_for(int(count), threads_, {}, [&](int i) {
        const ConfigSearch& search = waiting_[std::size_t(order[std::size_t(i)])];
        // refine() looks at all of the small. Where it orders few nodes, chains found nothing more after the
        // first of first_rounds; but they alone look for the least expected maximum, and more moves are to do
        // more.
        const bool orders = !search.ordered.empty() && search.blur_s == 0 &&
                            inputs_.cluster->nodes.size() <= nodes_ordered_fully;
        const bool chains_help = !orders || number == 1 || number > int(std::size(first_rounds));
        if (!search.is_small && chains_help)
            placements[std::size_t(i)].emplace(placements_of(search));
    });
    std::vector<std::pair<std::size_t, int>> units;
    for (std::size_t i = 0; i < count; ++i) {
        const bool orders =
            placements[i] && placements[i]->orders_nodes() && waiting_[std::size_t(order[i])].ordered.empty();
        const int ordering = orders ? node_chains(chains) : 0;
        for (int chain = 0; placements[i] && chain < chains + ordering; ++chain)
            units.emplace_back(i, chain);
    }
    progress_.begin(step.name, step.share, long(units.size()) / peers_.size);
    std::vector<PlacedUnit> results(units.size());
    parallel_for(int(units.size()), threads_, stop_, [&](int unit) {
        if (!peers_.does(std::size_t(unit)))
            return;
        const auto [i, chain] = units[std::size_t(unit)];
        const ConfigSearch& search = waiting_[std::size_t(order[i])];
        const Effort effort = effort_of(round, inputs_.budget, search.config, tables_.gpus_of_node);
        ChainBudget budget = budget_of(effort, search.blur_s, chain);
        const std::vector<std::uint32_t>* begin = begin_of(search, chain, number);
        if (chain >= chains) {
            budget = budget_of(effort, search.blur_s, 0);
            budget.kinds = MoveKinds::whole_nodes, budget.stagnation = 0;
            begin = begin_of(search, 2 * (chain - chains) + 1, number);
            begin = begin ? begin : &search.placement;
        }
        ChainResult result = placements[i]->run_chain(100 * number + chain, budget, begin, progress_, stop_);
        log_.took(result);
        results[std::size_t(unit)] = {result.cost_s, result.broken_hops, std::move(result.slot_of_block)};
        progress_.done(1, &search.config);
    });
    stopped_ = share(peers_, results, stopped_ || stop_.stop_requested());
    parallel_for(int(count), threads_, {}, [&](int i) { // each simulated: costs are but bounds
        for (std::size_t unit = 0; unit < units.size(); ++unit)
            if (units[unit].first == std::size_t(i) && !results[unit].slot_of_block.empty())
                take(waiting_[std::size_t(order[std::size_t(i)])], *placements[std::size_t(i)],
                     results[unit].slot_of_block);
    });
}

void PlanSearch::order_nodes(const std::vector<std::ptrdiff_t>& order, std::size_t count) {
    const auto moves_due = [&](std::size_t i) {
        const ConfigSearch& search = waiting_[std::size_t(order[i])];
        const long moves = refining_of(search, i).order_moves;
        return search.ordered.empty() || search.ordered_by >= moves ? 0 : moves;
    };
    std::vector<PlacedUnit> results(count);
    parallel_for(int(count), threads_, stop_, [&](int i) {
        const ConfigSearch& search = waiting_[std::size_t(order[std::size_t(i)])];
        if (const long moves = moves_due(std::size_t(i)); moves > 0 && peers_.does(std::size_t(i)))
            results[std::size_t(i)].slot_of_block = placements_of(search).reordered(search.ordered, moves);
    });
    stopped_ = share(peers_, results, stopped_ || stop_.stop_requested());
    for (std::size_t i = 0; i < count; ++i)
        if (!results[i].slot_of_block.empty()) {
            ConfigSearch& search = waiting_[std::size_t(order[i])];
            search.ordered_by = moves_due(i), search.ordered = std::move(results[i].slot_of_block);
        }
}

void PlanSearch::refine(const std::vector<std::ptrdiff_t>& order, std::size_t count) {
    count = std::min(count, order.size());
    order_nodes(order, count);
    std::vector<PlacedUnit> results(count);
    parallel_for(int(count), threads_, stop_, [&](int i) {
        if (!peers_.does(std::size_t(i)))
            return;
        const ConfigSearch& search = waiting_[std::size_t(order[std::size_t(i)])];
        const Refining effort = refining_of(search, std::size_t(i));
        if (search.refined != search.placement || search.refined_by < effort.simulations) {
            ProvenPlacement found = placements_of(search).refined(search.placement, effort, progress_);
            results[std::size_t(i)] = {found.least_s, 0, std::move(found.slot_of_block)};
        }
        progress_.done(1, &search.config);
    });
    stopped_ = share(peers_, results, stopped_ || stop_.stop_requested());
    parallel_for(int(count), threads_, {}, [&](int i) {
        ConfigSearch& search = waiting_[std::size_t(order[std::size_t(i)])];
        if (const PlacedUnit& result = results[std::size_t(i)]; !result.slot_of_block.empty()) {
            take(search, placements_of(search), result.slot_of_block);
            search.lower_bound_s = std::max(search.lower_bound_s, result.cost_s);
            search.refined = search.placement;
            search.refined_by = refining_of(search, std::size_t(i)).simulations;
        }
    });
}

} // namespace pipette
