// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"

#include <cstddef>
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

/// "the broken link a03 - a07 (Test NCCL failure)", "the broken GPU a03:2", "the broken host a03": a known
/// fault for a person.
std::string fault_text(const Cluster& cluster, const Fault& fault);

/// The first of the cluster's faults that takes the GPU out of use: its own or its host's; null: none.
const Fault* fault_of_gpu(const Cluster& cluster, int gpu);

/// Pairs of hosts that cannot reach each other: their link is known to be broken, or one of them is. O(1) to
/// ask.
class BrokenLinks {
public:
    BrokenLinks() = default;
    explicit BrokenLinks(const Cluster& cluster);

    bool any() const { return !row_.empty(); }
    /// Between two nodes, either way; never where both are the same.
    bool between(int a, int b) const {
        if (row_.empty())
            return false;
        const int row = row_[static_cast<std::size_t>(a)];
        return row >= 0 && cells_[static_cast<std::size_t>(row) * row_.size() + static_cast<std::size_t>(b)];
    }
    int count_of(int node) const; ///< nodes that this one cannot reach

private:
    void add(int a, int b);
    std::vector<int> row_; ///< [node] its row of cells; -1: all its links work. Empty: no broken link at all
    std::vector<char> cells_; ///< [row * nodes + node]
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
