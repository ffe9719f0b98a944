// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/rounds/evaluate.h"

#include "core/base/units.h"
#include "core/cost/iteration_time.h"
#include "core/plan/flash_attention.h"
#include "core/search/space/memory_check.h"

#include <algorithm>
#include <limits>

namespace pipette {
namespace {

/// The smallest GPU and the smallest host that run each pipeline device, over all replicas.
std::vector<DeviceRoom> smallest_rooms(const Cluster& cluster, const ParallelConfig& config,
                                       const RankMapping& mapping) {
    constexpr double any = std::numeric_limits<double>::infinity();
    std::vector<DeviceRoom> rooms(static_cast<std::size_t>(config.pp),
                                  {.gpu_bytes = any, .layouts = MatrixLayouts::either});
    const RankGrid grid(config);
    for (int rank = 0; rank < grid.world(); ++rank) {
        DeviceRoom& room = rooms[static_cast<std::size_t>(grid.place(rank).stage)];
        const NodeKind& kind = cluster.kind_of_gpu(mapping.gpu_of_rank[static_cast<std::size_t>(rank)]);
        room.gpu_bytes = std::min(room.gpu_bytes, kind.gpu.memory_gib * bytes_per_gib);
        room.layouts = std::min(room.layouts, kind.gpu.layouts());
        if (config.offload.any())
            room.host_bytes = std::min(room.host_bytes, host_bytes_of_gpu(kind));
    }
    return rooms;
}

Candidate with_memory(Candidate candidate, const PlanInputs& inputs, const Knowledge& knowledge) {
    candidate.memory = device_memory(
        inputs.model, as_run_on(*inputs.cluster, candidate.mapping.gpu_of_rank, inputs.job), candidate.config,
        smallest_rooms(*inputs.cluster, candidate.config, candidate.mapping), knowledge);
    return candidate;
}

} // namespace

Candidate evaluate(const PlanInputs& inputs, const ParallelConfig& config, const RankMapping& mapping,
                   const Knowledge& knowledge) {
    return with_memory(estimate_time(inputs, config, mapping, knowledge.calibration), inputs, knowledge);
}

Candidate evaluate(const PlanInputs& inputs, const Links& links, const ParallelConfig& config,
                   const RankMapping& mapping, const Knowledge& knowledge) {
    return with_memory(estimate_time(inputs, links, config, mapping, knowledge.calibration), inputs,
                       knowledge);
}

} // namespace pipette
