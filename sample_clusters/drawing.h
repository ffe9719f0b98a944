// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"

#include <cstdint>
#include <string>

namespace pipette {

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
    int days = 0; ///< daily snapshots; 0: no history
};

/// The cluster of a sample: the same for the same seed.
Cluster draw(const Sample& sample);

} // namespace pipette
