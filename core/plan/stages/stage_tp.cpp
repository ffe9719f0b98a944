// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/stages/stage_tp.h"

#include "core/base/index.h"
#include "core/base/input_error.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace pipette {
namespace {

[[noreturn]] void refuse(const std::string& reason) {
    throw InputError({}, "tp_per_stage", reason);
}

} // namespace

bool has_stage_tp(const ParallelConfig& config) {
    return !config.tp_per_stage.empty();
}

int tp_of_stage(const ParallelConfig& config, int stage) {
    return has_stage_tp(config) ? config.tp_per_stage[index(stage)] : config.tp;
}

int widest_stage(const ParallelConfig& config) {
    const std::vector<int>& tps = config.tp_per_stage;
    return tps.empty() ? 0 : int(std::max_element(tps.begin(), tps.end()) - tps.begin());
}

ParallelConfig as_stage(const ParallelConfig& config, int stage) {
    ParallelConfig even = config;
    even.tp_per_stage.clear();
    even.tp = tp_of_stage(config, stage);
    const int groups = config.tp / even.tp;
    even.dp *= groups, even.micro_batch /= groups;
    return even;
}

std::vector<StagesOfTp> stages_by_tp(const ParallelConfig& config) {
    std::vector<StagesOfTp> all;
    for (int stage = 0; stage < config.pp; ++stage) {
        const auto alike = std::find_if(all.begin(), all.end(), [&](const StagesOfTp& known) {
            return known.config.tp == tp_of_stage(config, stage);
        });
        if (alike == all.end())
            all.push_back({as_stage(config, stage), {stage}});
        else
            alike->stages.push_back(stage);
    }
    return all;
}

ParallelConfig with_stage_tp(ParallelConfig config, std::vector<int> tp_per_stage) {
    const bool alike = std::adjacent_find(tp_per_stage.begin(), tp_per_stage.end(), std::not_equal_to<>()) ==
                       tp_per_stage.end();
    if (alike && !tp_per_stage.empty() && tp_per_stage.front() == config.tp)
        tp_per_stage.clear();
    config.tp_per_stage = std::move(tp_per_stage);
    return config;
}

std::string_view stage_tp_unknown_beside(const ParallelConfig& c, const TransformerModel& model) {
    if (model.moe || model.memory_layers)
        return "models with experts or memory layers";
    if (c.cp > 1)
        return "context parallelism";
    if (c.tp_x > 1)
        return "tensor grids";
    if (c.zero_stage > 1)
        return "ZeRO-2 and ZeRO-3";
    if (family_of(c.schedule).bidirectional)
        return "bidirectional schedules";
    return {};
}

void check_stage_tp(const ParallelConfig& c, const TransformerModel& model, const TrainingJob& job) {
    if (!has_stage_tp(c))
        return;
    if (int(c.tp_per_stage.size()) != c.pp)
        refuse(fmt::format("has {} entries, expected pp = {}", c.tp_per_stage.size(), c.pp));
    for (const int tp : c.tp_per_stage) {
        if (tp < 1 || c.tp % tp != 0)
            refuse(fmt::format("has {}, which does not divide tp = {}, the largest", tp, c.tp));
        if (c.micro_batch % (c.tp / tp) != 0)
            refuse(fmt::format("has {}: the {} groups of a block that has {} GPUs do not divide a microbatch "
                               "of {}",
                               tp, c.tp / tp, c.tp, c.micro_batch));
    }
    if (tp_of_stage(c, widest_stage(c)) != c.tp)
        refuse(fmt::format("has no {}, which tp says is the largest", c.tp));
    if (const std::string_view unknown = stage_tp_unknown_beside(c, model); !unknown.empty())
        refuse(fmt::format("is not known beside {}", unknown));
    for (const StagesOfTp& alike : stages_by_tp(c))
        check(alike.config, model, job);
}

} // namespace pipette
