// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/random.h"
#include "core/base/units.h"
#include "widgets/cluster/gpus/gpu_roles.h"
#include "widgets/plans/shown.h"

#include <memory>
#include <string>

namespace pipette::demo {

/// A synthetic cluster: uneven links around 21 GB/s, a few slow ones, some not measured, three snapshots.
inline std::shared_ptr<const Cluster> cluster(int nodes, int gpus,
                                              MatrixBetween between = MatrixBetween::nodes) {
    Cluster parts;
    parts.name = "demo";
    parts.origin = "synthetic, seed 7";
    NodeKind kind;
    kind.name = "dgx-a100";
    kind.gpu.name = "A100-SXM4-80GB";
    kind.gpu.memory_gib = 80;
    kind.gpus = gpus;
    kind.nics = std::max(gpus / 2, 1);
    kind.intra_node.bandwidth_gb_per_s = 235;
    kind.intra_node.latency_us = 3;
    parts.node_kinds = {kind};
    for (int i = 0; i < nodes; ++i) {
        const std::string number = std::to_string(i + 1);
        parts.nodes.push_back({(i < 9 ? "a0" : "a") + number, 0, "r" + std::to_string(i / 8 + 1)});
    }
    const int size = between == MatrixBetween::nodes ? nodes : nodes * gpus;
    const int side = between == MatrixBetween::nodes ? 1 : gpus;
    Random random(7);
    BandwidthMatrix matrix(size);
    for (int from = 0; from < size; ++from)
        for (int to = 0; to < size; ++to)
            if (from / side != to / side)
                matrix.set(from, to, 21 + 3 * (random.uniform() - 0.5));
    if (nodes > 2) {
        matrix.set(1 * side, 2 * side, 6.2);
        matrix.set(2 * side, 1 * side, 6.5);
        matrix.set(0, size - 1, BandwidthMatrix::unmeasured);
    }
    parts.inter_node.between = between;
    parts.inter_node.bandwidth = matrix;
    if (size <= 512)
        for (int snapshot = 0; snapshot < 3; ++snapshot) {
            BandwidthMatrix drifted = matrix;
            for (int from = 0; from < size; ++from)
                for (int to = 0; to < size; ++to)
                    if (drifted.measured(from, to))
                        drifted.set(from, to, drifted.at(from, to) * random.uniform(0.8, 1.05));
            parts.history.times.push_back("2024-05-0" + std::to_string(snapshot + 1) + "T00:00:00Z");
            parts.history.snapshots.push_back(std::move(drifted));
        }
    return std::make_shared<const Cluster>(make_cluster(std::move(parts)));
}

/// The same with faults, told as logs tell them: two links, one GPU, and the last but one host as a whole.
inline std::shared_ptr<const Cluster> broken(const std::shared_ptr<const Cluster>& whole) {
    Cluster parts = *whole;
    const int nodes = parts.node_count();
    Fault link;
    link.node = 0, link.other = nodes / 2;
    link.reason = "unhandled system error / network error";
    link.source = "nccl_a01.log:41";
    link.seen = "2024-05-01";
    Fault second = link;
    second.node = 3 % nodes, second.other = nodes - 1;
    second.reason = "test timed out";
    Fault gpu;
    gpu.node = 1, gpu.gpu = 2;
    gpu.reason = "GPU has fallen off the bus";
    Fault host;
    host.node = nodes - 2;
    host.reason = "all of its links failed";
    parts.faults = {link, second, gpu, host};
    return std::make_shared<const Cluster>(make_cluster(std::move(parts)));
}

inline DeviceMemory device_memory(double gib, double limit_gib = 80) {
    DeviceMemory device;
    device.limit = limit_gib * bytes_per_gib;
    device.estimate = gib * bytes_per_gib;
    device.upper = device.estimate * 1.07;
    device.verdict = verdict_of(device.upper, device.limit);
    const double unit = device.estimate / 20;
    device.parts = {
        {"parameters", 3 * unit, MemoryPlace::gpu},  {"gradients", 3 * unit, MemoryPlace::gpu},
        {"optimizer", 4 * unit, MemoryPlace::gpu},   {"activations", 8 * unit, MemoryPlace::gpu},
        {"temporary", 1.5 * unit, MemoryPlace::gpu}, {"fragmentation", 0.5 * unit, MemoryPlace::gpu}};
    return device;
}

/// The same cluster, so many nodes after another an NVLink domain.
inline std::shared_ptr<const Cluster> joined(const std::shared_ptr<const Cluster>& cluster, int nodes) {
    Cluster parts = *cluster;
    parts.node_kinds.front().domain_bandwidth_gb_per_s = 180;
    for (std::size_t i = 0; i < parts.nodes.size(); ++i) {
        parts.nodes[i].rack.clear();
        parts.nodes[i].domain = "d" + std::to_string(i / std::size_t(nodes) + 1);
    }
    return share(make_cluster(std::move(parts)));
}

/// A candidate in host order whose stages hold less memory the later they are.
inline std::shared_ptr<const Candidate> candidate(const Cluster& cluster, int pp, int tp, int dp) {
    Candidate made;
    made.config.pp = pp, made.config.tp = tp, made.config.dp = dp;
    made.config.global_batch = 512;
    made.config.layers_per_stage = even_layers(64, pp);
    made.mapping = host_order_mapping(cluster.gpu_count(), made.config.world(), {});
    made.breakdown = {5.6, 0.31, 0.92, 0, 0.28, 0.88, 0.41, 0.012};
    made.iteration_time_s = made.breakdown.total();
    made.low_s = made.iteration_time_s * 0.95;
    made.high_s = made.iteration_time_s * 1.05;
    for (int device = 0; device < pp; ++device)
        made.memory.push_back(device_memory(84 - 40.0 * device / std::max(pp - 1, 1)));
    return std::make_shared<const Candidate>(std::move(made));
}

inline Shown shown(int nodes, int gpus, int pp, int tp, int dp,
                   MatrixBetween between = MatrixBetween::nodes) {
    Shown all;
    all.cluster = cluster(nodes, gpus, between);
    all.candidate = candidate(*all.cluster, pp, tp, dp);
    return all;
}

/// Nodes of eight, four of them an NVLink domain; expert groups of eight GPUs, the first of which lies half
/// in another domain, where half of the last but one lies with it.
inline Shown shown_with_experts() {
    Shown all = shown(16, 8, 4, 2, 16);
    all.cluster = joined(all.cluster, 4);
    Candidate experts = *all.candidate;
    experts.config.ep = 8;
    for (int i = 0; i < 4; ++i)
        std::swap(experts.mapping.gpu_of_rank[static_cast<std::size_t>(i)],
                  experts.mapping.gpu_of_rank[static_cast<std::size_t>(112 + i)]);
    all.candidate = std::make_shared<const Candidate>(std::move(experts));
    return all;
}

} // namespace pipette::demo
