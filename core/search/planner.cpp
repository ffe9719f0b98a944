// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/planner.h"

#include "core/base/input_error.h"
#include "core/base/units.h"
#include "core/cost/iteration_time.h"
#include "core/search/baselines.h"
#include "core/search/config_search.h"
#include "core/search/enumeration.h"
#include "core/search/fastest_costs.h"
#include "core/search/memory_check.h"
#include "core/search/parallel_for.h"
#include "core/search/peers.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>

namespace pipette {
namespace {

/// How much annealing a configuration gets while all that may win are tried, and how much the best few get
/// then.
struct Effort {
    int chains;
    long moves, stagnation;
};

/// Moves that cost no more than `work` hops of rings. Where blocks share a node every move walks whole rings.
long affordable(const ParallelConfig& config, int gpus_of_node, long work) {
    return config.tp * config.cp < gpus_of_node ? std::max<long>(500, work / config.dp) : work;
}

Effort exploring(const AnnealingBudget& budget, const ParallelConfig& config, int gpus_of_node) {
    const long blocks = long(config.pp) * config.dp;
    const long moves =
        std::min({budget.moves, 1000 + 30 * blocks, affordable(config, gpus_of_node, 4'000'000)});
    return {std::min(budget.chains, 2), moves, moves / 2};
}

Effort polishing(const AnnealingBudget& budget, const ParallelConfig& config, int gpus_of_node) {
    const long blocks = long(config.pp) * config.dp;
    const long moves = std::min(budget.moves, affordable(config, gpus_of_node, 40'000'000));
    return {budget.chains, moves, std::min(moves, 10'000 + 80 * blocks)};
}

constexpr std::size_t round_size = 16, polished = 3;

bool faster(const Candidate& a, const Candidate& b) {
    return a.iteration_time_s < b.iteration_time_s;
}

/// Marks the candidates whose range reaches down to the time of the best, and then the best itself.
void mark_ties(std::vector<Candidate>& candidates) {
    for (std::size_t i = 1; i < candidates.size(); ++i)
        if (candidates[i].low_s <= candidates[0].iteration_time_s)
            candidates[0].tie = candidates[i].tie = true;
}

class PlanSearch {
public:
    PlanSearch(const PlanInputs& inputs, const Knowledge& knowledge, const SearchSinks& sinks,
               std::stop_token stop, const Peers& peers)
        : inputs_(inputs),
          peers_(peers),
          tables_(inputs, knowledge),
          progress_(sinks),
          stop_(std::move(stop)),
          threads_(thread_count(inputs.budget.threads)) {}

    Plan run() {
        plan_.inputs = inputs_;
        plan_.assumptions = tables_.links.assumptions;
        for (const NodeKind& kind : inputs_.cluster.node_kinds) {
            bool measured = true;
            (void)tables_.knowledge.calibration.nearest(kind.gpu, inputs_.job.framework, &measured);
            if (!measured)
                plan_.assumptions.push_back(fmt::format("efficiencies of another GPU architecture for {}, "
                                                        "because nobody measured this one (uncalibrated)",
                                                        kind.gpu.name));
        }
        if (tables_.knowledge.calibration.layers)
            plan_.assumptions.push_back(assumption_of(*tables_.knowledge.calibration.layers));
        ConfigSpace space = enumerate(inputs_);
        plan_.enumerated = space.enumerated, plan_.indivisible = space.indivisible;
        for (const ParallelConfig& config : space.configs)
            tables_.shape(config.tp * config.cp);
        filter(space.configs);
        explore();
        polish();
        for (Baseline& baseline : baselines(tables_, space.configs, stop_))
            if (baseline.best) {
                plan_.baselines.push_back(judged(std::move(*baseline.best)));
                plan_.baselines.back().planner = baseline.planner;
            }
        finish();
        return std::move(plan_);
    }

private:
    using Shape = std::array<int, 5>;
    static Shape shape_of(const ParallelConfig& c) { return {c.pp, c.tp, c.cp, c.dp, c.vpp}; }

    /// Memory first, then what no mapping can beat.
    void filter(const std::vector<ParallelConfig>& configs) {
        const double most = tables_.gpu_memory_bytes.front();
        std::vector<MemoryCheck> checks(configs.size());
        std::vector<double> bounds(configs.size(), 0);
        const std::stop_token stop = peers_.size > 1 ? std::stop_token() : stop_; // all must know the same
        parallel_for(int(configs.size()), threads_, stop, [&](int i) {
            const ParallelConfig& config = configs[std::size_t(i)];
            checks[std::size_t(i)] = check_memory(inputs_, tables_.knowledge, config, most);
            if (checks[std::size_t(i)].fits)
                bounds[std::size_t(i)] = lower_bound(config);
        });
        for (std::size_t i = 0; i < configs.size() && !stop.stop_requested(); ++i) {
            if (!checks[i].fits) {
                plan_.rejected.push_back({configs[i], RejectionCode::out_of_memory, checks[i].reason});
                continue;
            }
            ConfigSearch& search = waiting_.emplace_back();
            search.number = int(i), search.config = configs[i], search.lower_bound_s = bounds[i];
            search.device_bytes = std::move(checks[i].device_bytes);
        }
        std::stable_sort(waiting_.begin(), waiting_.end(), [](const ConfigSearch& a, const ConfigSearch& b) {
            return a.lower_bound_s < b.lower_bound_s;
        });
    }

    double lower_bound(const ParallelConfig& config) {
        const SlotShape& shape = tables_.known_shape(config.tp * config.cp);
        const ConfigWork work =
            config_work(inputs_.cluster, inputs_.model, inputs_.job, config, tables_.knowledge.calibration);
        return bound_time(
            fastest_costs(tables_, work, shape, class_times(tables_.links, work, shape.layout, shape.groups)),
            config);
    }

    /// Rounds of fixed size in the order of the lower bounds. What a round may know is only what earlier
    /// rounds found, so the result does not depend on threads or time.
    void explore() {
        progress_.expect(double(waiting_.size()) + double(polished) * inputs_.budget.chains);
        std::size_t next = 0;
        while (next < waiting_.size() && !stopped_) {
            const std::size_t end = std::min(next + round_size, waiting_.size());
            std::size_t first_slower = end;
            while (best_s_ > 0 && first_slower > next && waiting_[first_slower - 1].lower_bound_s > best_s_)
                --first_slower;
            if (first_slower == next)
                break; // they are sorted: all that follow are slower too
            explore_round(next, first_slower);
            for (std::size_t i = next; i < first_slower; ++i)
                learn(waiting_[i]);
            next = first_slower;
        }
        if (stopped_)
            return;
        for (std::size_t i = next; i < waiting_.size(); ++i)
            plan_.rejected.push_back(
                {waiting_[i].config, RejectionCode::slower_by_bound,
                 fmt::format("takes at least {:.4g} ms on any mapping, the best plan {:.4g} ms",
                             waiting_[i].lower_bound_s * 1e3, best_s_ * 1e3)});
        progress_.done(double(waiting_.size() - next), "drop what the bound rules out");
    }

    /// Each process does its share, and learns what the others found.
    void explore_round(std::size_t first, std::size_t end) {
        std::vector<PlacedUnit> found(end - first);
        parallel_for(int(found.size()), threads_, stop_, [&](int i) {
            ConfigSearch& search = waiting_[first + std::size_t(i)];
            if (!peers_.does(std::size_t(i)))
                return;
            explore_one(search);
            found[std::size_t(i)].slot_of_block = search.placement;
        });
        stopped_ = share(peers_, found, stop_.stop_requested());
        parallel_for(int(found.size()), threads_, {}, [&](int i) {
            if (peers_.does(std::size_t(i)) || found[std::size_t(i)].slot_of_block.empty())
                return;
            ConfigSearch& search = waiting_[first + std::size_t(i)];
            const std::optional<RankMapping> start = start_for(search.config);
            take(search,
                 PlacementSearch(tables_, tables_.known_shape(search.config.tp * search.config.cp), search,
                                 start ? &*start : nullptr),
                 found[std::size_t(i)].slot_of_block);
            progress_.done(1, "anneal " + short_name(search.config));
        });
    }

    void explore_one(ConfigSearch& search) {
        const std::optional<RankMapping> start = start_for(search.config);
        const PlacementSearch placements(tables_, tables_.known_shape(search.config.tp * search.config.cp),
                                         search, start ? &*start : nullptr);
        take(search, placements, placements.layout().slot_of_block);
        const Effort effort = exploring(inputs_.budget, search.config, tables_.gpus_of_node);
        const auto warm = warm_.find(shape_of(search.config));
        ChainResult best;
        for (int chain = 0; chain < effort.chains && !stop_.stop_requested(); ++chain) {
            const bool from_warm = chain == 0 && !start && warm != warm_.end();
            ChainResult result = placements.run_chain(chain, {0, effort.moves, effort.stagnation},
                                                      from_warm ? &warm->second : nullptr, progress_, stop_);
            if (best.slot_of_block.empty() || result.cost_s < best.cost_s)
                best = std::move(result);
        }
        if (!best.slot_of_block.empty())
            take(search, placements, best.slot_of_block);
        progress_.done(1, "anneal " + short_name(search.config));
    }

    /// The exact time of a placement; kept when it is the configuration's best.
    void take(ConfigSearch& search, const PlacementSearch& placements,
              const std::vector<std::uint32_t>& placement) {
        if (search.best && placement == search.placement)
            return;
        const RankMapping mapping = placements.mapping(placement);
        Candidate candidate =
            judging_ ? evaluate(inputs_, search.config, mapping, tables_.knowledge)
                     : evaluate(inputs_, tables_.links, search.config, mapping, tables_.knowledge);
        const bool fits = verdict_of(candidate) != Verdict::over;
        const bool fitted = search.best && verdict_of(*search.best) != Verdict::over;
        if (search.best && (fitted > fits || (fitted == fits && !faster(candidate, *search.best))))
            return;
        search.placement = placement;
        search.best = std::move(candidate);
        if (fits)
            progress_.found(*search.best);
    }

    void learn(const ConfigSearch& search) {
        if (!search.best)
            return;
        if (verdict_of(*search.best) != Verdict::over &&
            (best_s_ == 0 || search.best->iteration_time_s < best_s_))
            best_s_ = search.best->iteration_time_s;
        warm_.try_emplace(shape_of(search.config), search.placement);
        explored_.push_back(&search - waiting_.data());
    }

    /// A candidate as it is shown. The search looks at one table of links; with snapshots the time is that
    /// over all of them.
    Candidate judged(Candidate candidate) const {
        if (inputs_.cluster.history.snapshots.empty())
            return candidate;
        return evaluate(inputs_, candidate.config, candidate.mapping, tables_.knowledge);
    }

    /// With snapshots: those of `order` that may be shown are judged over all of them and put in that order.
    void judge(std::vector<std::ptrdiff_t>& order) {
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
        std::stable_sort(order.begin(), order.end(), [&](std::ptrdiff_t a, std::ptrdiff_t b) {
            return faster(*waiting_[std::size_t(a)].best, *waiting_[std::size_t(b)].best);
        });
    }

    /// The whole budget for the best few.
    void polish() {
        std::vector<std::ptrdiff_t> order;
        for (const std::ptrdiff_t i : explored_)
            if (verdict_of(*waiting_[std::size_t(i)].best) != Verdict::over)
                order.push_back(i);
        std::stable_sort(order.begin(), order.end(), [&](std::ptrdiff_t a, std::ptrdiff_t b) {
            return faster(*waiting_[std::size_t(a)].best, *waiting_[std::size_t(b)].best);
        });
        plan_.feasible = long(order.size());
        judge(order);
        order.resize(std::min(order.size(), polished));
        std::vector<std::optional<RankMapping>> starts;
        std::vector<PlacementSearch> placements;
        starts.reserve(order.size()), placements.reserve(order.size());
        std::vector<std::pair<std::size_t, int>> units;
        for (std::size_t i = 0; i < order.size(); ++i) {
            const ConfigSearch& search = waiting_[std::size_t(order[i])];
            starts.push_back(start_for(search.config));
            placements.emplace_back(tables_, tables_.known_shape(search.config.tp * search.config.cp), search,
                                    starts.back() ? &*starts.back() : nullptr);
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
                placements[i].run_chain(100 + chain, {0, effort.moves, effort.stagnation},
                                        chain % 2 == 0 ? &search.placement : nullptr, progress_, stop_);
            results[std::size_t(unit)] = {result.cost_s, std::move(result.slot_of_block)};
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
                else if (!best || result.cost_s < best->cost_s)
                    best = &result;
            }
            if (best)
                take(search, placements[i], best->slot_of_block);
        });
    }

    /// The mapping that a person started from, cut or filled up to the configuration's world.
    std::optional<RankMapping> start_for(const ParallelConfig& config) const {
        if (!inputs_.start)
            return std::nullopt;
        return fitted_start(inputs_, config.world());
    }

    void finish() {
        for (const std::ptrdiff_t i : explored_) {
            const ConfigSearch& search = waiting_[std::size_t(i)];
            if (verdict_of(*search.best) != Verdict::over)
                continue;
            const auto over = std::find_if(search.best->memory.begin(), search.best->memory.end(),
                                           [](const DeviceMemory& d) { return d.verdict == Verdict::over; });
            plan_.rejected.push_back(
                {search.config, RejectionCode::out_of_memory,
                 fmt::format("stage {} needs {:.1f} GiB of {:.1f} GiB", over - search.best->memory.begin(),
                             over->upper / bytes_per_gib, over->limit / bytes_per_gib)});
        }
        for (const std::ptrdiff_t i : shown_)
            plan_.candidates.push_back(std::move(*waiting_[std::size_t(i)].best));
        std::stable_sort(plan_.candidates.begin(), plan_.candidates.end(), faster);
        mark_ties(plan_.candidates);
        if (inputs_.top > 0 && plan_.candidates.size() > std::size_t(inputs_.top))
            plan_.candidates.resize(std::size_t(inputs_.top));
        plan_.stopped_early = stopped_ || stop_.stop_requested();
    }

    const PlanInputs& inputs_;
    const Peers& peers_;
    SearchTables tables_;
    SearchProgress progress_;
    std::stop_token stop_;
    int threads_ = 1;
    Plan plan_;
    std::vector<ConfigSearch> waiting_; // by lower bound
    std::vector<std::ptrdiff_t> explored_;
    std::vector<std::ptrdiff_t> shown_; // those of them that fit and may be shown
    bool judging_ = false;              // times are taken over the snapshots now
    std::map<Shape, std::vector<std::uint32_t>> warm_;
    double best_s_ = 0;
    bool stopped_ = false; // as all processes agreed
};

void check_inputs(const PlanInputs& inputs) {
    check(inputs.model);
    check(inputs.job);
    for (const int gpu : usable_gpus(inputs)) {
        const NodeKind& kind = inputs.cluster.kind_of_gpu(gpu);
        if (!kind.gpu.supports(inputs.job.precision))
            throw InputError(
                {}, "precision",
                fmt::format("{} cannot compute in {}", kind.gpu.name, name_of(inputs.job.precision)));
    }
}

} // namespace

Plan plan(const PlanInputs& inputs, const Knowledge& knowledge, const SearchSinks& sinks,
          std::stop_token stop) {
    return plan(inputs, knowledge, sinks, std::move(stop), {});
}

Plan plan(const PlanInputs& inputs, const Knowledge& knowledge, const SearchSinks& sinks,
          std::stop_token stop, const Peers& peers) {
    check_inputs(inputs);
    return PlanSearch(inputs, knowledge, sinks, std::move(stop), peers).run();
}

Candidate improve(const PlanInputs& inputs, const ParallelConfig& config, const RankMapping& start,
                  const Knowledge& knowledge, const SearchSinks& sinks, std::stop_token stop) {
    check_inputs(inputs);
    SearchTables tables(inputs, knowledge);
    SearchProgress progress(sinks);
    ConfigSearch search;
    search.config = config;
    const PlacementSearch placements(tables, tables.shape(config.tp * config.cp), search, &start);
    Candidate best = evaluate(inputs, config, start, knowledge);
    progress.found(best);
    const Effort effort = polishing(inputs.budget, config, tables.gpus_of_node);
    progress.expect(effort.chains);
    std::vector<ChainResult> results(std::size_t(effort.chains));
    parallel_for(effort.chains, thread_count(inputs.budget.threads), stop, [&](int chain) {
        results[std::size_t(chain)] =
            placements.run_chain(chain, {0, effort.moves, effort.stagnation}, nullptr, progress, stop);
        progress.done(1, "improve " + short_name(config));
    });
    std::stable_sort(results.begin(), results.end(), [](const ChainResult& a, const ChainResult& b) {
        return !a.slot_of_block.empty() && (b.slot_of_block.empty() || a.cost_s < b.cost_s);
    });
    if (inputs.cluster.history.snapshots.empty()) // else the chains saw but one table of many
        results.resize(1);
    for (const ChainResult& result : results) {
        if (result.slot_of_block.empty())
            continue;
        Candidate annealed = evaluate(inputs, config, placements.mapping(result.slot_of_block), knowledge);
        if (faster(annealed, best)) {
            best = std::move(annealed);
            progress.found(best);
        }
    }
    return best;
}

} // namespace pipette
