// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/rounds/planner.h"
#include "core/search/rounds/evaluate.h"

#include "core/base/input_error.h"
#include "core/base/parallel_for.h"
#include "core/framework/framework.h"
#include "core/search/rounds/plan_search.h"
#include "core/search/rounds/polishing.h"
#include "core/search/space/enumeration.h"
#include "core/workload/fine_tuning.h"

#include <algorithm>
#include <fmt/ranges.h>

namespace pipette {
namespace {

/// What a group holds of memory layers' values is never gathered.
void check_memory_layers(const PlanInputs& inputs) {
    const std::vector<int>& asked = inputs.limits.zero_stages;
    const std::vector<int>& stages = asked.empty() ? framework_of(inputs.job).zero_stages : asked;
    if (inputs.model.memory_layers &&
        std::none_of(stages.begin(), stages.end(), [](int stage) { return stage < 2; }))
        throw InputError({}, "zero_stage",
                         fmt::format("is {}, expected 0 or 1 among those tried: the model has memory layers",
                                     fmt::join(stages, " and ")));
}

void check_inputs(const PlanInputs& inputs, const Knowledge& knowledge) {
    check(inputs.model);
    check(inputs.job);
    check(inputs.model, inputs.job.tuning);
    check_memory_layers(inputs);
    check_habits(inputs.model, inputs.job);
    for (const int gpu : usable_gpus(inputs)) {
        const NodeKind& kind = inputs.cluster->kind_of_gpu(gpu);
        if (!kind.gpu.supports(inputs.job.precision))
            throw InputError({}, "precision", unsupported_text(kind.gpu, inputs.job.precision));
    }
    if (knowledge.calibration.layers)
        check(*knowledge.calibration.layers, *inputs.cluster, inputs.model, inputs.job);
}

/// The progress of the first of two searches.
SearchSinks half_of(SearchSinks sinks) {
    if (sinks.progress)
        sinks.progress = [all = sinks.progress](const Progress& progress) {
            all({progress.step, progress.fraction / 2, progress.best_time_s});
        };
    return sinks;
}

/// And of the second, whose plans are not what is asked for: the best is that of the first.
ProgressSink second_half_of(const ProgressSink& all, double best_s) {
    if (!all)
        return {};
    return [all, best_s](const Progress& progress) {
        all({"Without the launcher's limits: " + progress.step, (1 + progress.fraction) / 2, best_s});
    };
}

} // namespace

Plan plan(const PlanInputs& inputs, const Knowledge& knowledge, const SearchSinks& sinks,
          std::stop_token stop) {
    return plan(inputs, knowledge, sinks, std::move(stop), {});
}

Plan plan(const PlanInputs& inputs, const Knowledge& knowledge, const SearchSinks& sinks,
          std::stop_token stop, const Peers& peers) {
    check_inputs(inputs, knowledge);
    const std::optional<LauncherLimit>& launcher = inputs.limits.launcher;
    if (!launcher || launcher->reach.any_mapping())
        return PlanSearch(inputs, knowledge, sinks, std::move(stop), peers).run();
    Plan plan = PlanSearch(inputs, knowledge, half_of(sinks), stop, peers).run();
    // What the launcher costs shows beside a plan that is free of it; none of that one's candidates is told.
    PlanInputs free = inputs;
    free.limits.launcher.reset();
    const double best_s = plan.candidates.empty() ? 0 : plan.candidates.front().iteration_time_s;
    const SearchSinks quiet{second_half_of(sinks.progress, best_s), {}, {}};
    Plan unconstrained = PlanSearch(free, knowledge, quiet, std::move(stop), peers).run();
    if (!unconstrained.candidates.empty() && !unconstrained.stopped_early)
        plan.unconstrained = std::move(unconstrained.candidates.front());
    plan.stopped_early = plan.stopped_early || unconstrained.stopped_early;
    return plan;
}

Candidate improve(const PlanInputs& inputs, const ParallelConfig& config, const RankMapping& start,
                  const Knowledge& knowledge, const SearchSinks& sinks, std::stop_token stop) {
    check_inputs(inputs, knowledge);
    SearchTables tables(inputs, knowledge);
    SearchProgress progress(sinks);
    ConfigSearch search;
    search.config = config;
    const PlacementSearch placements(tables, tables.shape(config.peers()), search, &start);
    Candidate best = evaluate(inputs, config, start, knowledge);
    progress.found(best);
    const Effort effort = polishing(inputs.budget, config, tables.gpus_of_node);
    const double blur_s = placements.blur_s();
    progress.begin("Improving " + short_name(config), 1, effort.chains);
    std::vector<ChainResult> results(std::size_t(effort.chains));
    parallel_for(effort.chains, thread_count(inputs.budget.threads), stop, [&](int chain) {
        results[std::size_t(chain)] =
            placements.run_chain(chain, budget_of(effort, blur_s, chain), nullptr, progress, stop);
        progress.done();
    });
    std::stable_sort(results.begin(), results.end(), [](const ChainResult& a, const ChainResult& b) {
        return !a.slot_of_block.empty() && (b.slot_of_block.empty() || a.better_than(b));
    });
    if (inputs.cluster->history.snapshots.empty()) // else the chains saw but one table of many
        results.resize(1);
    for (const ChainResult& result : results) {
        if (result.slot_of_block.empty())
            continue;
        Candidate annealed = evaluate(inputs, config, placements.mapping(result.slot_of_block), knowledge);
        const bool keeps_off = keeps_off_faults(annealed, inputs.limits),
                   kept_off = keeps_off_faults(best, inputs.limits);
        if (keeps_off > kept_off || (keeps_off == kept_off && faster(annealed, best))) {
            best = std::move(annealed);
            progress.found(best);
        }
    }
    return best;
}

} // namespace pipette
