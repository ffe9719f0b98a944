// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"

#include <functional>

class QMenu;

namespace pipette {

/// What a person wants of the link between two nodes, both ways.
struct LinkIntent {
    enum class What { half, twice, as_measured, broken, works_again };
    int node_a = 0, node_b = 0;
    What what = What::half;
    bool operator==(const LinkIntent&) const = default;
};

/// Adds what can be asked of the link between two different nodes; `ask` gets it.
void addLinkActions(QMenu& menu, const Cluster& cluster, int node_a, int node_b,
                    const std::function<void(const LinkIntent&)>& ask);

} // namespace pipette
