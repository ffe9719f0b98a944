// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/space/stage_changes.h"

#include "core/base/index.h"
#include "core/plan/stages/stage_tp.h"
#include "core/plan/stages/unlike_gpus.h"
#include "core/search/space/enumeration.h"

#include <algorithm>
#include <utility>

namespace pipette {

std::vector<AlikeStages> alike_stages(const Cluster& cluster, const Candidate& candidate) {
    std::vector<AlikeStages> all;
    const ParallelConfig& config = candidate.config;
    const int last = config.pp - 1;
    for (int stage = 0; stage <= last; ++stage) {
        const std::string gpus = brief_text(cluster, by_kind(cluster, gpus_of_stage(candidate, stage)));
        const auto alike = std::find_if(all.begin(), all.end(), [&](const AlikeStages& other) {
            const int first = other.stages.front();
            return stage != last && first != 0 && other.gpus == gpus &&
                   layers_of_stage(config, first) == layers_of_stage(config, stage) &&
                   tp_of_stage(config, first) == tp_of_stage(config, stage);
        });
        if (alike != all.end())
            alike->stages.push_back(stage);
        else
            all.push_back({{stage}, gpus});
    }
    return all;
}

std::vector<int> stage_tp_choices(const PlanInputs& inputs, const ParallelConfig& config) {
    std::vector<int> choices{config.tp};
    if (!inputs.limits.stage_tp || config.pp == 1)
        return choices;
    const ParallelConfig even = with_stage_tp(config, {});
    for (int tp = config.tp / 2; tp > 0; tp /= 2)
        if (with_tp_changed(inputs, even, {config.pp - 1}, tp))
            choices.push_back(tp);
    return choices;
}

std::optional<ParallelConfig> with_tp_changed(const PlanInputs& inputs, const ParallelConfig& config,
                                              const std::vector<int>& stages, int tp) {
    std::vector<int> changed;
    for (int stage = 0; stage < config.pp; ++stage)
        changed.push_back(tp_of_stage(config, stage));
    for (const int stage : stages)
        changed[index(stage)] = tp;
    ParallelConfig other = with_stage_tp(config, std::move(changed));
    return other != config && divides(other, inputs) ? std::optional(std::move(other)) : std::nullopt;
}

std::optional<ParallelConfig> with_layer_moved(const PlanInputs& inputs, ParallelConfig config, int from,
                                               int to) {
    int giver = -1, taker = -1;
    for (int chunk = config.chunks() - 1; chunk >= 0; --chunk) {
        const int layers = config.layers_per_stage[index(chunk)];
        if (device_of_chunk(config, chunk) == to)
            taker = chunk;
        else if (device_of_chunk(config, chunk) == from && layers > 1 &&
                 (giver < 0 || layers >= config.layers_per_stage[index(giver)]))
            giver = chunk;
    }
    if (giver < 0 || taker < 0)
        return std::nullopt;
    --config.layers_per_stage[index(giver)], ++config.layers_per_stage[index(taker)];
    return divides(config, inputs) ? std::optional(config) : std::nullopt;
}

std::optional<ParallelConfig> with_layers_exchanged(const PlanInputs& inputs, ParallelConfig config, int a,
                                                    int b) {
    if (config.chunks() != config.pp)
        return std::nullopt;
    std::swap(config.layers_per_stage[index(a)], config.layers_per_stage[index(b)]);
    if (has_stage_tp(config))
        std::swap(config.tp_per_stage[index(a)], config.tp_per_stage[index(b)]);
    return divides(config, inputs) ? std::optional(config) : std::nullopt;
}

} // namespace pipette
