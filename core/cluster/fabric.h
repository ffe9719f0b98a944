// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bounds.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pipette {

class Cluster;

/// A name that several nodes may share: the nodes of one rack, the nodes of one zone of a cloud.
enum class SharedName { rack, zone };

std::string_view name_of(SharedName name); ///< "rack", "zone"

/// A level above the nodes, such as leaf, spine or zone: what a node sends out of its group is limited by the
/// links above. That several nodes of a group send at once is not added up: state the share of one.
struct FabricLevel {
    std::string name;              ///< "leaf"
    int nodes_per = 0;             ///< nodes of a group, in the order of the file; 0: nodes that share a name
    double bandwidth_gb_per_s = 0; ///< out of the group, of one node, each way; 0: not stated, no limit
    SharedName by = SharedName::rack; ///< of the nodes of a group, where nodes_per is 0
    double price_per_gb = 0;          ///< in USD, of 10^9 bytes that leave a group; 0: free, or nobody knows
    bool operator==(const FabricLevel&) const = default;
};

/// What jobs on one cluster were measured to wait for, beyond what its links explain. As it stands nothing
/// waits.
struct Congestion {
    // Large jobs. One counts as large when its GPUs are about `from_gpus`: it has half of the waits there,
    // next to none when much smaller and all when much larger (steepness says how soon).
    double from_gpus = 0; ///< 0: every job
    double steepness = 16;
    double stage_nodes = 0; ///< tensor and context parallel peers over so many nodes wait in any job; 0: no
    double send_wait_s = 0; ///< of an activation between stages
    double gradient_wait_s = 0; ///< of a pass over a layer's gradients, times the root of those that exchange
    // Frameworks whose exchange of gradients meets sends (Framework::exchanges_among_sends): jobs of so many
    // replicas count as larger.
    double many_replicas = 0;  ///< 0: none
    double replica_gpus = 1;   ///< at least, for the sharded
    double sharded_factor = 1; ///< times the GPUs, where replicas share the optimizer's state
    double all_reduce_factor =
        0; ///< times the GPUs, where not: for their gradients; 0: these wait for nothing

    // Jobs of more nodes than these: what leaves a leaf.
    double beyond_nodes = 0;
    double tensor_parallel_share = 1; ///< of the links between nodes, for tensor parallel groups
    /// Of their latency, again for each further pair of nodes without a pipeline, whatever beyond_nodes.
    double tensor_parallel_pairs = 0;
    double rail_change_gb_per_s = 0; ///< shared by all gradient rings that change rails; 0: not shared

    double launch_power = 0; ///< launches take tp to this power as long once a pipeline spans nodes

    std::string measured_on; ///< for a person: where and with what
    bool operator==(const Congestion&) const = default;

    /// Whether anything waits.
    bool stated() const { return *this != Congestion{}; }
};

/// A number of Congestion: its name in files and what it may be.
struct CongestionNumber {
    const char* name;
    double Congestion::*member;
    Bounds bounds;
};

/// All of them, in the order of files.
std::span<const CongestionNumber> congestion_numbers();

/// Of that member.
const CongestionNumber& congestion_number(double Congestion::*member);

/// What the links of a cluster share above the network cards of its nodes. Empty: nothing.
struct Fabric {
    std::vector<FabricLevel> levels; ///< from the nodes up
    Congestion congestion;
    bool empty() const { return levels.empty() && !congestion.stated(); }
    bool operator==(const Fabric&) const = default;
};

/// [level][node] the number of a node's group, counted from 0.
std::vector<std::vector<int>> groups_of_levels(const Cluster& cluster);

/// Throws InputError (file empty, place below "$.fabric") for numbers out of bounds, levels without a name
/// and congestion that does not say where it was measured.
void check_fabric(const Fabric& fabric);

} // namespace pipette
