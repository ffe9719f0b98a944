// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/random.h"
#include "core/cluster/cluster.h"

#include <QtTest>
#include <cmath>

namespace pipette {

/// A data-sheet A100 for tests of the costs.
inline GpuKind a100() {
    GpuKind gpu;
    gpu.name = "A100", gpu.architecture = "ampere";
    gpu.memory_gib = 80, gpu.hbm_gb_per_s = 2039;
    gpu.peak_tflops = {19.5, 0, 312, 312, 0};
    return gpu;
}

/// `nodes` equal nodes, flows of `gb_per_s` at 5 us between them, 200 GB/s at 3 us inside.
inline Cluster uniform_cluster(int nodes, int gpus, int nics, double gb_per_s) {
    Cluster cluster;
    NodeKind kind;
    kind.name = "box", kind.gpu = a100();
    kind.gpus = gpus, kind.nics = nics;
    kind.intra_node.bandwidth_gb_per_s = 200, kind.intra_node.latency_us = 3;
    cluster.node_kinds = {kind};
    cluster.inter_node.bandwidth = BandwidthMatrix(nodes);
    for (int from = 0; from < nodes; ++from) {
        cluster.nodes.push_back({"n" + std::to_string(from), 0, "r"});
        for (int to = 0; to < nodes; ++to)
            if (from != to)
                cluster.inter_node.bandwidth.set(from, to, gb_per_s);
    }
    return make_cluster(cluster);
}

/// The same with lognormal links, each direction its own.
inline Cluster random_cluster(int nodes, int gpus, int nics, double gb_per_s, double sigma, Random& random) {
    Cluster cluster = uniform_cluster(nodes, gpus, nics, gb_per_s);
    for (int from = 0; from < nodes; ++from)
        for (int to = 0; to < nodes; ++to)
            if (from != to)
                cluster.inter_node.bandwidth.set(from, to, gb_per_s * random.lognormal(0, sigma));
    return cluster;
}

inline bool close(double actual, double expected) {
    return std::abs(actual - expected) <= 1e-9 * std::max(std::abs(actual), std::abs(expected));
}

} // namespace pipette

/// Equal to 1e-9 of the value, with both figures in the message.
#define COMPARE_CLOSE(actual, expected)                                                                      \
    do {                                                                                                     \
        const double left = (actual), right = (expected);                                                    \
        QVERIFY2(pipette::close(left, right),                                                                \
                 qPrintable(QString("%1, expected %2").arg(left, 0, 'g', 15).arg(right, 0, 'g', 15)));       \
    } while (false)
