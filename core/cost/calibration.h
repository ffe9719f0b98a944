// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/gpu_kind.h"

#include <string>
#include <vector>

namespace pipette {

/// What was fitted for one GPU architecture and framework on measured runs. Rates are fractions of data-sheet
/// peaks and of measured link bandwidth, so that an entry carries over to other GPUs of the architecture.
struct KindCalibration {
    std::string architecture;    ///< GpuKind::architecture
    std::string framework;       ///< TrainingJob::framework
    bool fused_attention = true; ///< the runs used flash attention; else the scores go through memory

    // Kernels.
    double matmul_efficiency = 0.7;   ///< of peak for large products
    double matmul_half_flops = 2e9;   ///< product size (FLOP) at half of that efficiency
    double attention_efficiency = 1;  ///< of matmul_efficiency in the products of the attention core
    double memory_efficiency = 0.8;   ///< of HBM bandwidth in memory-bound operations
    double head_slowdown = 1;         ///< of the head's products against a layer's
    double unsplit_loss_slowdown = 1; ///< of the loss when the vocabulary is not split (tp = 1)
    double recompute_share = 1;       ///< cost of a recomputed forward against a first one

    // What the host needs to launch the kernels of one layer: shorter kernels hide behind it.
    double forward_launch_s = 0;
    double backward_launch_s = 0;
    double tensor_launch_growth = 0;   ///< for each further tensor-parallel peer
    double pipeline_launch_growth = 0; ///< the same, once the pipeline spans nodes

    // Communication: efficiency on the link's bandwidth, latency on top of the link's, each hop.
    double intra_efficiency = 0.7, intra_latency_s = 0; ///< tensor and context parallel, inside a node
    double inter_efficiency = 0.8, inter_latency_s = 0; ///< the same between nodes
    double exchange_intra_efficiency = 0.7;             ///< gradients inside a node
    double exchange_inter_efficiency = 0.8;             ///< gradients between nodes
    double exchange_latency_s = 0;                      ///< gradients, each hop between nodes
    double send_latency_s = 0; ///< one activation between stages, in jobs much larger than send_latency_gpus
    double send_latency_gpus = 64; ///< job size at which half of that latency shows

    double optimizer_efficiency = 0.8; ///< of HBM bandwidth in the optimizer step
    double iteration_overhead_s = 5e-3;

    double relative_error =
        0.15;           ///< one standard deviation of measured/estimated time: the range of an estimate
    int runs = 0;       ///< runs it was fitted on; 0: not fitted
    std::string source; ///< which runs, and the error on them
    bool operator==(const KindCalibration&) const = default;
};

/// Fitted efficiencies of every architecture and framework we have runs of.
struct Calibration {
    std::vector<KindCalibration> kinds;
    /// The entry for this GPU and framework, else the nearest (same architecture, then same framework, then
    /// the one fitted on most runs); `exact` tells whether the GPU's architecture was measured.
    const KindCalibration& nearest(const GpuKind& gpu, const std::string& framework,
                                   bool* exact = nullptr) const;
    bool operator==(const Calibration&) const = default;
};

/// Latency that a send between stages gains in a job of `world` GPUs: little in small jobs, send_latency_s in
/// large ones, half of it at send_latency_gpus.
double send_latency_s(const KindCalibration& fit, int world);

} // namespace pipette
