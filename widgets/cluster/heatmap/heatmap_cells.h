// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/cluster/known_faults.h"

namespace pipette {

/// A link in a matrix of links: row and column, -1 where there is none.
struct HeatmapCell {
    int from = -1, to = -1;
    bool operator==(const HeatmapCell&) const = default;
};

/// The cells of a cluster's bandwidth matrix, which are pairs of nodes or of GPUs, with their words. As items
/// they are numbered row by row, as far as numbers reach. Functions that take a cell need a cluster.
class HeatmapCells {
public:
    HeatmapCells() = default;
    explicit HeatmapCells(std::shared_ptr<const Cluster> cluster);

    const std::shared_ptr<const Cluster>& cluster() const { return cluster_; }
    const KnownFaults& faults() const { return faults_; }
    int side() const { return side_; } ///< cells of a row or a column; 0 without a cluster
    bool betweenNodes() const { return between_nodes_; }
    int nodeOf(int end) const { return between_nodes_ ? end : cluster_->node_of(end); }

    int itemCount() const;
    int itemOf(HeatmapCell cell) const; ///< -1: none
    HeatmapCell cellOf(int item) const;
    HeatmapCell cellOfGpus(int from, int to) const { return {endOf(from), endOf(to)}; }
    std::vector<int> gpusOf(HeatmapCell cell) const;   ///< of sender and receiver, sorted
    std::vector<int> faultsOf(HeatmapCell cell) const; ///< indices into Cluster::faults
    /// The ends that some GPUs (sorted) belong to, each once.
    std::vector<int> endsOf(const std::vector<int>& gpus) const;

    QString nameOf(int end) const; ///< of a row or a column
    /// "12.3 GB/s measured"; `snapshot`: as matrixBandwidth() takes it.
    QString stateOf(HeatmapCell cell, int snapshot) const;
    QString textOf(HeatmapCell cell, int snapshot) const; ///< a line, and one for each fault

private:
    int endOf(int gpu) const { return between_nodes_ ? cluster_->node_of(gpu) : gpu; }
    bool insideNode(HeatmapCell cell) const { return nodeOf(cell.from) == nodeOf(cell.to); }

    std::shared_ptr<const Cluster> cluster_;
    KnownFaults faults_;
    int side_ = 0;
    bool between_nodes_ = false;
};

} // namespace pipette
