// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"

#include <string>

namespace pipette {

/// Nodes of so many GPUs, 200 GB/s inside and 20 between. `nodes_of_domain`: so many after another are an
/// NVLink domain of 100 GB/s; 0: there are none.
inline Cluster boxes(int nodes, int gpus, int nodes_of_domain = 0) {
    Cluster parts;
    NodeKind kind;
    kind.name = "box";
    kind.gpu.name = "G";
    kind.gpu.memory_gib = 80;
    kind.gpu.hbm_gb_per_s = 2000;
    kind.gpu.peak_tflops = {20, 0, 300, 300, 0};
    kind.gpus = gpus;
    kind.intra_node = {200, 3, {}, {}};
    if (nodes_of_domain > 0)
        kind.domain_bandwidth_gb_per_s = 100;
    parts.node_kinds = {kind};
    for (int n = 0; n < nodes; ++n)
        parts.nodes.push_back({"n" + std::to_string(n), 0, "",
                               nodes_of_domain > 0 ? "d" + std::to_string(n / nodes_of_domain) : ""});
    parts.inter_node.bandwidth = BandwidthMatrix(nodes);
    for (int a = 0; a < nodes; ++a)
        for (int b = 0; b < nodes; ++b)
            if (a != b)
                parts.inter_node.bandwidth.set(a, b, 20);
    return make_cluster(parts);
}

} // namespace pipette
