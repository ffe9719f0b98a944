// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"

#include <QString>

#include <memory>
#include <vector>

namespace pipette {

/// The faults of a cluster by what they break, for views that ask of every link and GPU that they draw.
/// Answers are indices into Cluster::faults, sorted.
class KnownFaults {
public:
    KnownFaults() = default; ///< none
    explicit KnownFaults(std::shared_ptr<const Cluster> cluster);

    bool empty() const { return !cluster_ || cluster_->faults.empty(); }
    bool breaksHost(int node) const { return !empty() && hosts_[static_cast<std::size_t>(node)]; }
    bool breaksGpu(int gpu) const {
        return !empty() && gpus_[static_cast<std::size_t>(gpu)];
    } ///< or its host
    /// Nodes whose link to `node` is broken, by itself or with a host; sorted, each once.
    std::vector<int> brokenPeers(int node) const;

    /// Faults of the link between two nodes and of either host.
    std::vector<int> ofLink(int node_a, int node_b) const;
    std::vector<int> ofGpu(int gpu) const;   ///< faults of a GPU and of its host
    std::vector<int> inside(int node) const; ///< faults of a node's host and of its GPUs
    std::vector<int> ofNode(int node) const; ///< faults of a node: of its host, its GPUs and its links

private:
    std::shared_ptr<const Cluster> cluster_;
    std::vector<std::vector<int>> of_node_;
    std::vector<bool> hosts_, gpus_;
};

/// "link a03 – a07 is broken: network error (a03_a07.log:41, 2026-05-01)".
QString faultText(const Cluster& cluster, const Fault& fault);
/// One line a fault; after `most` lines, how many more there are.
QString faultsText(const Cluster& cluster, const std::vector<int>& faults, int most = 8);

} // namespace pipette
