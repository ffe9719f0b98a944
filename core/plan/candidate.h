// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/parallel_config.h"
#include "core/plan/rank_mapping.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pipette {

/// Who proposes a candidate: our planner or one of the baselines (help: baselines.md).
enum class Planner { pipette, host_order, megatron, amp, varuna, recipe };
std::string_view name_of(Planner planner); ///< "pipette", "host-order", ...
std::optional<Planner> planner_named(std::string_view name);

/// The iteration time of one configuration and mapping by each model, in seconds.
struct ModelTimes {
    double exact = 0;   ///< simulated; what is ranked and shown
    double bound = 0;   ///< ours, never above exact
    double pipette = 0; ///< Pipette as published (DATE 2024)
    double amp = 0;     ///< AMP
    bool operator==(const ModelTimes&) const = default;
};

/// Where the iteration time of the device that ends last goes, in seconds; the parts sum to the exact time.
struct Breakdown {
    double compute = 0;
    double recompute = 0;
    double tp = 0;         ///< tensor parallel communication
    double cp = 0;         ///< context parallel communication
    double ep = 0;         ///< tokens to their experts and back, what nothing hides
    double pp_exposed = 0; ///< exact time less the exact time with free links
    double bubble = 0;     ///< what is left idle
    double dp_exposed = 0; ///< gradient exchange that does not hide
    double offload = 0;    ///< copies to the host and updates there
    double optimizer = 0;  ///< updates on the GPU
    double total() const {
        return compute + recompute + tp + cp + ep + pp_exposed + bubble + dp_exposed + offload + optimizer;
    }
    bool operator==(const Breakdown&) const = default;
};

enum class MemoryPlace { gpu, host };

struct MemoryPart {
    std::string
        name; ///< "parameters", "gradients", "optimizer", "activations", "temporary", "fragmentation", ...
    double bytes = 0;
    MemoryPlace place = MemoryPlace::gpu;
    bool operator==(const MemoryPart&) const = default;
};

/// safe: upper estimate below 80 % of the GPU (Fujii et al. 2024); tight: to 100 %; over: above.
enum class Verdict { safe, tight, over };
std::string_view name_of(Verdict verdict);
Verdict verdict_of(double upper_bytes, double limit_bytes);

/// Memory of the devices of one pipeline stage, in bytes.
struct DeviceMemory {
    double limit = 0; ///< memory of the smallest GPU of the stage
    double estimate = 0;
    double upper = 0; ///< upper quantile; the estimate where nothing was learned or is known to vary
    Verdict verdict = Verdict::safe; ///< verdict_of() the whole
    std::vector<MemoryPart> parts;
    double host_limit = 0; ///< the GPU's share of the smallest host's memory; 0: not known or not asked for
    bool operator==(const DeviceMemory&) const = default;

    /// Adds a part, and to the estimate what lies on the GPU.
    void add(const char* name, double bytes, MemoryPlace place = MemoryPlace::gpu) {
        parts.push_back({name, bytes, place});
        estimate += place == MemoryPlace::gpu ? bytes : 0;
    }
};

/// Bytes that lie in the memory of the processors, for each GPU.
double host_bytes(const DeviceMemory& device);
/// The worse one of GPU and host.
Verdict verdict_of(const DeviceMemory& device);

/// One configuration with its mapping and what it costs.
struct Candidate {
    Planner planner = Planner::pipette;
    ParallelConfig config;
    RankMapping mapping;
    double iteration_time_s = 0;  ///< exact (simulated)
    double low_s = 0, high_s = 0; ///< range from the calibration's own error
    bool tie = false;             ///< not distinguishable from the best
    bool calibrated = true; ///< false: a GPU kind nobody measured; times from the nearest kind's efficiencies
    double tokens_per_s = 0;
    double mfu = 0; ///< model FLOPs without recomputation over peak, 0 to 1
    ModelTimes model_times;
    Breakdown breakdown;
    std::vector<DeviceMemory> memory; ///< one a pipeline device (pp entries)
    std::vector<int> faults;          ///< indices into Cluster::faults that its traffic or its GPUs meet
    std::vector<std::pair<int, int>> assumed_links; ///< from node, to node: sent over, but not measured
    // Sent in an iteration over levels of the fabric that have a price, such as zones of a cloud.
    double transfer_bytes = 0, transfer_usd = 0;
    std::string recipe = {}; ///< of a published recipe: whose it is, where it stands, what was changed
    bool operator==(const Candidate&) const = default;
};

/// A fresh evaluation of a candidate, with what no evaluation knows: who proposed it, and which recipe it is.
Candidate proposed_as(const Candidate& old, Candidate fresh);

/// The worst verdict of all devices.
Verdict verdict_of(const Candidate& candidate);
/// The device with the least room left in proportion, by the upper estimate; null: none is known.
const DeviceMemory* fullest(const Candidate& candidate);
/// Its upper estimate over its limit; 0: none is known.
double fullest_share(const Candidate& candidate);

/// The order of a table: faster ones first; of those that take as long, to a millionth, the one whose memory
/// is safer, then the simpler configuration (fewer kinds of parallelism, fewer chunks, less recomputation).
bool comes_before(const Candidate& a, const Candidate& b);

} // namespace pipette
