// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/fabric.h"
#include "core/cluster/gpu_kind.h"
#include "core/cost/layer_profile.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pipette {

/// What was fitted for one GPU architecture and framework on measured runs. Rates are fractions of data-sheet
/// peaks and of measured link bandwidth, so that an entry carries over to other GPUs of the architecture.
struct KindCalibration {
    std::string architecture;    ///< GpuKind::architecture
    std::string framework;       ///< TrainingJob::framework
    bool flash_attention = true; ///< half of the runs or more used it

    // Kernels.
    double matmul_efficiency = 0.7;   ///< of peak in matrix products
    double attention_efficiency = 1;  ///< of matmul_efficiency in the products of the attention core
    double memory_efficiency = 0.8;   ///< of HBM bandwidth in memory-bound operations and in the optimizer
    double unsplit_head_slowdown = 1; ///< of head and loss when the vocabulary is not split (tp = 1)

    // The host, which launches kernels ahead of the GPU: what is shorter than its launches hides behind it,
    // and a GPU that has work for longer still waits for a share of them.
    bool launches_ahead = true; ///< while embedding and head compute: layers' launches hide behind them
    double launch_s = 0; ///< of one layer's kernels, forward and backward together; the head counts as one
    double launch_share = 0;          ///< of launch_s that adds to the kernels' time
    double split_launch_slowdown = 1; ///< of launches with tensor-parallel collectives among them
    double unfused_softmax_slowdown =
        1; ///< of launches where Megatron's fused softmax does not take the number of heads

    // Communication: efficiency on the link's bandwidth, latency on top of the link's.
    double intra_efficiency = 0.7;    ///< inside a node
    double intra_latency_s = 0;       ///< tensor parallel inside a node, each call and doubling of GPUs
    double inter_efficiency = 0.8;    ///< between nodes
    double inter_latency_s = 0;       ///< tensor parallel between nodes, each step
    double exchange_efficiency = 0.8; ///< gradients, inside nodes too; above 1 where part of it hides
    double exchange_latency_s = 0;    ///< gradients between nodes, each layer's messages
    double send_latency_s = 0;        ///< one activation between stages

    double iteration_overhead_s = 5e-3;

    double relative_error =
        0.15;           ///< four in five of the held-out runs were as near at least: the range of an estimate
    int runs = 0;       ///< runs it was fitted on; 0: not fitted
    std::string source; ///< which runs, and the error on them
    /// Sources of those runs whose times contradict the full recomputation of their label: taken without.
    std::vector<std::string> without_recompute = {};
    /// What those runs met on their cluster. It explains them, and says nothing of any other cluster.
    Congestion congestion = {};
    bool operator==(const KindCalibration&) const = default;
};

/// A number of an entry: its name in files, and the range outside of which it would be no machine's.
struct KindNumber {
    const char* name;
    double KindCalibration::*member;
    double least, most;
};

/// Every number that is fitted or measured by the fit, in the order of files.
std::span<const KindNumber> kind_numbers();
/// Of that member, one of kind_numbers().
const KindNumber& kind_number(double KindCalibration::*member);

/// Fitted efficiencies of every architecture and framework we have runs of.
struct Calibration {
    std::vector<KindCalibration> kinds;
    std::optional<LayerProfile> layers =
        std::nullopt; ///< a user's own layer times, in the place of the roofline
    /// The entry for this GPU and framework, else the nearest: same framework, then one of the same kernels
    /// (Framework::kernels), each with the same architecture first; of equally near
    /// ones the one that predicts best.
    const KindCalibration& nearest(const GpuKind& gpu, const std::string& framework) const;
    bool operator==(const Calibration&) const = default;
};

/// A GPU and what is known of its kernels.
struct FittedGpu {
    const GpuKind& kind;
    const KindCalibration& fit;
};

/// Whether an entry was fitted on runs of the GPU's own architecture.
bool is_of(const KindCalibration& kind, const GpuKind& gpu);
/// Relative error of what an entry predicts for a GPU. Nobody knows how far off an unmeasured architecture
/// is: at least as far as an unfitted model.
double error_of(const KindCalibration& kind, const GpuKind& gpu);

} // namespace pipette
