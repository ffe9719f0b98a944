// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/gpu_kind.h"

#include <string>
#include <vector>

namespace pipette {

/// What was fitted for one GPU architecture (and framework) on measured runs. Times scale with data-sheet peaks, so
/// that an entry carries over to GPUs of the same architecture.
struct KindCalibration {
    std::string architecture;          ///< GpuKind::architecture
    std::string framework;             ///< TrainingJob::framework
    double matmul_efficiency = 0.7;    ///< of peak for large products
    double matmul_half_flops = 2e9;    ///< product size (FLOP) at half of that efficiency
    double memory_efficiency = 0.8;    ///< of HBM bandwidth in memory-bound operations
    double layer_overhead_s = 2e-4;    ///< launches, one layer and pass
    double iteration_overhead_s = 5e-3;
    double intra_efficiency = 0.7;     ///< of intra-node bandwidth in tensor-parallel collectives
    double inter_efficiency = 0.8;     ///< of inter-node bandwidth in gradient exchange
    double relative_error = 0.15;      ///< one standard deviation of measured/estimated time: the range of an estimate
    int runs = 0;                      ///< runs it was fitted on; 0: not fitted
    std::string source;
    bool operator==(const KindCalibration&) const = default;
};

/// Fitted efficiencies of every architecture and framework we have runs of.
struct Calibration {
    std::vector<KindCalibration> kinds;
    /// The entry for this GPU and framework, else the nearest (same architecture, then same framework);
    /// `exact` tells whether the GPU's architecture was measured.
    const KindCalibration& nearest(const GpuKind& gpu, const std::string& framework, bool* exact = nullptr) const;
    bool operator==(const Calibration&) const = default;
};

} // namespace pipette
