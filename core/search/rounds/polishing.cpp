// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/rounds/polishing.h"

#include "core/base/parallel_for.h"
#include "core/search/moves/node_orders.h"
#include "core/search/rounds/changes/layer_moves.h"
#include "core/search/rounds/changes/stage_climb.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace pipette {
namespace {

/// So many of the fastest go first in a round.
constexpr std::size_t leaders = 4;

/// So many of the fastest are refined longest, where they may be the first.
constexpr std::size_t refined_longest = 3;

Refining refining_of(const ConfigSearch& search, bool may_be_first) {
    const long order_moves = may_be_first ? 200'000 : 20'000;
    return {search.config.ep > 1 ? 50 : may_be_first ? 50'000 : 2'000, order_moves};
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

/// How many walks over units begin at the best placement of a row. Where blocks are few, as many more begin
/// at other starts.
constexpr int walks_from_best = 2;
/// A walk over units makes so many times the moves of the round's plain chains.
constexpr long moves_of_walk = 4;

} // namespace

std::vector<std::ptrdiff_t> Polishing::judge(std::vector<std::ptrdiff_t>& order) {
    state_.judging = !state_.inputs.cluster->history.snapshots.empty();
    if (state_.judging && state_.inputs.top > 0)
        order = state_.kept_first(order, std::max(listed, std::size_t(state_.inputs.top)));
    std::vector<std::ptrdiff_t> shown = order;
    if (!state_.judging)
        return shown;
    parallel_for(int(order.size()), state_.threads, {}, [&](int i) {
        Candidate& best = *state_.waiting[std::size_t(order[std::size_t(i)])].best;
        best = state_.judged(std::move(best));
    });
    state_.sort_by_time(order);
    return shown;
}

void Polishing::swap_placements(const std::vector<std::ptrdiff_t>& order) {
    if (state_.stopped || state_.stop.stop_requested())
        return;
    const std::size_t count = std::min(order.size(), listed);
    std::map<Shape, Placements> known;
    for (std::size_t i = 0; i < count; ++i) {
        const ConfigSearch& search = state_.waiting[std::size_t(order[i])];
        auto& placements = known[shape_of(search.config)];
        if (std::find(placements.begin(), placements.end(), search.placement) == placements.end())
            placements.push_back(search.placement);
    }
    parallel_for(int(count), state_.threads, {}, [&](int i) {
        ConfigSearch& search = state_.waiting[std::size_t(order[std::size_t(i)])];
        const auto& placements = known.at(shape_of(search.config));
        if (placements.size() < 2)
            return;
        const PlacementSearch own = state_.placements_of(search);
        state_.take(search, own, placements[own.cheapest(placements)]);
    });
}

std::vector<std::ptrdiff_t> Polishing::run(std::vector<std::ptrdiff_t> order) {
    state_.sort_by_time(order);
    swap_placements(order);
    state_.sort_by_time(order);
    std::vector<std::ptrdiff_t> shown = judge(order);
    order = state_.kept_first(order, listed);
    constexpr double preparing = 0.1; // of the improvement
    state_.progress.begin("Ordering nodes", preparing * progress_share::improving, long(order.size()));
    prepare(order);
    climb_stages(state_, order);
    state_.sort_by_time(order);
    learn_best(order);
    move_layers_of_nearest(order); // at once, so that more moves begin as fewer do
    const std::vector<PolishingRound> rounds = polishing_rounds(state_.inputs.budget);
    // Where the last round still found something, more of its kind follow.
    constexpr std::size_t most_more = 8;
    constexpr double worth_more = 1e-3;
    double before_s = 0;
    const auto found_more = [&] { return state_.best.of_all_s() < before_s * (1 - worth_more); };
    for (std::size_t i = 0; i < rounds.size() || (i < rounds.size() + most_more && found_more()); ++i) {
        const PolishingRound& round = rounds[std::min(i, rounds.size() - 1)];
        const double share = i < rounds.size() ? share_of(round, rounds, state_.inputs.budget) : 0;
        before_s = state_.best.of_all_s();
        run_round(order, round,
                  {int(i) + 1, 0, fmt::format(" in round {} of {}", i + 1, std::max(i + 1, rounds.size())),
                   (1 - preparing) * progress_share::improving * share});
    }
    return shown;
}

bool Polishing::moves_layers_quickly() const {
    constexpr int few_gpus = 64;
    return !state_.judging && state_.inputs.cluster->gpu_count() <= few_gpus;
}

void Polishing::move_layers_of_nearest(std::vector<std::ptrdiff_t>& order) {
    constexpr double may_gain = 0.05;
    // How many configurations of each number of GPUs move layers: one where every change is judged over all
    // snapshots, most where GPUs are few, because a change is then quickly simulated.
    const bool quick = moves_layers_quickly();
    const int most_moved = state_.judging ? 1 : quick ? 12 : 4;
    std::map<int, int> moved; // [GPUs]
    std::vector<std::ptrdiff_t> nearest;
    for (const std::ptrdiff_t row : order) {
        const ConfigSearch& search = state_.waiting[std::size_t(row)];
        if (search.best->iteration_time_s < state_.best.beside(search.config) * (1 + may_gain) &&
            ++moved[search.config.world()] <= most_moved)
            nearest.push_back(row);
    }
    move_layers(state_, nearest, quick ? LayerMoves::all_starts : LayerMoves::best_placement);
    state_.sort_by_time(order);
    learn_best(order);
}

void Polishing::walk_layers_of_nearest(const std::vector<std::ptrdiff_t>& order,
                                       const PolishingRound& round) {
    constexpr std::size_t few_configs = 3;
    constexpr double may_gain = 0.01;
    if (!moves_layers_quickly() || round.configs > few_configs)
        return;
    std::set<Shape> shapes;
    std::vector<std::ptrdiff_t> rows;
    for (std::size_t i = 0; i < std::min(order.size(), few_configs); ++i) {
        const ConfigSearch& search = state_.waiting[std::size_t(order[i])];
        if (search.config.vpp > 1 &&
            search.best->iteration_time_s < state_.best.beside(search.config) * (1 + may_gain) &&
            shapes.insert(shape_of(search.config)).second)
            rows.push_back(order[i]);
    }
    walk_layers(state_, rows);
}

void Polishing::run_round(std::vector<std::ptrdiff_t>& order, const PolishingRound& round, const Step& step) {
    const std::size_t count = std::min(order.size(), round.configs), first = std::min(count, leaders);
    cooled_.clear(), walked_.clear();
    const auto step_of = [&](std::size_t first_place, std::size_t rows) {
        Step part = step;
        part.first_place = first_place, part.share *= double(rows) / double(std::max<std::size_t>(1, count));
        return part;
    };
    const auto begin = order.begin(), end_of_first = begin + std::ptrdiff_t(first);
    improve({begin, end_of_first}, round, step_of(0, first));
    learn_best(order);
    // What the first gain tells which of the others may still overtake them; those whose nodes were not
    // ordered have hardly been looked at before the first round.
    std::vector<std::ptrdiff_t> others;
    std::copy_if(end_of_first, begin + std::ptrdiff_t(count), std::back_inserter(others),
                 [&](std::ptrdiff_t row) {
                     const ConfigSearch& search = state_.waiting[std::size_t(row)];
                     return may_overtake(search) || (step.round == 1 && search.ordered.empty());
                 });
    improve(others, round, step_of(first, count - first));
    swap_placements(order);
    state_.sort_by_time(order);
    climb_stages(state_, {order.data(), first});
    if (!state_.judging)
        move_layers(state_, {order.data(), first}, LayerMoves::best_placement);
    walk_layers_of_nearest(order, round);
    learn_best(order);
    state_.sort_by_time(order);
}

void Polishing::learn_best(const std::vector<std::ptrdiff_t>& order) {
    state_.best.clear();
    for (const std::ptrdiff_t i : order)
        state_.best.lower(state_.waiting[std::size_t(i)]);
}

bool Polishing::may_overtake(const ConfigSearch& search) const {
    constexpr double least_margin = 0.01;
    return state_.best.may_overtake(search, most_improved_, least_margin);
}

void Polishing::improve(const std::vector<std::ptrdiff_t>& rows, const PolishingRound& round,
                        const Step& step) {
    std::vector<double> before_s;
    for (const std::ptrdiff_t i : rows)
        before_s.push_back(state_.waiting[std::size_t(i)].best->iteration_time_s);
    state_.log.begin("polish");
    anneal_rows(rows, round, step);
    swap_placements(rows);
    state_.log.begin("refine");
    state_.progress.begin("Refining" + step.turn, step.share / 2, long(rows.size()) / state_.peers.size);
    refine(rows, step.first_place);
    for (std::size_t i = 0; i < rows.size(); ++i)
        most_improved_ = std::max(
            most_improved_, before_s[i] / state_.waiting[std::size_t(rows[i])].best->iteration_time_s - 1);
}

void Polishing::prepare(const std::vector<std::ptrdiff_t>& order) {
    constexpr long order_moves = 20'000;
    parallel_for(int(order.size()), state_.threads, {}, [&](int i) {
        ConfigSearch& search = state_.waiting[std::size_t(order[std::size_t(i)])];
        const PlacementSearch placements = state_.placements_of(search);
        search.is_small = placements.is_small();
        search.blur_s = placements.blur_s();
        if (!search.is_small) {
            search.ordered = placements.ordered_start(order_moves), search.ordered_by = order_moves;
            if (!search.ordered.empty())
                state_.take(search, placements, search.ordered);
        }
        state_.progress.done(1, &search.config);
    });
}

std::vector<std::optional<PlacementSearch>> Polishing::problems_of(const std::vector<std::ptrdiff_t>& rows,
                                                                   int round) {
    constexpr std::size_t other_starts = 4;
    std::vector<std::optional<PlacementSearch>> problems(rows.size());
    parallel_for(int(rows.size()), state_.threads, {}, [&](int i) {
        ConfigSearch& search = state_.waiting[std::size_t(rows[std::size_t(i)])];
        // refine() looks at all of the small. Where it orders few nodes, chains found nothing more after the
        // first of first_rounds; but they alone look for the least expected maximum, they alone change the
        // nodes of a group, and more moves are to do more.
        const bool orders = !search.ordered.empty() && search.blur_s == 0 &&
                            !exchanges_in_groups(search.config) &&
                            state_.inputs.cluster->nodes.size() <= nodes_ordered_fully;
        if (search.is_small || (orders && round > 1 && round <= int(std::size(first_rounds))))
            return;
        std::optional<PlacementSearch>& problem = problems[std::size_t(i)];
        problem.emplace(state_.placements_of(search));
        if (search.starts.empty())
            search.starts = problem->best_starts({}, other_starts);
    });
    return problems;
}

int Polishing::slow_chains(const ConfigSearch& search, const PolishingRound& round, int number) {
    const std::size_t most_shapes = number == 1 ? 6 : 3;
    if (slow_moves(round, search.config) == 0 || search.cooled_in_vain || cooled_.size() == most_shapes ||
        !cooled_.insert(shape_of(search.config)).second)
        return 0; // the others of a shape take the placement from one
    return number == 1 ? 1 : 2;
}

int Polishing::walks_over_units(const ConfigSearch& search, const PlacementSearch& placements,
                                const PolishingRound& round) {
    constexpr std::size_t few_configs = 3;
    constexpr double may_gain = 0.03;
    constexpr int few_blocks = 64;
    // Plans of 1F1B gained nothing by walks. Where groups exchange, moves are dear, and slow chains look far.
    if (round.configs > few_configs || !placements.has_units() || search.config.vpp == 1 ||
        exchanges_in_groups(search.config) || search.walked_in_vain ||
        search.best->iteration_time_s > state_.best.beside(search.config) * (1 + may_gain) ||
        !walked_.insert(shape_of(search.config)).second)
        return 0;
    return search.config.blocks() <= few_blocks ? 2 * walks_from_best : walks_from_best;
}

ChainResult Polishing::run_unit(const Unit& unit, const ConfigSearch& search,
                                const PlacementSearch& placements, const PolishingRound& round, int number) {
    const Effort effort = effort_of(round, state_.inputs.budget, search.config, state_.tables.gpus_of_node);
    const bool plain = unit.kind == ChainKind::plain;
    ChainBudget budget = budget_of(effort, search.blur_s, plain ? unit.chain : 0);
    const std::vector<std::uint32_t>* begin =
        plain ? begin_of(search, unit.chain, number) : &search.placement;
    if (!plain)
        budget.stagnation = 0;
    const bool from_other_start = unit.kind == ChainKind::whole_nodes ||
                                  (unit.kind == ChainKind::over_units && unit.number >= walks_from_best);
    if (from_other_start)
        if (const std::vector<std::uint32_t>* other = begin_of(search, 2 * unit.number + 1, number))
            begin = other;
    if (unit.kind == ChainKind::whole_nodes)
        budget.kinds = MoveKinds::whole_nodes;
    if (unit.kind == ChainKind::over_units)
        budget.moves *= moves_of_walk, budget.walks_over_units = true;
    if (unit.kind == ChainKind::slow)
        budget.moves = slow_moves(round, search.config), budget.cools_once = true;
    return placements.run_chain(100 * number + unit.chain, budget, begin, state_.progress, state_.stop);
}

void Polishing::anneal_rows(const std::vector<std::ptrdiff_t>& rows, const PolishingRound& round,
                            const Step& step) {
    const std::vector<std::optional<PlacementSearch>> problems = problems_of(rows, step.round);
    std::vector<Unit> units;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!problems[i])
            continue;
        const ConfigSearch& search = state_.waiting[std::size_t(rows[i])];
        const int chains =
            may_overtake(search) ? state_.inputs.budget.chains : chains_a_config(round, state_.inputs.budget);
        const bool orders = problems[i]->orders_nodes() && search.ordered.empty();
        int chain = 0;
        const auto add = [&](ChainKind kind, int count) {
            for (int number = 0; number < count; ++number)
                units.push_back({i, chain++, kind, number});
        };
        add(ChainKind::plain, chains);
        add(ChainKind::whole_nodes, orders ? node_chains(chains) : 0);
        add(ChainKind::slow, slow_chains(search, round, step.round));
        add(ChainKind::over_units, walks_over_units(search, *problems[i], round));
    }
    state_.progress.begin("Improving" + step.turn, step.share / 2, long(units.size()) / state_.peers.size);
    std::vector<PlacedUnit> results(units.size());
    parallel_for(int(units.size()), state_.threads, state_.stop, [&](int i) {
        if (!state_.peers.does(std::size_t(i)))
            return;
        const Unit& unit = units[std::size_t(i)];
        const ConfigSearch& search = state_.waiting[std::size_t(rows[unit.row])];
        ChainResult result = run_unit(unit, search, *problems[unit.row], round, step.round);
        state_.log.took(result);
        results[std::size_t(i)] = {result.cost_s, result.broken_hops, std::move(result.slot_of_block)};
        state_.progress.done(1, &search.config);
    });
    state_.stopped = share(state_.peers, results, state_.stopped || state_.stop.stop_requested());
    parallel_for(int(rows.size()), state_.threads, {}, [&](int i) { // each simulated: costs are but bounds
        ConfigSearch& search = state_.waiting[std::size_t(rows[std::size_t(i)])];
        const auto take = [&](ChainKind kind) { // returns whether these made it hardly faster
            constexpr double worth_more = 3e-3;
            const double before_s = search.best->iteration_time_s;
            bool any = false;
            for (std::size_t unit = 0; unit < units.size(); ++unit)
                if (units[unit].row == std::size_t(i) && units[unit].kind == kind &&
                    !results[unit].slot_of_block.empty()) {
                    state_.take(search, *problems[std::size_t(i)], results[unit].slot_of_block);
                    any = true;
                }
            return any && search.best->iteration_time_s > before_s * (1 - worth_more);
        };
        take(ChainKind::plain);
        take(ChainKind::whole_nodes);
        search.cooled_in_vain = take(ChainKind::slow) || search.cooled_in_vain;
        search.walked_in_vain = take(ChainKind::over_units) || search.walked_in_vain;
    });
}

