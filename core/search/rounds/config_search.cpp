// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/rounds/config_search.h"

#include "core/cost/config_work.h"
#include "core/plan/stages/stage_tp.h"
#include "core/search/moves/node_orders.h"
#include "core/search/moves/ring_placement.h"
#include "core/search/moves/structured_starts.h"
#include "core/search/moves/unit_walk.h"
#include "core/search/time/placement_cost.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numbers>
#include <numeric>
#include <set>
#include <tuple>

namespace pipette {
namespace {

/// A block on GPUs too small for it: so slow that no placement keeps it there.
constexpr double too_small = 1e3;

/// Of whole nodes, for each start.
constexpr long moves_of_nodes = 150;

/// Fewer are all looked at: as many moves of one chain cost as much.
constexpr long few_placements = 100'000;
/// Of a placement that simulations still try all exchanges of.
constexpr int most_exchanged_blocks = 64, most_where_exact = 128;

/// Where stages have a tp of their own, passes take what they do so; messages between blocks are those of the
/// largest tp.
PlacementProblem problem_of(const SearchTables& tables, const SlotShape& shape, const ConfigSearch& search,
                            const RankMapping* start) {
    const PlanInputs& inputs = tables.inputs;
    const ConfigWork work = config_work(tables, with_stage_tp(search.config, {}));
    SlotLayout layout =
        start ? layout_from(*inputs.cluster, tables.kept_off, search.config, *start, inputs.pinned_ranks)
              : host_order_layout(shape.layout, search.config);
    const SlotGroups own = start ? group_slots(*inputs.cluster, tables.links, layout) : SlotGroups{};
    const SlotGroups& groups = start ? own : shape.groups;
    ClassTimes times =
        class_times(tables.links, has_stage_tp(search.config) ? config_work(tables, search.config) : work,
                    layout, groups);
    for (int c = 0; c < times.classes; ++c)
        for (int chunk = 0; chunk < work.chunks(); ++chunk) {
            const std::size_t device = std::size_t(work.device_of_chunk[std::size_t(chunk)]),
                              at = std::size_t(c * work.chunks() + chunk);
            if (device < search.device_bytes.size() &&
                search.device_bytes[device] > groups.memory_bytes[std::size_t(c)])
                times.forward[at] *= too_small, times.backward[at] *= too_small;
        }
    PlacementProblem problem =
        placement_problem(tables.links, tables.nodes, work, std::move(layout), groups, times);
    problem.cost_is_bound = problem.cost_is_bound && !has_stage_tp(search.config);
    problem.units = slot_units(*inputs.cluster, problem.layout, problem.blocks());
    if (tables.kept_off.links.any())
        problem.broken = &tables.kept_off.links;
    return problem;
}

/// How many blocks of each stage its domains hold, [stage, domain] the fullest first.
std::vector<int> spread_over_domains(const PlacementProblem& problem,
                                     std::span<const std::uint32_t> placement) {
    std::vector<int> spread;
    for (int device = 0; device < problem.devices; ++device) {
        std::map<std::uint32_t, int> held;
        for (std::size_t block = std::size_t(device); block < placement.size();
             block += std::size_t(problem.devices))
            ++held[problem.slots[placement[block]].domain];
        std::vector<int> counts;
        for (const auto& [domain, count] : held)
            counts.push_back(count);
        std::sort(counts.begin(), counts.end(), std::greater<>());
        counts.push_back(0); // the next stage begins
        spread.insert(spread.end(), counts.begin(), counts.end());
    }
    return spread;
}

/// Chains seldom change how stages spread over domains: what costs most at first may end as the best.
void keep_cheapest_of_each_spread(const PlacementProblem& problem,
                                  std::vector<std::vector<std::uint32_t>>& cheapest_first) {
    std::set<std::vector<int>> seen;
    std::erase_if(cheapest_first, [&](const std::vector<std::uint32_t>& placement) {
        return !seen.insert(spread_over_domains(problem, placement)).second;
    });
}

/// Whether the placements are the same but for which node is where.
bool same_but_for_nodes(const PlacementProblem& problem, std::span<const std::uint32_t> a,
                        std::span<const std::uint32_t> b) {
    constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> node_in_b(std::size_t(problem.nodes), none), node_in_a = node_in_b;
    for (std::size_t block = 0; block < a.size(); ++block) {
        const SlotFacts &in_a = problem.slots[a[block]], &in_b = problem.slots[b[block]];
        if (node_in_b[in_a.node] == none && node_in_a[in_b.node] == none)
            node_in_b[in_a.node] = in_b.node, node_in_a[in_b.node] = in_a.node;
        if (in_a.local != in_b.local || node_in_b[in_a.node] != in_b.node ||
            node_in_a[in_b.node] != in_a.node)
            return false;
    }
    return true;
}

} // namespace

bool exchanges_in_groups(const ParallelConfig& config) {
    return config.ep > 1 || config.zero_stage > 1;
}

long affordable(const ParallelConfig& config, int gpus_of_node, long work) {
    // A move works out the exchanges of whole groups again, one after another: among shards and among their
    // replicas, for every GPU of a block.
    constexpr long dearer_by_groups = 60, fewest_moves = 3'000;
    if (exchanges_in_groups(config)) {
        const int replicas = config.shard_replicas(),
                  members = config.shards() + (replicas > 1 ? replicas : 0);
        return std::max(fewest_moves,
                        work / dearer_by_groups /
                            std::max(8, config.world() / config.pp / config.sharers() * members));
    }
    return config.peers() < gpus_of_node ? std::max<long>(500, work / config.dp) : work;
}

PlacementSearch::PlacementSearch(const SearchTables& tables, const SlotShape& shape,
                                 const ConfigSearch& search, const RankMapping* start)
    : tables_(tables),
      search_(search),
      problem_(problem_of(tables, shape, search, start)),
      started_(start != nullptr) {}

Expressible PlacementSearch::expressible() const {
    const std::optional<LauncherLimit>& launcher = tables_.inputs.limits.launcher;
    return {problem_, launcher ? launcher->reach : LauncherReach{}};
}

RankMapping PlacementSearch::mapping(const std::vector<std::uint32_t>& placement) const {
    return mapping_of(problem_.layout, search_.config, placement);
}

std::size_t PlacementSearch::cheapest(const std::vector<std::vector<std::uint32_t>>& placements) const {
    PlacementCost cost(problem_, placements.front());
    const auto rank = [&] { return std::pair(cost.broken_hops(), cost.cost()); };
    std::size_t best = 0;
    auto least = rank();
    for (std::size_t i = 1; i < placements.size(); ++i) {
        cost.reset(placements[i]);
        if (rank() < least)
            least = rank(), best = i;
    }
    return best;
}

std::vector<std::vector<std::uint32_t>>
PlacementSearch::starts(const std::vector<std::vector<std::uint32_t>>& known) const {
    if (started_)
        return {problem_.layout.slot_of_block};
    std::vector<std::vector<std::uint32_t>> starts = structured_starts(problem_);
    starts.insert(starts.end(), known.begin(), known.end());
    std::erase_if(starts, [&](const auto& start) { return !is_expressible(start); });
    return starts;
}

void PlacementSearch::sort_by_cost(std::vector<std::vector<std::uint32_t>>& placements) const {
    PlacementCost cost(problem_, placements.front());
    std::vector<std::tuple<long, double, std::size_t>> order;
    for (const std::vector<std::uint32_t>& placement : placements) {
        cost.reset(placement);
        order.emplace_back(cost.broken_hops(), cost.cost(), order.size());
    }
    std::sort(order.begin(), order.end());
    std::vector<std::vector<std::uint32_t>> sorted;
    for (const auto& [broken_hops, cost_s, number] : order)
        sorted.push_back(std::move(placements[number]));
    placements = std::move(sorted);
}

std::vector<std::vector<std::uint32_t>>
PlacementSearch::best_starts(const std::vector<std::vector<std::uint32_t>>& known, std::size_t count) const {
    std::vector<std::vector<std::uint32_t>> best = starts(known);
    sort_by_cost(best);
    if (has_units())
        keep_cheapest_of_each_spread(problem_, best);
    best.resize(std::min(best.size(), count));
    if (!problem_.nodes_movable || started_)
        return best;
    ChainBudget budget;
    budget.moves = moves_of_nodes, budget.kinds = MoveKinds::whole_nodes;
    for (std::vector<std::uint32_t>& start : best) {
        budget.seed = seed_of_chain(-1);
        start = anneal(problem_, start, budget, {}, {}).slot_of_block;
    }
    sort_by_cost(best);
    return best;
}

std::vector<std::vector<std::uint32_t>> PlacementSearch::cheapest_of_all(long most, std::size_t count) const {
    const DistinctPlacements all(problem_);
    if (expressible().restricted() || !all.at_most(most))
        return {};
    return cheapest_of(problem_, all, count);
}

double PlacementSearch::bound_s(const std::vector<std::uint32_t>& placement) const {
    return problem_.cost_is_bound ? PlacementCost(problem_, placement).cost() : 0;
}

bool PlacementSearch::is_small() const {
    const long few =
        std::min(few_placements, affordable(search_.config, tables_.gpus_of_node, polishing_work));
    return !expressible().restricted() && DistinctPlacements(problem_).at_most(few);
}

std::vector<std::uint32_t> PlacementSearch::ordered_start(long moves) const {
    constexpr long first_moves = 3'000; // tell which way of filling nodes is the best
    constexpr double most_gained = 1.6; // by an order: 1.5 on the sample clusters
    std::vector<std::vector<std::uint32_t>> starts, seen;
    std::vector<std::uint32_t> best;
    if (!started_ && !expressible().restricted())
        starts = structured_starts(problem_);
    if (starts.empty())
        return {};
    sort_by_cost(starts);
    PlacementCost cost(problem_, starts.front());
    double least_s = std::numeric_limits<double>::max();
    for (std::vector<std::uint32_t>& start : starts) {
        cost.reset(start);
        if (cost.cost() / most_gained > least_s)
            break;
        if (std::any_of(seen.begin(), seen.end(),
                        [&](const auto& other) { return same_but_for_nodes(problem_, start, other); }))
            continue;
        if (std::vector<std::uint32_t> found = best_node_order(problem_, start, first_moves);
            !found.empty()) {
            cost.reset(found);
            if (cost.cost() < least_s)
                least_s = cost.cost(), best = std::move(found);
        }
        seen.push_back(std::move(start));
    }
    return best.empty() ? best : reordered(best, moves);
}

std::vector<std::uint32_t> PlacementSearch::reordered(const std::vector<std::uint32_t>& placement,
                                                      long moves) const {
    std::vector<std::uint32_t> ordered = best_node_order(problem_, placement, moves);
    return ordered.empty() ? placement : ordered;
}

ProvenPlacement PlacementSearch::refined(const std::vector<std::uint32_t>& placement, const Refining& effort,
                                         SearchProgress& progress) const {
    if (expressible().restricted())
        return {placement};
    ExactSearch search(tables_, search_.config, problem_,
                       [&](double looked) { progress.part(looked, search_.config); });
    if (search_.is_small)
        return search.best_of(DistinctPlacements(problem_), effort.simulations);
    std::vector<std::uint32_t> start = placement;
    double least_s = search.time_s(start);
    const auto try_start = [&](const std::vector<std::uint32_t>& other) {
        if (const double time_s = search.time_s(other); time_s < least_s)
            start = other, least_s = time_s;
    };
    const std::vector<std::uint32_t>& ordered = search_.ordered;
    if (!ordered.empty())
        try_start(ordered);
    if (effort.order_moves > 0 && (ordered.empty() || !same_but_for_nodes(problem_, placement, ordered)))
        if (const auto other = best_node_order(problem_, placement, effort.order_moves); !other.empty())
            try_start(other);
    const int most = problem_.pipeline.schedule ? most_where_exact : most_exchanged_blocks;
    return {problem_.blocks() <= most ? search.descend(start, effort.simulations) : start};
}

double PlacementSearch::blur_s() const {
    const double spread = tables_.links.inter_spread;
    if (spread <= 0)
        return 0;
    const std::vector<std::uint32_t>& start = problem_.layout.slot_of_block;
    const double usual_s = PlacementCost(problem_, start).cost();
    PlacementProblem slower = problem_;
    slower.sends.activation_bytes *= 1 + spread;
    const double pipeline_s = PlacementCost(slower, start).cost() - usual_s;
    slower.sends.activation_bytes = problem_.sends.activation_bytes;
    for (double& part : slower.exchange.ring_part_bytes)
        part *= 1 + spread;
    for (StageExchange& exchange : slower.exchange.collectives)
        for (std::vector<double>* bytes : {&exchange.collective.bytes, &exchange.collective.gathered})
            for (double& of_device : *bytes)
                of_device *= 1 + spread;
    const double exchange_s = PlacementCost(slower, start).cost() - usual_s;
    const double independent = double(std::max<std::size_t>(1, problem_.sends.links.size()));
    return std::sqrt(6 * (exchange_s * exchange_s + pipeline_s * pipeline_s / independent)) /
           std::numbers::pi;
}

void PlacementSearch::draw_start(Random& random, std::vector<std::uint32_t>& start) const {
    if (RingPlacement rings(problem_); rings.possible()) {
        rings.draw(random, start);
        if (is_expressible(start))
            return;
        start = problem_.layout.slot_of_block;
    }
    if (expressible().restricted() && !problem_.nodes_movable)
        return;
    constexpr std::size_t drawn = 32;
    const auto together = std::uint32_t(expressible().restricted() ? problem_.most_local : 1);
    std::vector<std::uint32_t> groups(std::size_t(problem_.places()) /
                                      together); // of slots that stay together
    std::iota(groups.begin(), groups.end(), 0u);
    std::vector<std::vector<std::uint32_t>> placements;
    while (placements.size() < drawn) {
        for (auto left = std::uint32_t(groups.size()); left > 1; --left)
            std::swap(groups[left - 1], groups[random.below(left)]);
        for (std::size_t block = 0; block < start.size(); ++block) {
            const std::uint32_t slot = problem_.layout.slot_of_block[block];
            start[block] = groups[slot / together] * together + slot % together;
        }
        placements.push_back(start);
    }
    start = placements[cheapest(placements)];
}

std::uint64_t PlacementSearch::seed_of_chain(int chain) const {
    return tables_.inputs.budget.seed * 0x9e3779b97f4a7c15u + std::uint64_t(search_.number) * 1'000'003u +
           std::uint64_t(chain);
}

ChainResult PlacementSearch::run_chain(int chain, ChainBudget budget, const std::vector<std::uint32_t>* warm,
                                       SearchProgress& progress, const std::stop_token& stop) const {
    std::vector<std::uint32_t> start = warm ? *warm : problem_.layout.slot_of_block;
    budget.seed = seed_of_chain(chain);
    if (!warm && !started_ && chain % 2 == 1) {
        Random random(~budget.seed);
        draw_start(random, start);
    }
    if (expressible().restricted())
        budget.kinds = MoveKinds::whole_nodes;
    if (budget.walks_over_units)
        return walk_over_units(problem_, start, budget, stop);
    ChainSink sink;
    if (progress.wants_curve())
        sink = [&](const ChainPoint& point) {
            progress.annealing(
                {search_.number, chain, point.moves, point.cost_s, point.best_s, search_.config});
        };
    return anneal(problem_, start, budget, sink, stop);
}

} // namespace pipette
