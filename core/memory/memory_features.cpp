// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/memory_features.h"

#include <algorithm>
#include <cmath>

namespace pipette {

Eigen::VectorXd memory_features(MemoryTarget target, const TransformerModel& model, const TrainingJob& job,
                                const ParallelConfig& config, const DeviceMemory& device) {
    const double n = config.microbatches(), layers = config.layers_per_stage.front();
    std::vector<double> values;
    const auto logs = [&](std::initializer_list<double> sizes) {
        for (const double size : sizes)
            values.push_back(std::log2(std::max(size, 0.5)));
    };
    if (target == MemoryTarget::direct) {
        logs({double(config.world()), double(model.layers), double(model.hidden), double(model.heads),
              double(config.tp), double(config.pp), double(config.dp), double(model.layers) / config.pp,
              double(config.micro_batch), double(config.global_batch) / config.dp,
              double(config.global_batch)});
        return Eigen::Map<Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
    }
    logs({double(config.tp), double(config.pp), double(config.micro_batch), std::min(n, 2.0 * config.pp),
          std::min(double(config.dp), 16.0), layers, double(model.hidden), double(job.sequence_length)});
    values.push_back(config.zero_stage >= 1);
    values.push_back(config.sequence_parallel);
    values.push_back(config.recompute == Recompute::full);
    values.push_back(config.recompute == Recompute::selective);
    values.push_back(n > config.pp);
    values.push_back(n == 1);
    values.push_back(config.dp == 1);
    values.push_back(config.pp == 1);
    values.push_back(config.tp > 8);
    values.push_back(std::log2(device.estimate));
    for (const char* name : {"parameters", "optimizer", "activations", "logits", "run-ahead"}) {
        double bytes = 0;
        for (const MemoryPart& part : device.parts)
            if (part.name == name && part.place == MemoryPlace::gpu)
                bytes += part.bytes;
        values.push_back(bytes / device.estimate);
    }
    return Eigen::Map<Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

const DeviceMemory& measured_device(const std::vector<DeviceMemory>& devices, bool first) {
    return first ? devices.front()
                 : *std::max_element(
                       devices.begin(), devices.end(),
                       [](const DeviceMemory& a, const DeviceMemory& b) { return a.estimate < b.estimate; });
}

} // namespace pipette
