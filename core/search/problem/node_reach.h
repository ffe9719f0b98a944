// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/links.h"

#include <vector>

namespace pipette {

/// How well the nodes of a cluster reach each other at best, each by its own fastest links. Whoever uses n
/// nodes uses one that is no better than the n-th best of all: these are its figures.
class NodeReach {
public:
    NodeReach() = default;
    explicit NodeReach(const Links& links);

    /// Seconds a byte of a ring over nodes, `nodes` of which carry such rings: the slowest of them has no
    /// faster link to another node and from another one.
    double hop_s_per_byte(int nodes) const;
    /// Seconds a byte for the slowest of `nodes` nodes that sends a byte over each of `links` of its links; a
    /// part of a link carries as much of a byte.
    double fan_out_s_per_byte(int nodes, double links) const;

private:
    // Both with the best node first; empty where there are no links between nodes.
    std::vector<double> hop_; ///< [rank of node] seconds a byte of its best hop
    std::vector<std::vector<double>>
        fan_out_; ///< [links - 1][rank of node] of a byte over each of its best links
};

} // namespace pipette
