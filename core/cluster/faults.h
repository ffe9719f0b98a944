// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace pipette {

/// A link between two hosts that runs at a fraction of its measured bandwidth, both ways. In the place of a
/// host may stand "rack:r1", the hosts of a rack, "zone:east", those of a zone, or a name with *, which
/// stands for any characters: then it is each link between the two groups, or inside one.
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

/// The nodes that a host's name, "rack:r1", "zone:east" or a name with * stands for; empty: none.
std::vector<int> nodes_named(const Cluster& cluster, const std::string& hosts);

/// Calls `take(a, b)` for every pair of nodes of a degraded link, each once. Throws InputError for hosts that
/// are not there, a host twice or a factor that is not positive and finite.
void for_each_pair(const Cluster& cluster, const DegradedLink& link,
                   const std::function<void(int, int)>& take);

/// A matrix of the cluster (its own or a snapshot) whose links of `slow` run at a fraction of their figures,
/// both ways. What was not measured stays so. Throws InputError as for_each_pair().
BandwidthMatrix degraded(const Cluster& cluster, BandwidthMatrix matrix,
                         const std::vector<DegradedLink>& slow);

/// The cluster with such matrices (excluded GPUs stay in: numbers must not move).
Cluster degraded(const Cluster& cluster, const std::vector<DegradedLink>& slow);

/// Reads "hostA-hostB=0.5", where hosts may be groups (see DegradedLink) and hold dashes themselves. Throws
/// InputError naming `option`.
DegradedLink parse_degraded(const Cluster& cluster, const std::string& text, const std::string& option);

/// Reads "host" or "host:gpu"; returns GPU numbers. Throws InputError naming `option`.
std::vector<int> parse_gpus(const Cluster& cluster, const std::string& text, const std::string& option);

} // namespace pipette
