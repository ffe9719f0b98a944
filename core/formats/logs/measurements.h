// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/input_error.h"
#include "core/cluster/cluster.h"

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace pipette {

/// A directed link that one file measured.
struct LinkMeasurement {
    std::string from, to;           ///< hosts
    int from_gpu = -1, to_gpu = -1; ///< local GPUs when the file measured between GPUs, else -1
    double gb_per_s = std::numeric_limits<double>::quiet_NaN();   ///< NaN: not measured
    double latency_us = std::numeric_limits<double>::quiet_NaN(); ///< NaN: not measured
    int line = 0; ///< where in the file; 0 when it has no lines
    /// GPUs of each host that took part: measurements with other numbers are of something else. 0: not told.
    int gpus = 0;
};

/// What one file says of a host.
struct HostFacts {
    std::string host;
    int gpus = 0;       ///< GPUs seen; 0 when the file does not tell
    std::string device; ///< GPU as its driver calls it; empty when the file does not tell
    std::string rack;
};

/// The inside of a node by `nvidia-smi topo -m`.
struct NodeLayout {
    int gpus = 0;
    std::vector<int> nvlinks;      ///< [gpu*gpus + other] number of NVLinks between two GPUs; 0: over PCIe
    std::vector<std::string> nics; ///< those that are the nearest of some GPU
    std::vector<int> nic_of_gpu;   ///< index into nics; empty without NICs
};

/// A test between two hosts that a log holds, whatever it measured.
struct PairTest {
    std::string a, b;  ///< hosts; empty where a failed test did not come to name them
    std::string test;  ///< "sendrecv"
    int gpus = 0;      ///< of each host
    int line = 0;      ///< where it starts, or where the log says that it failed
    std::string words; ///< of the log, where it failed

    /// The same test of the same hosts and number of GPUs.
    bool repeats(const PairTest& other) const {
        return test == other.test && gpus == other.gpus &&
               ((a == other.a && b == other.b) || (a == other.b && b == other.a));
    }
};

/// What one file measures or tells of a cluster; cluster_merge puts several together.
struct Measurements {
    std::string file;
    std::string tool;             ///< "nccl-tests sendrecv"
    std::vector<HostFacts> hosts; ///< in order of appearance
    bool names_only = false;      ///< tells racks of hosts but is no list of the cluster's nodes
    bool is_log = false;          ///< of tests: its hosts alone make no cluster
    std::vector<LinkMeasurement> links;
    std::optional<BandwidthMeaning> meaning; ///< of the links; empty when the file does not tell
    BandwidthMatrix intra_gb_per_s;          ///< GPU by GPU inside a node; empty when not measured
    BandwidthMatrix intra_latency_us;
    std::vector<double> intra_flow_gb_per_s; ///< one figure a node: a stream between two of its GPUs
    std::optional<NodeLayout> layout;
    std::vector<PairTest> passed, failed; ///< in the order of the file
    std::vector<InputError> skipped;      ///< parts that could not be used, and why
    std::vector<std::string> notes;       ///< what a person should know: odd figures, repeats

    /// The entry of a host, made at its first appearance.
    HostFacts& host(const std::string& name);
};

/// Which figure of repeated measurements (sizes, places, files) stands for a link.
enum class Statistic { peak, mean, median, min, last };
std::string_view name_of(Statistic statistic);
std::optional<Statistic> statistic_named(std::string_view name);
/// `values` not empty, in the order measured.
double pick(Statistic statistic, std::vector<double> values);

} // namespace pipette
