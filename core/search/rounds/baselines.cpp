// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/rounds/baselines.h"
#include "core/search/rounds/evaluate.h"

#include "core/base/parallel_for.h"
#include "core/cost/iteration_time.h"
#include "core/framework/framework.h"
#include "core/search/space/memory_check.h"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

namespace pipette {
namespace {

/// Experts as they are usually laid: whole, and over as many GPUs as one fast domain has.
bool lays_experts_wider(const ParallelConfig& a, const ParallelConfig& b, int gpus_of_node) {
    return a.etp == 1 && a.ep <= gpus_of_node && (b.etp > 1 || b.ep > gpus_of_node || a.ep > b.ep);
}

/// Plain 1F1B on all GPUs, with tensor parallelism in one dimension and without recomputation of named
/// modules, which is what the baselines know; of configurations that differ in their experts alone, which
/// stand one after the other, one.
std::vector<ParallelConfig> plain(const SearchTables& tables, const std::vector<ParallelConfig>& configs,
                                  const auto& wanted) {
    int world = 0;
    for (const ParallelConfig& config : configs)
        world = std::max(world, config.world());
    std::vector<ParallelConfig> found;
    for (const ParallelConfig& config : configs)
        if (config.world() == world && config.cp == 1 && config.vpp == 1 && config.tp_x == 1 &&
            config.schedule == ScheduleKind::one_f_one_b &&
            config.recompute_modules == ParallelConfig{}.recompute_modules && wanted(config)) {
            ParallelConfig like = config;
            if (!found.empty())
                like.ep = found.back().ep, like.etp = found.back().etp;
            if (found.empty() || like != found.back())
                found.push_back(config);
            else if (lays_experts_wider(config, found.back(), tables.gpus_of_node))
                found.back() = config;
        }
    return found;
}

class Baselines {
public:
    Baselines(SearchTables& tables, const std::stop_token& stop, Ranked ranked = Ranked::all)
        : tables_(tables), stop_(stop), ranked_(ranked), uniform_(uniform_links(tables.links)) {}

    Baseline ranked(Planner planner, const std::vector<ParallelConfig>& configs,
                    const std::function<double(const PipelineCosts&, const ParallelConfig&)>& time) {
        Baseline baseline{planner, {}, {}};
        for (const ParallelConfig& config : configs)
            baseline.ranking.push_back({config}), tables_.shape(config.peers());
        parallel_for(int(configs.size()), thread_count(tables_.inputs.budget.threads), stop_, [&](int i) {
            RankedConfig& entry = baseline.ranking[std::size_t(i)];
            entry.fits = fits(entry.config);
            if (entry.fits || ranked_ == Ranked::all)
                entry.own_time_s = time(
                    pipeline_costs(uniform_, config_work(tables_, entry.config), host_order(entry.config)),
                    entry.config);
        });
        if (ranked_ == Ranked::fitting)
            std::erase_if(baseline.ranking, [](const RankedConfig& entry) { return !entry.fits; });
        if (stop_.stop_requested())
            return {planner, {}, {}};
        std::stable_sort(
            baseline.ranking.begin(), baseline.ranking.end(),
            [](const RankedConfig& a, const RankedConfig& b) { return a.own_time_s < b.own_time_s; });
        for (const RankedConfig& entry : baseline.ranking)
            if (entry.fits && take(baseline, entry.config))
                break;
        return baseline;
    }

    /// The rule gives sizes; of the micro batches that fit, the fastest on the real cluster.
    Baseline megatron(const std::vector<ParallelConfig>& configs) {
        Baseline baseline{Planner::megatron, {}, {}};
        int tp = 0;
        for (const ParallelConfig& config : configs)
            tp = std::max(tp, config.tp);
        const auto order = [](const ParallelConfig& c) {
            return std::tuple(c.recompute == Recompute::full, c.pp, c.micro_batch);
        };
        for (const ParallelConfig& config : configs)
            if (config.tp == tp)
                baseline.ranking.push_back({config, 0, fits(config)});
        std::stable_sort(
            baseline.ranking.begin(), baseline.ranking.end(),
            [&](const RankedConfig& a, const RankedConfig& b) { return order(a.config) < order(b.config); });
        const RankedConfig* first = nullptr;
        for (const RankedConfig& entry : baseline.ranking) {
            if (stop_.stop_requested()) // the best of some micro batches is not the rule's
                return {Planner::megatron, {}, {}};
            if (!entry.fits)
                continue;
            if (first &&
                (entry.config.pp != first->config.pp ||
                 (entry.config.recompute == Recompute::full) != (first->config.recompute == Recompute::full)))
                break;
            first = first ? first : &entry;
            take(baseline, entry.config);
        }
        return baseline;
    }

