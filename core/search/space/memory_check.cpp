// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/space/memory_check.h"

#include "core/base/units.h"
#include "core/framework/framework.h"
#include "core/memory/memory_estimator.h"
#include "core/plan/flash_attention.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {

namespace {

/// What was learned of analytic memory, and the verdict of what lies on hosts.
std::vector<DeviceMemory> judged(std::vector<DeviceMemory> devices, const TransformerModel& model,
                                 const TrainingJob& job, const ParallelConfig& config,
                                 const std::vector<DeviceRoom>& rooms, const Knowledge& knowledge) {
    if (knowledge.memory)
        devices = learned_memory(std::move(devices), model, job, config, *knowledge.memory);
    if (config.offload.any())
        for (std::size_t i = 0; i < devices.size(); ++i) {
            devices[i].host_limit = rooms[i].host_bytes;
            devices[i].verdict = verdict_of(devices[i]);
        }
    return devices;
}

/// The job with flash attention where some kind of the cluster has it.
TrainingJob as_any_kind_runs(const PlanInputs& inputs) {
    TrainingJob job = inputs.job;
    const std::vector<NodeKind>& kinds = inputs.cluster->node_kinds;
    job.flash_attention = std::any_of(kinds.begin(), kinds.end(), [&](const NodeKind& kind) {
        return fuses_attention(inputs.job, kind.gpu);
    });
    return job;
}

} // namespace

std::vector<DeviceMemory> device_memory(const TransformerModel& model, const TrainingJob& job,
                                        const ParallelConfig& config, const std::vector<DeviceRoom>& rooms,
                                        const Knowledge& knowledge) {
    return judged(analytic_memory(model, job, config, rooms), model, job, config, rooms, knowledge);
}

FilledMemory fullest_of(const std::vector<DeviceMemory>& devices) {
    FilledMemory fullest;
    const auto look_at = [&](const FilledMemory& memory) {
        if (memory.limit > 0 && (fullest.limit == 0 || memory.share() > fullest.share()))
            fullest = memory;
    };
    for (int stage = 0; stage < int(devices.size()); ++stage) {
        const DeviceMemory& device = devices[std::size_t(stage)];
        look_at({stage, device.upper, device.limit, MemoryPlace::gpu});
        look_at({stage, host_bytes(device), device.host_limit, MemoryPlace::host});
    }
    return fullest;
}

std::string over_memory_text(const FilledMemory& memory) {
    const double needs = memory.bytes / bytes_per_gib, has = memory.limit / bytes_per_gib;
    if (memory.place == MemoryPlace::gpu)
        return fmt::format("stage {} needs {:.1f} GiB of {:.1f} GiB", memory.stage, needs, has);
    return fmt::format("stage {} needs {:.1f} GiB on the host for each GPU, which has {:.1f} GiB for it",
                       memory.stage, needs, has);
}

bool alike_but_for_shards(const ParallelConfig& a, ParallelConfig b) {
    b.shard = a.shard;
    return a == b;
}

MemoryChecks::MemoryChecks(const PlanInputs& inputs, const Knowledge& knowledge, double gpu_bytes)
    : MemoryChecks(inputs, knowledge, gpu_bytes, as_any_kind_runs(inputs)) {}

MemoryChecks::MemoryChecks(const PlanInputs& inputs, const Knowledge& knowledge, double gpu_bytes,
                           TrainingJob job)
    : inputs_(inputs), knowledge_(knowledge), job_(std::move(job)) {
    room_.gpu_bytes = gpu_bytes;
    for (const NodeKind& kind : inputs.cluster->node_kinds)
        room_.layouts = std::max(room_.layouts, kind.gpu.layouts());
}

MemoryCheck MemoryChecks::of(const ParallelConfig& config) {
    if (!model_ || !alike_but_for_shards(of_model_, config)) {
        model_.emplace(inputs_.model, job_, config);
        of_model_ = config;
    }
    DeviceRoom room = room_;
    if (config.offload.any())
        for (const NodeKind& kind : inputs_.cluster->node_kinds)
            room.host_bytes = std::min(room.host_bytes, host_bytes_of_gpu(kind));
    const std::vector<DeviceRoom> rooms(static_cast<std::size_t>(config.pp), room);
    const std::vector<DeviceMemory> devices =
        judged(model_->of(config, rooms), inputs_.model, job_, config, rooms, knowledge_);
    MemoryCheck check;
    for (const DeviceMemory& device : devices) {
        check.device_bytes.push_back(device.upper);
        check.verdict = std::max(check.verdict, device.verdict);
    }
    check.fullest = fullest_of(devices);
    return check;
}

MemoryCheck check_memory(const PlanInputs& inputs, const Knowledge& knowledge, const ParallelConfig& config,
                         double gpu_bytes) {
    return MemoryChecks(inputs, knowledge, gpu_bytes).of(config);
}

ParallelConfig with_fewest_layers(const PlanInputs& inputs, const Knowledge& knowledge,
                                  const ParallelConfig& config, Verdict wanted, double gpu_bytes) {
    if (framework_of(inputs.job).layers_again == LayersAgain::all)
        return config;
    const int all = *std::max_element(config.layers_per_stage.begin(), config.layers_per_stage.end());
    ParallelConfig some = config;
    int fewest = 1, enough = all; // the more layers are repeated, the less is kept
    while (fewest < enough) {
        some.recompute_layers = (fewest + enough) / 2;
        if (check_memory(inputs, knowledge, some, gpu_bytes).verdict <= wanted)
            enough = some.recompute_layers;
        else
            fewest = some.recompute_layers + 1;
    }
    some.recompute_layers = enough < all ? enough : 0;
    return some;
}

} // namespace pipette
