// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"

#include <string>

namespace pipette {

/// A name for a cluster that nobody named: what its hosts' names begin with, how many nodes and of what:
/// "cnode3: 10 nodes of 8 H100-SXM5-80GB". Nodes and node kinds must be there.
std::string suggested_name(const Cluster& cluster);

} // namespace pipette
