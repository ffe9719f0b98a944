// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/hypothetical.h"

#include <string>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace pipette {

/// The options that describe a cluster which is not there: GPU kind, NICs, leaf switches, spread.
struct ClusterOptions {
    std::string gpu, nic;
    int gpus_per_node = 0, nics = 0; ///< 0: as in the maker's reference system
    HypotheticalCluster choices;     ///< the rest
};

/// Adds them but --gpu itself, which they need.
void add_cluster_options(CLI::App& command, CLI::Option* gpu, ClusterOptions& options);

/// What was said, for so many nodes; the rest as in the maker's reference system. Throws InputError naming
/// the option.
HypotheticalCluster choices_of(const ClusterOptions& options, int nodes);

/// hypothetical_cluster(), whose refusals name the option.
Cluster cluster_of(const HypotheticalCluster& choices);

} // namespace pipette
