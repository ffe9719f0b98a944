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

/// So many of the fastest go first in a round.
constexpr std::size_t leaders = 4;

/// So many of the fastest are refined longest, where they may be the first.
constexpr std::size_t refined_longest = 3;

Refining refining_of(const ConfigSearch& search, bool may_be_first) {
    if (search.config.ep > 1)
        return {50, 0};
    return may_be_first ? Refining{50'000, 400'000} : Refining{2'000, 20'000};
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
    sort_by_time(order);
    learn_best(order);
    const std::vector<PolishingRound> rounds = polishing_rounds(inputs_.budget);
    // Where the last round still found something, more of its kind follow.
    constexpr std::size_t most_more = 8;
    constexpr double worth_more = 5e-4;
    double before_s = 0;
    for (std::size_t i = 0;
         i < rounds.size() || (i < rounds.size() + most_more && best_s_ < before_s * (1 - worth_more)); ++i) {
        const PolishingRound& round = rounds[std::min(i, rounds.size() - 1)];
        const int number = int(i) + 1;
        const std::string turn = fmt::format(" in round {} of {}", number, std::max(i + 1, rounds.size()));
        const double share = i < rounds.size() ? (1 - preparing) * progress_share::improving *
                                                     share_of(round, rounds, inputs_.budget)
                                               : 0;
        before_s = best_s_;
        // What the first gain tells which of the others may still overtake them; those whose nodes were not
        // ordered have hardly been looked at before the first round.
        const std::size_t count = std::min(order.size(), round.configs), first = std::min(count, leaders);
        const auto part_of = [&](std::size_t rows) {
            return share * double(rows) / double(std::max<std::size_t>(1, count));
        };
        const auto begin = order.begin();
        improve({begin, begin + std::ptrdiff_t(first)}, round, {number, 0, turn, part_of(first)});
        learn_best(order);
        std::vector<std::ptrdiff_t> others;
        std::copy_if(begin + std::ptrdiff_t(first), begin + std::ptrdiff_t(count), std::back_inserter(others),
                     [&](std::ptrdiff_t row) {
                         const ConfigSearch& search = waiting_[std::size_t(row)];
                         return may_overtake(search) || (number == 1 && search.ordered.empty());
                     });
        improve(others, round, {number, first, turn, part_of(count - first)});
        swap_placements(order);
        learn_best(order);
        sort_by_time(order);
    }
}

void PlanSearch::learn_best(const std::vector<std::ptrdiff_t>& order) {
    best_s_ = best_safe_s_ = 0;
    best_of_world_s_.clear();
    for (const std::ptrdiff_t i : order)
        lower_best(waiting_[std::size_t(i)]);
}

bool PlanSearch::may_overtake(const ConfigSearch& search) const {
    constexpr double least_margin = 0.01;
    const double margin = std::max(least_margin, 2 * most_improved_);
    return search.best->iteration_time_s <= to_beat(search) * (1 + margin);
}

void PlanSearch::improve(const std::vector<std::ptrdiff_t>& rows, const PolishingRound& round,
                         const Step& step) {
    std::vector<double> before_s;
    for (const std::ptrdiff_t i : rows)
        before_s.push_back(waiting_[std::size_t(i)].best->iteration_time_s);
    log_.begin("polish");
    polish_round(rows, round, step);
    swap_placements(rows);
    log_.begin("refine");
    progress_.begin("Refining" + step.turn, step.share / 2, long(rows.size()) / peers_.size);
    refine(rows, step.first_place);
    for (std::size_t i = 0; i < rows.size(); ++i)
        most_improved_ =
            std::max(most_improved_, before_s[i] / waiting_[std::size_t(rows[i])].best->iteration_time_s - 1);
}

void PlanSearch::prepare_polishing(const std::vector<std::ptrdiff_t>& order) {
    constexpr long order_moves = 20'000;
    parallel_for(int(order.size()), threads_, {}, [&](int i) {
        ConfigSearch& search = waiting_[std::size_t(order[std::size_t(i)])];
        const PlacementSearch placements = placements_of(search);
        search.is_small = placements.is_small();
        search.blur_s = placements.blur_s();
        if (!search.is_small) {
            search.ordered = placements.ordered_start(order_moves), search.ordered_by = order_moves;
            if (!search.ordered.empty())
                take(search, placements, search.ordered);
        }
        progress_.done(1, &search.config);
    });
}

