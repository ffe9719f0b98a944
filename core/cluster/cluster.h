// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/bandwidth_matrix.h"
#include "core/cluster/fabric.h"
#include "core/cluster/gpu_kind.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace pipette {

/// Links between the GPUs of one node.
struct IntraNode {
    double bandwidth_gb_per_s =
        0; ///< one stream, one way, between any two GPUs unless the matrix says otherwise
    double latency_us = 0;
    BandwidthMatrix matrix;  ///< GPU by GPU, GB/s; empty when uniform
    BandwidthMatrix latency; ///< GPU by GPU, us; empty when uniform
    bool operator==(const IntraNode&) const = default;
};

/// A kind of node: its GPUs, NICs and inner links.
struct NodeKind {
    std::string name;
    GpuKind gpu;
    int gpus = 0;
    int nics = 1;
    std::vector<int>
        nic_of_gpu; ///< nearest NIC of each local GPU; empty: GPUs spread evenly over the NICs in order
    IntraNode intra_node;
    /// One stream, one way, between GPUs of different nodes of one NVLink domain; 0: it forms none.
    double domain_bandwidth_gb_per_s = 0;
    Host host = {}; ///< as far as the cluster states it; host_of() has the rest

    int nic_near(int local_gpu) const { ///< NIC that a local GPU sends through
        return nic_of_gpu.empty() ? local_gpu * nics / gpus : nic_of_gpu[static_cast<std::size_t>(local_gpu)];
    }
    bool operator==(const NodeKind&) const = default;
};

struct Node {
    std::string host;
    int kind = 0;     ///< index into Cluster::node_kinds
    std::string rack; ///< empty when unknown
    /// NVLink domain: its nodes, those of the same name, reach each other past their network cards (GB200
    /// NVL72: 18 nodes of 4). Empty: the node is one by itself.
    std::string domain = {};
    std::string zone = {}; ///< of a cloud, or the site; empty when unknown
    const std::string& shared(SharedName by) const { return by == SharedName::rack ? rack : zone; }
    bool operator==(const Node&) const = default;
};

/// A host, a GPU or the link between two hosts that is known to be broken; never the same as not measured.
struct Fault {
    int node = 0;       ///< index into Cluster::nodes
    int other = -1;     ///< the link between `node` and this one, both ways; -1: no link
    int gpu = -1;       ///< a local GPU of `node`; -1 with `other` -1: the whole host
    std::string reason; ///< for a person, in the words of the log
    std::string source; ///< file and line that told; may be empty
    std::string seen;   ///< when, ISO 8601; may be empty
    bool is_link() const { return other >= 0; }
    bool operator==(const Fault&) const = default;
};

/// What the rows and columns of the inter-node matrix are.
enum class MatrixBetween { nodes, gpus };

/// What a measured figure means: one stream between the two, or all that the two reach together.
/// They differ by the number of NICs.
enum class BandwidthMeaning { flow, aggregate };

/// Measured links between nodes.
struct InterNode {
    MatrixBetween between = MatrixBetween::nodes;
    BandwidthMeaning meaning = BandwidthMeaning::flow;
    BandwidthMatrix bandwidth; ///< GB/s; nodes x nodes or gpus x gpus
    double latency_us = 5;     ///< where no matrix is given
    BandwidthMatrix latency;   ///< us; same shape, may be empty
    bool operator==(const InterNode&) const = default;
};

/// Repeated measurements of the inter-node matrix over time (links drift over days: Pipette, DATE 2024,
/// figure 3).
struct History {
    std::vector<std::string> times;         ///< ISO 8601, one a snapshot
    std::vector<BandwidthMatrix> snapshots; ///< same shape as InterNode::bandwidth
    bool operator==(const History&) const = default;
};

/// The file that a cluster was read from. It is no part of what the cluster is: clusters that differ in it
/// alone are equal.
struct ClusterFile {
    std::string name;   ///< without its folder; empty: the cluster was made or changed here
    std::string sha256; ///< of the file's bytes
    bool operator==(const ClusterFile&) const { return true; }
};

/// A GPU by its place.
struct GpuPlace {
    int node = 0;  ///< index into Cluster::nodes
    int local = 0; ///< index inside the node
    bool operator==(const GpuPlace&) const = default;
};

/// A GPU cluster and its measured bandwidth. GPUs are numbered node after node: gpu = first_gpu(node) +
/// local. Build with make_cluster(), which checks that the parts fit together.
class Cluster {
public:
    std::string name;
    std::string origin; ///< "measured 2024-05 with nccl-tests" or "synthetic, seed 7"
    /// What of the figures below nobody measured, a sentence each, as the import of the logs said.
    std::vector<std::string> assumptions;
    ClusterFile file; ///< set by read_cluster() alone; make_cluster() forgets it
    std::vector<NodeKind> node_kinds;
    std::vector<Node> nodes;
    InterNode inter_node;
    History history;
    std::vector<Fault> faults; ///< never routed over unless a person allows it
    Fabric fabric;             ///< what its links share; empty: nothing above the network cards

    int node_count() const { return static_cast<int>(nodes.size()); }
    int gpu_count() const { return first_gpu_.empty() ? 0 : first_gpu_.back(); }
    int first_gpu(int node) const { return first_gpu_[static_cast<std::size_t>(node)]; }
    GpuPlace place_of(int gpu) const {
        return {node_of_gpu_[static_cast<std::size_t>(gpu)],
                gpu - first_gpu(node_of_gpu_[static_cast<std::size_t>(gpu)])};
    }
    int node_of(int gpu) const { return node_of_gpu_[static_cast<std::size_t>(gpu)]; }
    const NodeKind& kind_of_node(int node) const {
        return node_kinds[static_cast<std::size_t>(nodes[static_cast<std::size_t>(node)].kind)];
    }
    const NodeKind& kind_of_gpu(int gpu) const { return kind_of_node(node_of(gpu)); }
    /// [node] which nodes reach each other over NVLink: numbers of domains, counted from 0.
    std::vector<int> domain_of_node() const;
    /// "host:local", the name of a GPU in every file and view.
    std::string gpu_name(int gpu) const;
    /// Number of a GPU by host and local index; -1 when there is none.
    int find_gpu(const std::string& host, int local) const;
    int find_node(const std::string& host) const; ///< -1 when there is none

    bool operator==(const Cluster&) const = default;

private:
    friend Cluster make_cluster(Cluster parts);
    std::vector<int> first_gpu_; ///< one more than nodes: the last is the number of GPUs
    std::vector<int> node_of_gpu_;
};

/// Numbers the GPUs and checks the parts: kinds exist, hosts are unique, matrices have the right size,
/// figures are finite and positive. Throws InputError (file empty, place as a JSON path such as
/// "$.nodes[3].host").
Cluster make_cluster(Cluster parts);

/// Whether all nodes have GPUs of one name.
bool has_like_gpus(const Cluster& cluster);

/// A cluster that many values hold, for it may be large.
inline std::shared_ptr<const Cluster> share(Cluster cluster) {
    return std::make_shared<const Cluster>(std::move(cluster));
}

} // namespace pipette
