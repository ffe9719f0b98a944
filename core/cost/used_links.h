// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/links.h"
#include "core/cost/traffic.h"
#include "core/plan/rank_mapping.h"

#include <optional>
#include <vector>

namespace pipette {

/// A link between two nodes and what one stream over it reaches.
struct NodeLink {
    int from = 0, to = 0; ///< nodes
    double gb_per_s = 0;
    bool operator==(const NodeLink&) const = default;
};

/// Links between nodes that a mapping sends over (see each_hop). The slowest stream of each pair of nodes,
/// slowest first.
std::vector<NodeLink> used_links(const Links& links, const Traffic& traffic, const RankMapping& mapping);

/// The slowest link between nodes of the whole cluster; empty with one node.
std::optional<NodeLink> slowest_link(const Links& links);

} // namespace pipette
