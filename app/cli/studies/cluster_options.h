// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/setting.h"

#include <string>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace pipette {

/// The options that describe a cluster which is not there, but --gpu itself, which they need: NICs, leaf
/// switches, spread.
void add_cluster_options(CLI::App& command, CLI::Option* gpu, AssumedMachine& machine);

/// What was said, for so many nodes; the rest as in the maker's reference system. Throws InputError naming
/// the option.
HypotheticalCluster choices_of(const AssumedMachine& machine, int nodes);

/// hypothetical_cluster(), whose refusals name the option.
Cluster cluster_of(const HypotheticalCluster& choices);

} // namespace pipette
