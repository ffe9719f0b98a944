// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/device_stages.h"

#include "core/base/index.h"
#include "core/schedule/schedule_family.h"

namespace pipette {

std::vector<std::vector<int>> device_chunks(const ParallelConfig& config) {
    const bool both_directions = family_of(config.schedule).bidirectional;
    std::vector<std::vector<int>> chunks(index(config.pp));
    for (int chunk = 0; chunk < config.chunks(); ++chunk) {
        const int device = device_of_chunk(config, chunk);
        chunks[index(device)].push_back(chunk);
        if (both_directions)
            chunks[index(config.pp - 1 - device)].push_back(chunk);
    }
    return chunks;
}

std::vector<StageShape> device_stages(const TransformerModel& model, const TrainingJob& job,
                                      const ParallelConfig& config) {
    return stage_shapes(model, job, config, device_chunks(config));
}

} // namespace pipette
