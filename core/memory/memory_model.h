// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"
#include "core/memory/chunks_held.h"
#include "core/plan/candidate.h"
#include "core/plan/stage_shape.h"
#include "core/workload/layers/model_layers.h"

#include <limits>
#include <memory>
#include <vector>

namespace pipette {

/// What one pipeline device may fill, and what of its GPU the memory depends on.
struct DeviceRoom {
    double gpu_bytes = 0; ///< of the smallest GPU on the device
    /// The memory of a host, divided by the number of its GPUs. 0: the memory of the host is not known.
    /// Infinite: the configuration keeps nothing on the host, so that the host sets no limit.
    double host_bytes = std::numeric_limits<double>::infinity();
    MatrixLayouts layouts = MatrixLayouts::of_each_pass; ///< that all GPUs on the device take
};

/// Analytic memory of configurations that differ in ParallelConfig::shard alone (help: memory.md, "The law";
/// Fujii et al. 2024; Korthikanti et al. 2022). The constructor works out once what does not depend on the
/// shard. How many microbatches a chunk holds comes from the schedule's own simulation.
class MemoryModel {
public:
    /// Keeps a reference to the model.
    MemoryModel(const TransformerModel& model, TrainingJob job, const ParallelConfig& config);

    /// Memory of every pipeline device (pp entries) of one replica, part by part. The upper estimate counts
    /// the memory that piles up when the host runs as far ahead of the GPU as measured runs show. `config`
    /// differs from the constructor's in `shard` at most. `rooms`: pp entries.
    std::vector<DeviceMemory> of(const ParallelConfig& config, const std::vector<DeviceRoom>& rooms) const;

private:
    void add_offloadable(const ParallelConfig& config);
    std::vector<DeviceMemory> of_stages_by_tp(const ParallelConfig& config,
                                              const std::vector<DeviceRoom>& rooms) const;

    const TransformerModel& model_;
    const TrainingJob job_;
    std::vector<MemoryModel>
        by_tp_; // [as stages_by_tp()] where stages differ in their tp; then all below is empty
    std::shared_ptr<const ModelLayers> layers_;
    std::vector<StageShape> stages_;       // [device]
    std::vector<DeviceLoad> held_, loads_; // [device] layers, and what they keep
    double kept_ = 1;       // bytes that a layer keeps for one microbatch; 1 where loads_ counts bytes
    double in_transit_ = 0; // bytes of the largest layer that is on its way to the host
    std::vector<DeviceLoad> offloadable_; // [device] bytes that may go to the host; empty: all kept bytes may
    double inputs_at_work_ = 0;           // copies of its input that the layer at work needs
    double at_work_ = 0;                  // bytes that a pass needs for a while, without these copies
};

/// Share of the estimate that the upper estimate adds where no estimator is trained.
double memory_margin(const TransformerModel& model, const TrainingJob& job);

/// The memory of one configuration.
std::vector<DeviceMemory> analytic_memory(const TransformerModel& model, const TrainingJob& job,
                                          const ParallelConfig& config, const std::vector<DeviceRoom>& rooms);

} // namespace pipette
