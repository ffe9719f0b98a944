// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/full_name.h"

#include "core/framework/framework.h"
#include "core/plan/stages/layers_text.h"
#include "core/schedule/schedule_family.h"

#include <fmt/format.h>

namespace pipette {

std::string full_name(const ParallelConfig& config, const PlanInputs& inputs) {
    std::string name = short_name(config);
    const TransformerModel& model = inputs.model;
    const Framework& framework = framework_of(inputs.job);
    const std::vector<int>& layers = config.layers_per_stage;
    if (!layers.empty() && layers == even_layers(model.layers, config.chunks()) &&
        layers != usual_layers(model, config.chunks()))
        name += fmt::format(" layers={}", layers_text(layers, "+"));
    const int stage = config.zero_stage;
    if (stage == ParallelConfig{}.zero_stage && stage != framework.zero_stages.front() &&
        config.sharers() > 1)
        name += fmt::format(" zero={}", stage);
    if (config.p2p != usual_p2p(config.schedule, framework) && config.pp > 1)
        name += fmt::format(" p2p={}", name_of(config.p2p));
    if (config.tp > 1 && config.sequence_parallel != usual_sequence_parallel(config, inputs.job))
        name += fmt::format(" sequence_parallel={}", config.sequence_parallel);
    return name;
}

} // namespace pipette
