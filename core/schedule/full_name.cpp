// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/full_name.h"

#include "core/framework/framework.h"
#include "core/schedule/schedule_family.h"

#include <fmt/format.h>

namespace pipette {

std::string full_name(const ParallelConfig& config, const TransformerModel& model, const TrainingJob& job) {
    std::string name = short_name(config);
    const Framework& framework = framework_of(job);
    if (!config.layers_per_stage.empty() && name.find(" layers=") == std::string::npos &&
        config.layers_per_stage != usual_layers(model, config.chunks()))
        name += fmt::format(" layers={}", fmt::join(config.layers_per_stage, "+"));
    const int stage = config.zero_stage;
    if (stage == ParallelConfig{}.zero_stage && stage != framework.zero_stages.front() && config.sharers() > 1)
        name += fmt::format(" zero={}", stage);
    if (config.p2p != usual_p2p(config.schedule, framework) && config.pp > 1)
        name += fmt::format(" p2p={}", name_of(config.p2p));
    if (config.tp > 1 && config.sequence_parallel != usual_sequence_parallel(config, job))
        name += fmt::format(" sequence_parallel={}", config.sequence_parallel);
    return name;
}

} // namespace pipette
