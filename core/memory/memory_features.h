// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/memory_estimator.h"

namespace pipette {

/// Numbers that describe a configuration to the network, mostly logarithms; `device` is the one that was
/// measured. Direct: the paper's (world, layers, hidden, heads, tp, pp, dp, layers per stage, micro, mini and
/// global batch). Residual: sizes, flags and the shares of the analytic parts.
Eigen::VectorXd memory_features(MemoryTarget target, const TransformerModel& model, const TrainingJob& job,
                                const ParallelConfig& config, const DeviceMemory& device);

/// The device that a measured figure speaks of: the first, or the one with the largest analytic estimate.
const DeviceMemory& measured_device(const std::vector<DeviceMemory>& devices, bool first);

} // namespace pipette
