// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/memory_model.h"
#include "core/plan/plan.h"
#include "core/search/space/knowledge.h"

#include <optional>
#include <string>
#include <vector>

namespace pipette {

/// A memory of one pipeline device: that of its GPUs, or what their host has for each.
struct FilledMemory {
    int stage = 0;
    double bytes = 0, limit = 0; ///< upper estimate of what it holds, and what there is
    MemoryPlace place = MemoryPlace::gpu;
    double share() const { return bytes / limit; }
};

/// The one that is fullest in proportion, of all devices' memories whose limits are known.
FilledMemory fullest_of(const std::vector<DeviceMemory>& devices);

/// Whether a configuration fits into GPUs of one size and the smallest host of the cluster, by the upper
/// memory estimate; with flash attention where any GPU of the cluster has it.
struct MemoryCheck {
    std::vector<double> device_bytes; ///< [device] upper estimate of its GPUs
    FilledMemory fullest;
    Verdict verdict = Verdict::safe; ///< the worst of all devices
    bool fits() const { return verdict != Verdict::over; }
};

/// Every pipeline device's memory in the room of each, by the estimator at hand, else analytic.
std::vector<DeviceMemory> device_memory(const TransformerModel& model, const TrainingJob& job,
                                        const ParallelConfig& config, const std::vector<DeviceRoom>& rooms,
                                        const Knowledge& knowledge);

/// Why a configuration does not fit: "stage 0 needs 91.3 GiB of 80.0 GiB", or "stage 0 needs 91.3 GiB on the
/// host for each GPU, which has 62.5 GiB for it".
std::string over_memory_text(const FilledMemory& memory);

/// Whether two configurations differ in ParallelConfig::shard alone, if at all.
bool alike_but_for_shards(const ParallelConfig& a, ParallelConfig b);

/// Checks configurations one after the other. It keeps the memory model of the last configuration, which
/// serves the next one if both differ in ParallelConfig::shard alone. For one thread. Keeps references to its
/// arguments.
class MemoryChecks {
public:
    MemoryChecks(const PlanInputs& inputs, const Knowledge& knowledge, double gpu_bytes);
    /// The same, with flash attention as the job says, whatever the GPUs have.
    MemoryChecks(const PlanInputs& inputs, const Knowledge& knowledge, double gpu_bytes, TrainingJob job);
    MemoryCheck of(const ParallelConfig& config);

private:
    const PlanInputs& inputs_;
    const Knowledge& knowledge_;
    TrainingJob job_; // with flash attention where any GPU has it
    DeviceRoom room_;
    std::optional<MemoryModel> model_;
    ParallelConfig of_model_; // a configuration that model_ is of
};

MemoryCheck check_memory(const PlanInputs& inputs, const Knowledge& knowledge, const ParallelConfig& config,
                         double gpu_bytes);

/// Takes a configuration that recomputes all layers, and recomputes only some layers of each chunk, those
/// that Framework::layers_again names: the fewest with which the verdict is still `wanted`, the verdict of
/// `config`. Returns `config` unchanged if the framework cannot recompute some layers and keep the others.
ParallelConfig with_fewest_layers(const PlanInputs& inputs, const Knowledge& knowledge,
                                  const ParallelConfig& config, Verdict wanted, double gpu_bytes);

} // namespace pipette
