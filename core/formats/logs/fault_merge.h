// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/logs/import_cluster.h"
#include "core/formats/logs/measurements.h"

#include <set>
#include <utility>

namespace pipette {

/// Pairs of nodes, the lower number first.
using NodePairs = std::set<std::pair<int, int>>;

/// Makes faults of the pairs of hosts between which a test failed, unless the same test of as many GPUs
/// passed later (in a later file, or further down in the same), and of the hosts all of whose pairs, two or
/// more, have such a failure. Tests that did not come to name their hosts are those of the two known hosts in
/// the file's name. Fills Cluster::faults and the report; returns all pairs that have a fault.
NodePairs merge_faults(Cluster& cluster, const std::vector<Measurements>& files, ImportReport& report);

} // namespace pipette
