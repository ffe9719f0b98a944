// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pipette {

/// Nodes of one kind in a sample cluster, eight GPUs each.
struct SampleNodes {
    std::string gpu;
    std::string host_prefix;
    int nodes = 0;
    int nics = 1;
    IntraNode intra_node;
};

/// What a sample cluster is drawn from; README.md beside this states the distribution.
struct Sample {
    std::string file;
    std::string name;
    std::string gpu;
    std::string host_prefix;
    int nodes = 0;
    int nics = 1;
    double nic_gb_per_s = 0;
    IntraNode intra_node;
    std::uint64_t seed = 0;
    int days = 0;                         ///< daily snapshots; 0: no history
    double persistence = 0.9;             ///< share of a link's wandering that a day keeps
    int fork_after = 0;                   ///< days that are the same whatever `future` is; 0: all
    std::uint64_t future = 0;             ///< what happens after them
    std::vector<SampleNodes> others = {}; ///< nodes of other kinds, behind those above, on the same network
};

/// A cluster that was measured by its training runs alone: every link at its nominal rate, and what the runs
/// of a source met (Calibration::sites) as the congestion of its fabric.
struct MeasuredSite {
    std::string file;
    std::string name;
    std::string gpu, source;
    std::string host_prefix;
    int nodes = 0;
    int nics = 1;
    double nic_gb_per_s = 0;
    IntraNode intra_node;
    int nodes_per_leaf = 0;
};

/// Those that come with the program.
std::vector<Sample> samples();
/// One of them by its file.
Sample sample_of(std::string_view file);

/// The cluster of a sample: the same for the same seed.
Cluster draw(const Sample& sample);
Cluster nominal(const MeasuredSite& site);

} // namespace pipette
