// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"

#include <memory>
#include <vector>

namespace pipette {

/// A measured link between nodes, by GPUs (the first GPUs of their nodes where the matrix is between nodes).
struct MeasuredLink {
    int from = 0, to = 0; ///< GPUs
    double gb_per_s = 0;
    bool of_zones = false; ///< it stands for all links between two zones, which are equal to it
};

/// The figures of a bandwidth matrix that a topology draws.
struct MeasuredLinks {
    /// The slowest, slowest first, one for each pair of nodes, and for equal links between two zones.
    std::vector<MeasuredLink> worst;
    std::vector<double> slowest_of_node; ///< GB/s from or to each node, 0: none measured; empty: not read yet
    double low = 1, high = 10;           ///< GB/s of the slowest and the fastest, at least a factor 2 apart

    bool isSlow(const MeasuredLink& link) const; ///< enough to warn of
    bool anySlow() const;
    double slowestOf(int node) const {
        return slowest_of_node.empty() ? 0 : slowest_of_node[static_cast<std::size_t>(node)];
    }
};

/// Reads the bandwidth matrix row by row.
class LinkScan {
public:
    explicit LinkScan(std::shared_ptr<const Cluster> cluster);
    bool advance(); ///< reads a few rows; returns whether more are left
    MeasuredLinks result() const;

private:
    void keep(const MeasuredLink& link);

    std::shared_ptr<const Cluster> cluster_;
    int row_ = 0;
    double low_ = 0, high_ = 0; ///< 0: none measured yet
    MeasuredLinks found_;
};

} // namespace pipette
