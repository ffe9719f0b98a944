// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"

#include <string>
#include <vector>

namespace pipette {

/// For a person: bandwidths inside and between nodes that are far from what the GPUs can do, a line for each
/// kind of link, with the first and how many there are. They are taken as they are; mostly a unit is wrong.
std::vector<std::string> implausible_links(const Cluster& cluster);

} // namespace pipette