void PlanSearch::polish_round(const std::vector<std::ptrdiff_t>& order, const PolishingRound& round,
                              const Step& step) {
    const std::size_t count = order.size();
    std::vector<std::optional<PlacementSearch>> placements(count);
    constexpr std::size_t other_starts = 4;
    parallel_for(int(count), threads_, {}, [&](int i) {
        ConfigSearch& search = waiting_[std::size_t(order[std::size_t(i)])];
        // refine() looks at all of the small. Where it orders few nodes, chains found nothing more after the
        // first of first_rounds; but they alone look for the least expected maximum, and more moves are to do
        // more.
        const bool orders = !search.ordered.empty() && search.blur_s == 0 &&
                            inputs_.cluster->nodes.size() <= nodes_ordered_fully;
        const bool chains_help = !orders || step.round == 1 || step.round > int(std::size(first_rounds));
        if (search.is_small || !chains_help)
            return;
        placements[std::size_t(i)].emplace(placements_of(search));
        if (search.starts.empty())
            search.starts = placements[std::size_t(i)]->best_starts({}, other_starts);
    });
    struct Unit {
        std::size_t row;
        int chain;
        std::optional<int> of_nodes; ///< the number of a chain that moves whole nodes
    };
    std::vector<Unit> units;
    for (std::size_t i = 0; i < count; ++i) {
        if (!placements[i])
            continue;
        const ConfigSearch& search = waiting_[std::size_t(order[i])];
        const int chains =
            may_overtake(search) ? inputs_.budget.chains : chains_a_config(round, inputs_.budget);
        const int ordering =
            placements[i]->orders_nodes() && search.ordered.empty() ? node_chains(chains) : 0;
        for (int chain = 0; chain < chains; ++chain)
            units.push_back({i, chain, {}});
        for (int chain = 0; chain < ordering; ++chain)
            units.push_back({i, chains + chain, chain});
    }
    progress_.begin("Improving" + step.turn, step.share / 2, long(units.size()) / peers_.size);
    std::vector<PlacedUnit> results(units.size());
    parallel_for(int(units.size()), threads_, stop_, [&](int unit) {
        if (!peers_.does(std::size_t(unit)))
            return;
        const auto& [row, chain, of_nodes] = units[std::size_t(unit)];
        const ConfigSearch& search = waiting_[std::size_t(order[row])];
        const Effort effort = effort_of(round, inputs_.budget, search.config, tables_.gpus_of_node);
        ChainBudget budget = budget_of(effort, search.blur_s, chain);
        const std::vector<std::uint32_t>* begin = begin_of(search, chain, step.round);
        if (of_nodes) {
            budget = budget_of(effort, search.blur_s, 0);
            budget.kinds = MoveKinds::whole_nodes, budget.stagnation = 0;
            begin = begin_of(search, 2 * *of_nodes + 1, step.round);
            begin = begin ? begin : &search.placement;
        }
        ChainResult result =
            placements[row]->run_chain(100 * step.round + chain, budget, begin, progress_, stop_);
        log_.took(result);
        results[std::size_t(unit)] = {result.cost_s, result.broken_hops, std::move(result.slot_of_block)};
        progress_.done(1, &search.config);
    });
    stopped_ = share(peers_, results, stopped_ || stop_.stop_requested());
    parallel_for(int(count), threads_, {}, [&](int i) { // each simulated: costs are but bounds
        for (std::size_t unit = 0; unit < units.size(); ++unit)
            if (units[unit].row == std::size_t(i) && !results[unit].slot_of_block.empty())
                take(waiting_[std::size_t(order[std::size_t(i)])], *placements[std::size_t(i)],
                     results[unit].slot_of_block);
    });
}

void PlanSearch::order_nodes(const std::vector<std::ptrdiff_t>& order, const std::vector<Refining>& efforts) {
    const auto moves_due = [&](std::size_t i) {
        const ConfigSearch& search = waiting_[std::size_t(order[i])];
        const long moves = efforts[i].order_moves;
        return search.ordered.empty() || search.ordered_by >= moves ? 0 : moves;
    };
    const std::size_t count = order.size();
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

void PlanSearch::refine(const std::vector<std::ptrdiff_t>& order, std::size_t first_place) {
    const std::size_t count = order.size();
    std::vector<Refining> efforts;
    for (std::size_t i = 0; i < count; ++i) {
        const ConfigSearch& search = waiting_[std::size_t(order[i])];
        efforts.push_back(refining_of(search, first_place + i < refined_longest && may_overtake(search)));
    }
    order_nodes(order, efforts);
    std::vector<PlacedUnit> results(count);
    parallel_for(int(count), threads_, stop_, [&](int i) {
        if (!peers_.does(std::size_t(i)))
            return;
        const ConfigSearch& search = waiting_[std::size_t(order[std::size_t(i)])];
        const Refining& effort = efforts[std::size_t(i)];
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
            search.refined_by = efforts[std::size_t(i)].simulations;
        }
    });
}

} // namespace pipette
