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

/// What was fitted for one GPU architecture and framework on measured runs: thirteen numbers, each of which a
/// machine could have. Rates are fractions of data-sheet peaks and of measured link bandwidth, 0 to 1, so
/// that an entry carries over to other GPUs of the architecture. What hides behind compute is a habit of the
/// Framework, what one cluster's switches did is in its Fabric.
struct KindCalibration {
    std::string architecture;    ///< GpuKind::architecture
    std::string framework;       ///< TrainingJob::framework
    bool flash_attention = true; ///< half of the runs or more used it

    // Kernels.
    double matmul_efficiency = 0.7; ///< of peak in matrix products
    /// Of matmul_efficiency, of the peak in 8 bits, and again for each doubling of the peak beyond.
    double fp8_efficiency = 1;
    double attention_efficiency = 1; ///< of matmul_efficiency in the products of the attention core
    double memory_efficiency = 0.8;  ///< of HBM bandwidth in memory-bound operations and in the optimizer

    // The host, which launches kernels ahead of the GPU: what is shorter than its launches hides behind it,
    // and a GPU that has work for longer still waits for a share of them.
    double launch_s = 0;     ///< of one layer's kernels, forward and backward; the head counts as one
    double launch_share = 0; ///< of launch_s that adds to the kernels' time

    // Communication: efficiency on the link's bandwidth, latency on top of the link's.
    double intra_efficiency = 0.7; ///< inside a node
    double intra_latency_s = 0;    ///< tensor parallel inside a node, each call and doubling of GPUs
    double inter_efficiency = 0.8; ///< between nodes
    double inter_latency_s = 0; ///< between nodes, each call (of gradients: each layer) and doubling of nodes
    double send_latency_s = 0;  ///< one activation between stages
    double straggler_share = 0; ///< of an iteration's compute: wait for the slowest, each doubling of nodes

    double iteration_overhead_s = 5e-3;

    double relative_error = 0.15;       ///< four in five runs of sources that the fit never saw were as near
    double borrowed_error = 0.15;       ///< the same where it stands in for what is near (Standing::near)
    double foreign_error = 0.15;        ///< the same for what is far
    int runs = 0;                       ///< runs it was fitted on; 0: not fitted
    int fewest_gpus = 0, most_gpus = 0; ///< of a job among them; 0: not known
    std::vector<std::string> precisions = {}; ///< theirs
    std::string source;                       ///< which runs, and the error on them
    std::vector<std::string> sources = {};    ///< of these runs, by their names (MeasuredRun::source)
    std::vector<std::string> not_told = {};   ///< numbers that its runs do not tell: as in the common entry
    bool operator==(const KindCalibration&) const = default;
};

/// The fabric of a cluster that runs were measured on. It explains them, and says nothing of any other.
struct Site {
    std::vector<std::string> sources; ///< MeasuredRun::source
    Congestion congestion;
    bool operator==(const Site&) const = default;
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
    /// What is typical of all that lend each other their kernels: entries lean on it, and it stands in where
    /// nothing is near.
    KindCalibration common = {};
    std::vector<Site> sites = {};
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

/// What of a calibration the times of jobs of a framework on a cluster come from: the entries of its GPUs and
/// the layer times. It gives the same times as the whole.
Calibration used_of(const Calibration& calibration, const Cluster& cluster, const std::string& framework);

/// Whether an entry was fitted on runs of the GPU's own architecture.
bool is_of(const KindCalibration& kind, const GpuKind& gpu);
/// Whether an entry was fitted on runs of a source.
bool fitted_on(const KindCalibration& kind, const std::string& source);
/// What an entry is asked for.
struct Asked {
    const GpuKind& gpu;
    const std::string& framework;
    std::optional<Precision> precision = std::nullopt; ///< none: any
    int gpus = 0;                                      ///< of the job; 0: any number
};
/// What of that an entry has no runs of, in words: "architecture", "framework", "precision", "scale".
std::vector<std::string> borrowed_by(const KindCalibration& kind, const Asked& asked);
/// How much of what an entry is asked for it has runs of.
enum class Standing {
    own,  ///< all of it
    near, ///< another precision, a number of GPUs beyond, or another framework of the same kernels
    far,  ///< another architecture or other kernels
};
Standing standing_of(const KindCalibration& kind, const Asked& asked);
/// Relative error of what an entry predicts, by its standing.
double error_of(const KindCalibration& kind, const Asked& asked);

} // namespace pipette
