// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/rounds/recipe.h"
#include "core/search/rounds/evaluate.h"

#include "core/base/input_error.h"
#include "core/cost/iteration_time.h"
#include "core/framework/framework.h"
#include "core/schedule/schedule_family.h"
#include "core/search/problem/search_tables.h"
#include "core/search/space/enumeration.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace pipette {
namespace {

bool is_for(const Recipe& recipe, const PlanInputs& inputs) {
    const auto& models = recipe.models;
    return std::find(models.begin(), models.end(), inputs.model.name) != models.end() &&
           recipe.precision == inputs.job.precision && recipe.sequence_length == inputs.job.sequence_length;
}

bool runs_on(const Recipe& recipe, const Cluster& cluster, const std::vector<int>& gpus) {
    return std::all_of(gpus.begin(), gpus.end(),
                       [&](int gpu) { return cluster.kind_of_gpu(gpu).gpu.name == recipe.gpu; });
}

/// In host order; empty where the cluster has no room for its blocks.
std::optional<RankMapping> placed(SearchTables& tables, const ParallelConfig& config) {
    try {
        const SlotLayout layout = host_order_layout(tables.shape(config.peers()).layout, config);
        return mapping_of(layout, config, layout.slot_of_block);
    } catch (const InputError&) {
        return std::nullopt;
    }
}

} // namespace

std::optional<ParallelConfig> config_of(const Recipe& recipe, const PlanInputs& inputs, int gpus) {
    ParallelConfig config = recipe.config;
    if (!is_for(recipe, inputs) || config.world() != gpus)
        return std::nullopt;
    config.global_batch = inputs.job.global_batch;
    config.schedule = config.vpp > 1 ? ScheduleKind::interleaved : ScheduleKind::one_f_one_b;
    config.p2p = usual_p2p(config.schedule, framework_of(inputs.job));
    if (config.layers_per_stage.empty())
        config.layers_per_stage = usual_layers(inputs.model, config.chunks());
    if (!divides(config, inputs))
        return std::nullopt;
    return config;
}

std::string recipe_text(const Recipe& recipe, const PlanInputs& inputs) {
    std::string text = fmt::format("{} ({})", recipe.software, recipe.source);
    if (recipe.config.global_batch > 0 && recipe.config.global_batch != inputs.job.global_batch)
        text += fmt::format("; global batch {} instead of {}", inputs.job.global_batch,
                            recipe.config.global_batch);
    return recipe.note.empty() ? text : text + "; " + recipe.note;
}

std::optional<Candidate> best_recipe(SearchTables& tables, const std::stop_token& stop) {
    const PlanInputs& inputs = tables.inputs;
    if (!tables.knowledge.recipes)
        return std::nullopt;
    const int gpus = allowed_worlds(inputs).front();
    const auto rank = [](const Candidate& candidate) {
        return std::pair(verdict_of(candidate) == Verdict::over, candidate.iteration_time_s);
    };
    std::optional<Candidate> best;
    for (const Recipe& recipe : *tables.knowledge.recipes) {
        const std::optional<ParallelConfig> config = config_of(recipe, inputs, gpus);
        const std::optional<RankMapping> mapping = config ? placed(tables, *config) : std::nullopt;
        if (!mapping || !runs_on(recipe, *inputs.cluster, mapping->gpu_of_rank))
            continue;
        Candidate candidate = evaluate(inputs, tables.links, *config, *mapping, tables.knowledge);
        candidate.planner = Planner::recipe;
        candidate.recipe = recipe_text(recipe, inputs);
        if (!best || rank(candidate) < rank(*best))
            best = std::move(candidate);
    }
    return stop.stop_requested() ? std::nullopt : best;
}

} // namespace pipette