void Polishing::order_nodes(const std::vector<std::ptrdiff_t>& rows, const std::vector<Refining>& efforts) {
    const auto moves_due = [&](std::size_t i) {
        const ConfigSearch& search = state_.waiting[std::size_t(rows[i])];
        const long moves = efforts[i].order_moves;
        return search.ordered.empty() || search.ordered_by >= moves ? 0 : moves;
    };
    const std::size_t count = rows.size();
    std::vector<PlacedUnit> results(count);
    parallel_for(int(count), state_.threads, state_.stop, [&](int i) {
        const ConfigSearch& search = state_.waiting[std::size_t(rows[std::size_t(i)])];
        if (const long moves = moves_due(std::size_t(i)); moves > 0 && state_.peers.does(std::size_t(i)))
            results[std::size_t(i)].slot_of_block =
                state_.placements_of(search).reordered(search.ordered, moves);
    });
    state_.stopped = share(state_.peers, results, state_.stopped || state_.stop.stop_requested());
    for (std::size_t i = 0; i < count; ++i)
        if (!results[i].slot_of_block.empty()) {
            ConfigSearch& search = state_.waiting[std::size_t(rows[i])];
            search.ordered_by = moves_due(i), search.ordered = std::move(results[i].slot_of_block);
        }
}

void Polishing::refine(const std::vector<std::ptrdiff_t>& rows, std::size_t first_place) {
    const std::size_t count = rows.size();
    std::vector<Refining> efforts;
    for (std::size_t i = 0; i < count; ++i) {
        const ConfigSearch& search = state_.waiting[std::size_t(rows[i])];
        efforts.push_back(refining_of(search, first_place + i < refined_longest && may_overtake(search)));
    }
    order_nodes(rows, efforts);
    std::vector<PlacedUnit> results(count);
    parallel_for(int(count), state_.threads, state_.stop, [&](int i) {
        if (!state_.peers.does(std::size_t(i)))
            return;
        const ConfigSearch& search = state_.waiting[std::size_t(rows[std::size_t(i)])];
        const Refining& effort = efforts[std::size_t(i)];
        if (search.refined != search.placement || search.refined_by < effort.simulations) {
            ProvenPlacement found =
                state_.placements_of(search).refined(search.placement, effort, state_.progress);
            results[std::size_t(i)] = {found.least_s, 0, std::move(found.slot_of_block)};
        }
        state_.progress.done(1, &search.config);
    });
    state_.stopped = share(state_.peers, results, state_.stopped || state_.stop.stop_requested());
    parallel_for(int(count), state_.threads, {}, [&](int i) {
        ConfigSearch& search = state_.waiting[std::size_t(rows[std::size_t(i)])];
        if (const PlacedUnit& result = results[std::size_t(i)]; !result.slot_of_block.empty()) {
            state_.take(search, state_.placements_of(search), result.slot_of_block);
            search.lower_bound_s = std::max(search.lower_bound_s, result.cost_s);
            search.refined = search.placement;
            search.refined_by = efforts[std::size_t(i)].simulations;
        }
    });
}

} // namespace pipette
