// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"

#include <string>
#include <utility>
#include <vector>

namespace pipette {

/// A link between two hosts that runs at a fraction of its measured bandwidth, both ways.
struct DegradedLink {
    std::string host_a, host_b;
    double factor = 1; ///< 0 < factor; 0.5 = half the bandwidth
    bool operator==(const DegradedLink&) const = default;
};

/// "What do I lose when": parts of the cluster that are gone or slow. The cluster itself stays as measured.
struct Faults {
    std::vector<int> excluded_gpus; ///< sorted GPU numbers that must not be used
    std::vector<DegradedLink> degraded;
    bool operator==(const Faults&) const = default;
};

/// Nodes of a degraded link. Throws InputError for an unknown host, a host twice or a factor that is not
/// positive and finite.
std::pair<int, int> nodes_of(const Cluster& cluster, const DegradedLink& link);

/// The cluster with its degraded links applied to the matrix and every snapshot (excluded GPUs stay in:
/// numbers must not move). What was not measured stays so. Throws InputError as nodes_of().
Cluster degraded(const Cluster& cluster, const std::vector<DegradedLink>& links);

/// Reads "host" or "host:gpu"; returns GPU numbers. Throws InputError naming `option`.
std::vector<int> parse_gpus(const Cluster& cluster, const std::string& text, const std::string& option);

} // namespace pipette
