// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/collective.h"
#include "core/schedule/device_stages.h"
#include "core/workload/layers/part_folds.h"

#include <memory>
#include <vector>

namespace pipette {

/// Grids of the same ranks beside their own, each made when a collective first needs it.
class OtherGrids {
public:
    explicit OtherGrids(const ParallelConfig& config) : config_(config) {}
    const std::shared_ptr<const RankGrid>& experts() { return made(experts_, expert_grid); }
    const std::shared_ptr<const RankGrid>& shards() { return made(shards_, shard_grid); }
    const std::shared_ptr<const RankGrid>& expert_shards() { return made(expert_shards_, expert_shard_grid); }

private:
    using Grid = std::shared_ptr<const RankGrid>;
    const Grid& made(Grid& grid, RankGrid (*make)(const ParallelConfig&)) {
        if (!grid)
            grid = std::make_shared<const RankGrid>(make(config_));
        return grid;
    }
    const ParallelConfig& config_;
    Grid experts_, shards_, expert_shards_;
};

/// What every collective of a configuration is made from.
struct TrafficFacts {
    const TransformerModel& model;
    const TrainingJob& job;
    const ParallelConfig& config;
    std::vector<StageShape> stages = device_stages(model, job, config);
    double activation = stages.front().activation_bytes(model);

    AxisSizes sizes = axis_sizes(config);
    mutable OtherGrids grids{config};
    std::shared_ptr<const ModelLayers> layers = layers_of(model);

    std::vector<double> of_layers(double calls) const { ///< [chunk] calls in every layer
        std::vector<double> all;
        for (int chunk = 0; chunk < config.chunks(); ++chunk)
            all.push_back(calls * layers_in_chunk(config, model, chunk));
        return all;
    }
};

/// What goes on inside every layer: sums of tensor parallelism, keys and values of a split context, tokens to
/// their experts, and what the parts of layers exchange by themselves.
std::vector<Collective> layer_traffic(const TrafficFacts& facts);

} // namespace pipette