    Candidate in_host_order(const ParallelConfig& config, Planner planner) {
        Candidate candidate =
            evaluate(tables_.inputs, tables_.links, config, host_order(config), tables_.knowledge);
        candidate.planner = planner;
        return candidate;
    }

private:
    bool fits(const ParallelConfig& config) const {
        return check_memory(tables_.inputs, tables_.knowledge, config, tables_.gpu_memory_bytes.back())
            .fits();
    }
    RankMapping host_order(const ParallelConfig& config) {
        const SlotLayout layout = host_order_layout(tables_.shape(config.peers()).layout, config);
        return mapping_of(layout, config, layout.slot_of_block);
    }
    /// Makes it the baseline's candidate when it fits and is faster than what it has.
    bool take(Baseline& baseline, const ParallelConfig& config) {
        Candidate candidate = in_host_order(config, baseline.planner);
        if (verdict_of(candidate) == Verdict::over ||
            (baseline.best && baseline.best->iteration_time_s <= candidate.iteration_time_s))
            return false;
        baseline.best = std::move(candidate);
        return true;
    }

    SearchTables& tables_;
    const std::stop_token& stop_;
    Ranked ranked_;
    Links uniform_;
};

} // namespace

std::optional<Candidate> best_in_host_order(SearchTables& tables, const std::vector<BoundedConfig>& configs,
                                            const std::stop_token& stop) {
    constexpr std::size_t at_once = 16;
    Baselines planners(tables, stop);
    for (const BoundedConfig& bounded : configs)
        tables.shape(bounded.config->peers());
    const auto rank = [&](const Candidate& candidate) {
        return std::pair(!tables.inputs.limits.allow_faulty && !candidate.faults.empty(),
                         candidate.iteration_time_s);
    };
    std::optional<Candidate> best;
    for (std::size_t first = 0; first < configs.size() && !stop.stop_requested(); first += at_once) {
        if (best && rank(*best) < std::pair(false, configs[first].lower_bound_s))
            break;
        std::vector<std::optional<Candidate>> found(std::min(at_once, configs.size() - first));
        parallel_for(int(found.size()), thread_count(tables.inputs.budget.threads), stop, [&](int i) {
            found[std::size_t(i)] =
                planners.in_host_order(*configs[first + std::size_t(i)].config, Planner::host_order);
        });
        for (std::optional<Candidate>& candidate : found)
            if (candidate && verdict_of(*candidate) != Verdict::over &&
                (!best || rank(*candidate) < rank(*best)))
                best = std::move(candidate);
    }
    if (stop.stop_requested()) // the best of some configurations is not the baseline
        return std::nullopt;
    return best;
}

std::vector<Baseline> baselines(SearchTables& tables, const std::vector<ParallelConfig>& configs,
                                Ranked ranked, const std::stop_token& stop) {
    Baselines planners(tables, stop, ranked);
    std::vector<Baseline> all;
    const bool grids = framework_of(tables.inputs.job).tensor_grids; // which are tried beyond nodes, too
    all.push_back(planners.megatron(plain(tables, configs, [&](const ParallelConfig& config) {
        return !grids || config.tp <= tables.gpus_of_node;
    })));
    all.push_back(planners.ranked(
        Planner::amp, plain(tables, configs, [](const ParallelConfig&) { return true; }),
        [](const PipelineCosts& costs, const ParallelConfig& config) { return amp_time(costs, config); }));
    // Varuna recomputes activations always, where the limits let it.
    const bool full = std::any_of(configs.begin(), configs.end(),
                                  [](const ParallelConfig& c) { return c.recompute == Recompute::full; });
    all.push_back(planners.ranked(
        Planner::varuna,
        plain(tables, configs,
              [full](const ParallelConfig& c) {
                  return c.tp == 1 && (!full || c.recompute == Recompute::full);
              }),
        [](const PipelineCosts& costs, const ParallelConfig& config) { return exact_time(costs, config); }));
    return all;
}

} // namespace pipette
