// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bounds.h"
#include "core/cluster/cluster.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pipette {

/// A kind of network card by the name that people use, and its line rate, one way.
struct NicKind {
    std::string_view name; ///< "ndr", "roce-400"
    double gb_per_s;
};
/// Those that are known, InfiniBand first.
std::span<const NicKind> nic_kinds();
std::optional<double> nic_rate(std::string_view name); ///< GB/s; empty: not known
std::string nic_names();                               ///< "edr, hdr, ...": for messages

/// Shares of the line rate that messages of a collective reach (help: assumed.md, "The law").
inline constexpr double nic_efficiency = 0.8, gpu_link_efficiency = 0.76;

/// Nodes of one NVLink domain; 1: each node is by itself.
inline constexpr WholeBounds domain_nodes{1, 1024, "nodes an NVLink domain"};

/// A cluster that is not there yet, by the few things that one knows of it. Rates are line rates, one way.
struct HypotheticalCluster {
    std::string name; ///< empty: made of the rest
    GpuKind gpu;
    int nodes = 1, gpus_per_node = 8, nics = 8;
    double nic_gb_per_s = 0;      ///< of one NIC
    double gpu_link_gb_per_s = 0; ///< of one GPU to the others of its node
    int nodes_per_domain = 1;     ///< nodes, one after another, that share NVLink; 1: each is by itself
    int nodes_per_leaf = 0;       ///< nodes below one leaf switch, which are a rack; 0: all
    double oversubscription = 1;  ///< line rate into a leaf over the rate out of it, 1 or more
    double spread = 0;            ///< standard deviation of the logarithm of each link's bandwidth
    std::uint64_t seed = 1;       ///< of the spread
};

/// That cluster; its origin begins with "assumed" and says from what. Throws InputError (place: the field)
/// for sizes and rates out of bounds.
Cluster hypothetical_cluster(const HypotheticalCluster& choices);

/// `cluster` with `more` nodes like its own: kinds in turn, each link to and between the new ones drawn from
/// those that were measured. Its origin says so. Throws InputError where nothing was measured.
Cluster grown(const Cluster& cluster, int more, std::uint64_t seed);

/// Whether some of its links were never measured because it, or some of it, is not there.
bool is_assumed(const Cluster& cluster);
/// "the cluster is assumed: 16 nodes of ...", for whatever is made from such a one; empty for a measured one.
std::string assumed_text(const Cluster& cluster);
/// What a launcher's files say of the hosts of such a cluster: their names are made up; empty for a measured
/// one.
std::string made_up_hosts_text(const Cluster& cluster);

} // namespace pipette
