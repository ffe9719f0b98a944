// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/faults.h"

#include <cstddef>
#include <string>
#include <vector>

namespace pipette {

/// How many streams a figure between two nodes stands for: more than one where figures are aggregates of
/// nodes, whose cards share them. `nics_a`, `nics_b`: network cards of the two nodes.
int streams_of_figure(const InterNode& links, int nics_a, int nics_b);

/// One pass over the inter-node cells of a matrix. Cluster and matrix must outlive it.
struct InterNodeCells {
    const Cluster& cluster;
    const BandwidthMatrix& matrix;
    BrokenLinks broken;
    /// [row] equal numbers are the same node of the cluster, NVLink domain, rack of a zone.
    std::vector<int> node_of_row, domain_of_row, rack_of_row;

    InterNodeCells(const Cluster& of, const BandwidthMatrix& measured);

    bool by_gpu() const { return cluster.inter_node.between == MatrixBetween::gpus; }
    int node(int row) const { return node_of_row[static_cast<std::size_t>(row)]; }

    bool is_broken(int from, int to) const { return broken.between(node(from), node(to)); }
    bool known(int from, int to) const { return matrix.measured(from, to) && !is_broken(from, to); }
    bool unmeasured(int from, int to) const { return !matrix.measured(from, to) && !is_broken(from, to); }
    /// Kind of the cell, below TakenStreams::kinds: inside a rack or across racks.
    std::size_t distance(int from, int to) const {
        return rack_of_row[static_cast<std::size_t>(from)] != rack_of_row[static_cast<std::size_t>(to)];
    }
    /// GB/s of one stream that has a network card for itself, by the cell's figure.
    double stream(int from, int to) const { return matrix.at(from, to) / streams_of_figure(from, to); }
    /// The figure that the cell would have for such a stream.
    double figure(int from, int to, double stream) const { return stream * streams_of_figure(from, to); }
    std::string name(int row) const {
        return by_gpu() ? cluster.gpu_name(row) : cluster.nodes[static_cast<std::size_t>(node(row))].host;
    }

    /// Calls function(from, to) for every cell whose two ends reach each other over network cards.
    template <class Function>
    void each(const Function& function) const {
        for (int from = 0; from < matrix.size(); ++from)
            for (int to = 0; to < matrix.size(); ++to)
                if (domain_of_row[static_cast<std::size_t>(from)] !=
                    domain_of_row[static_cast<std::size_t>(to)])
                    function(from, to);
    }

private:
    int streams_of_figure(int from, int to) const;
};

/// What links are taken as that nobody measured or that are broken, GB/s a stream: the median of those of
/// their kind that were measured and work, of all such links where there is none of the kind.
struct TakenStreams {
    static constexpr std::size_t kinds = 2; ///< inside a rack, across racks
    double gb_per_s[kinds]{};
    std::string note; ///< where no link that works was measured: what was taken in its place
    double of(const InterNodeCells& cells, int from, int to) const {
        return gb_per_s[cells.distance(from, to)];
    }
};

/// `slowest_inside`: GB/s of the slowest link inside a node, the last resort. Throws InputError when no link
/// between nodes was measured and none is known to be broken.
TakenStreams taken_streams(const InterNodeCells& cells, double slowest_inside);

} // namespace pipette
