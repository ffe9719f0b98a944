// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"
#include "core/cluster/faults.h"
#include "core/cost/link_cells.h"

#include <cstddef>
#include <string>
#include <vector>

namespace pipette {

/// What one stream reaches between two GPUs of a node.
struct InsideNode {
    double latency_s = 0, s_per_byte = 0;
    bool operator==(const InsideNode&) const = default;
};

/// Every link of a cluster as flat arrays, made once per cluster and snapshot: O(nodes^2) to make, O(1) to
/// ask.
///
/// The inter-node cells hold one stream with a NIC for itself: a measured flow as it is, a measured aggregate
/// of two nodes over the NICs of the lesser side (between single GPUs aggregate and flow are the same thing).
/// What shares a NIC is slowed by the caller's `share` (see NicLoad). A cell that was not measured takes the
/// median of the measured ones of its kind (same rack or across racks, else all), which `assumptions` says.
/// So does the cell of a link that is known to be broken, whatever was measured there: its figure is for
/// those who send over it all the same. What crosses a level of the fabric is never faster than the share
/// that a card has when all of its node send over the links above the level.
struct Links {
    int gpus = 0;
    int hosts = 0; ///< nodes of the cluster
    /// What one node is to its GPUs here: all that reach each other past the network cards, a node of the
    /// cluster or the nodes of one NVLink domain.
    int nodes = 0;
    int nics = 0; ///< of the whole cluster
    int rows = 0; ///< of the inter-node arrays: hosts, or GPUs where the cluster was measured GPU by GPU
    std::vector<int> node_of_gpu; ///< [gpu] numbered as above
    std::vector<int> host_of_gpu; ///< [gpu] node of the cluster
    std::vector<int> kind_of_gpu; ///< [gpu] index into Cluster::node_kinds
    std::vector<int> nic_of_gpu;  ///< [gpu] numbered over the cluster, NICs of node 0 first
    std::vector<int> row_of_gpu;  ///< [gpu] its row and column of the inter-node arrays
    LinkCells inter_s_per_byte;   ///< [row of sender * rows + row of receiver]; between the same node's: 0
    LinkCells inter_latency_s;    ///< same shape; empty: uniform_latency_s everywhere
    double uniform_latency_s = 0;
    /// The links of a GPU are those of its host: to each other GPU of it, and to all GPUs of another host.
    bool hosts_decide = false;
    /// [node] the link between any two GPUs of it. Empty: links inside some node differ, or links between
    /// nodes are measured GPU by GPU.
    std::vector<InsideNode> inside_of_node;
    double typical_s_per_byte =
        0;                   ///< median of all links between nodes that work; 0 in a cluster of one node
    double inter_spread = 0; ///< how far a link between nodes goes from its time, as a share: over a history
    std::vector<std::size_t> intra_row;   ///< [gpu] first cell of its row in the intra-node arrays
    std::vector<int> local_of_gpu;        ///< [gpu] column inside its node
    std::vector<double> intra_s_per_byte; ///< [intra_row[sender] + local_of_gpu[receiver]]
    std::vector<double> intra_latency_s;
    std::vector<char> assumed; ///< [cell] 1 where nobody measured (and nothing is broken); empty: nowhere
    std::vector<std::string> assumptions; ///< for a person: which links were not measured and what was taken

    /// Whether the times of an exchange follow from how many GPUs of each node take part.
    bool nodes_decide() const { return !inside_of_node.empty(); }
    bool same_node(int a, int b) const { return at(node_of_gpu, a) == at(node_of_gpu, b); }

    /// Seconds per byte and latency of one stream between two different GPUs, nothing else on its NICs.
    double s_per_byte(int from, int to) const {
        return same_node(from, to) ? intra_s_per_byte[intra_cell(from, to)]
                                   : inter_s_per_byte[inter_cell(from, to)];
    }
    double latency_s(int from, int to) const {
        if (same_node(from, to))
            return intra_latency_s[intra_cell(from, to)];
        return inter_latency_s.empty() ? uniform_latency_s : inter_latency_s[inter_cell(from, to)];
    }

    /// The same of two GPUs that are known to be on one node.
    double intra_s_per_byte_between(int from, int to) const { return intra_s_per_byte[intra_cell(from, to)]; }
    double intra_latency_between(int from, int to) const { return intra_latency_s[intra_cell(from, to)]; }

    /// Whether the link between two GPUs on different nodes was not measured; no where it is known to be
    /// broken.
    bool is_assumed(int from, int to) const { return !assumed.empty() && assumed[inter_cell(from, to)] != 0; }

    /// One message from GPU to GPU in seconds when `share` streams cross the busier of their two NICs (1:
    /// alone; inside a node no NIC is crossed). 0 from a GPU to itself.
    double send_s(int from, int to, double bytes, int share) const {
        if (from == to)
            return 0;
        return latency_s(from, to) + bytes * s_per_byte(from, to) * (same_node(from, to) ? 1 : share);
    }

private:
    static int at(const std::vector<int>& values, int i) { return values[static_cast<std::size_t>(i)]; }
    std::size_t intra_cell(int from, int to) const {
        return intra_row[static_cast<std::size_t>(from)] + static_cast<std::size_t>(at(local_of_gpu, to));
    }
    std::size_t inter_cell(int from, int to) const {
        return static_cast<std::size_t>(at(row_of_gpu, from)) * static_cast<std::size_t>(rows) +
               static_cast<std::size_t>(at(row_of_gpu, to));
    }
};

/// The table of the cluster's own matrix (`snapshot` < 0) or of one snapshot of its history.
/// Throws InputError when there are links between nodes and not one of them was measured.
Links make_links(const Cluster& cluster, int snapshot = -1);

/// The table of another inter-node matrix in the place of the cluster's own, of the same shape, with the
/// links of `slow` as slowed() makes them: a slow link is slow itself, before it shares a level of the
/// fabric. Throws InputError as for_each_pair(), too.
Links make_links(const Cluster& cluster, const BandwidthMatrix& matrix,
                 const std::vector<DegradedLink>& slow = {});

/// A matrix of the cluster whose links of `slow` run at a fraction of their bandwidth, both ways. What nobody
/// measured is filled in first with what make_links() takes it as, so that it is slowed, too. Throws
/// InputError as for_each_pair().
BandwidthMatrix slowed(const Cluster& cluster, const BandwidthMatrix& matrix,
                       const std::vector<DegradedLink>& slow);

/// The cluster with such matrices. Its origin says so: it is a cluster that is not there.
Cluster slowed(const Cluster& cluster, const std::vector<DegradedLink>& slow);

/// The same cluster as a planner sees it that knows no single link: every pair of nodes at the typical
/// bandwidth.
Links uniform_links(const Links& links);

} // namespace pipette
