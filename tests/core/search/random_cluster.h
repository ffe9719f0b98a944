// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/random.h"
#include "core/plan/plan.h"
#include "core/search/rounds/planner.h"

#include <numeric>
#include <string>

namespace pipette {

/// A cluster with lognormal links, some slow ones and congestion, for tests of the search.
struct ClusterSketch {
    int nodes = 4, gpus = 4, nics = 4;
    double slow_share = 0.1; ///< of the links
    MatrixBetween between = MatrixBetween::nodes;
    double launch_power = 0;                             ///< Congestion::launch_power
    double inside_spread = 0, inside_latency_spread = 0; ///< of the links inside nodes, lognormal
    double slower_half = 1;  ///< compute of the GPUs of every second node, as a share of the others'
    double slower_links = 1; ///< the same of the links inside these nodes
    int domain = 1;          ///< nodes of an NVLink domain, one after another
};

inline Cluster random_cluster(const ClusterSketch& sketch, std::uint64_t seed) {
    Random random(seed);
    Cluster cluster;
    NodeKind kind;
    kind.name = "node", kind.gpus = sketch.gpus, kind.nics = sketch.nics;
    kind.gpu.name = "A100", kind.gpu.architecture = "ampere", kind.gpu.memory_gib = 80,
    kind.gpu.hbm_gb_per_s = 2000;
    kind.gpu.peak_tflops = {19.5, 0, 312, 312, 0};
    kind.intra_node.bandwidth_gb_per_s = 235, kind.intra_node.latency_us = 3;
    const auto spread_inside = [&](BandwidthMatrix& matrix, double typical, double spread) {
        if (spread <= 0)
            return;
        matrix = BandwidthMatrix(kind.gpus);
        for (int a = 0; a < kind.gpus; ++a)
            for (int b = 0; b < kind.gpus; ++b)
                if (a != b)
                    matrix.set(a, b, typical * random.lognormal(0, spread));
    };
    spread_inside(kind.intra_node.matrix, 235, sketch.inside_spread);
    spread_inside(kind.intra_node.latency, 3, sketch.inside_latency_spread);
    if (sketch.domain > 1)
        kind.domain_bandwidth_gb_per_s = 200;
    cluster.node_kinds.push_back(kind);
    if (sketch.slower_half < 1) {
        kind.name = "slower node", kind.gpu.name = "slower A100";
        for (double& tflops : kind.gpu.peak_tflops)
            tflops *= sketch.slower_half;
        kind.intra_node.bandwidth_gb_per_s *= sketch.slower_links;
        cluster.node_kinds.push_back(kind);
    }
    for (int node = 0; node < sketch.nodes; ++node) {
        cluster.nodes.push_back({"n" + std::to_string(node), sketch.slower_half < 1 ? node % 2 : 0, {}});
        if (sketch.domain > 1)
            cluster.nodes.back().domain = "d" + std::to_string(node / sketch.domain);
    }
    cluster.inter_node.between = sketch.between;
    const int rows = sketch.between == MatrixBetween::nodes ? sketch.nodes : sketch.nodes * sketch.gpus;
    const int each = rows / sketch.nodes;
    cluster.inter_node.bandwidth = BandwidthMatrix(rows);
    for (int a = 0; a < rows; ++a)
        for (int b = 0; b < rows; ++b)
            if (a / each != b / each)
                cluster.inter_node.bandwidth.set(
                    a, b, random.lognormal(3, 0.3) * (random.uniform() < sketch.slow_share ? 0.3 : 1));
    Congestion& congestion = cluster.fabric.congestion;
    congestion.measured_on = "nothing";
    congestion.rail_change_gb_per_s = 50, congestion.beyond_nodes = 4;
    congestion.send_wait_s = 3e-3, congestion.gradient_wait_s = 2e-4, congestion.from_gpus = 16;
    congestion.stage_nodes = 4, congestion.launch_power = sketch.launch_power;
    return make_cluster(std::move(cluster));
}

/// A small GPT on that cluster.
inline PlanInputs random_inputs(const ClusterSketch& sketch, std::uint64_t seed) {
    PlanInputs inputs;
    inputs.cluster = share(random_cluster(sketch, seed));
    TransformerModel& model = inputs.model;
    model.name = "tiny", model.layers = 24, model.hidden = 2048, model.heads = model.kv_heads = 16;
    model.ffn_hidden = 8192, model.vocab = 51200, model.sequence_length = 2048;
    model.tied_embeddings = model.biases = model.learned_positions = true;
    inputs.job.global_batch = 64, inputs.job.sequence_length = 2048;
    return inputs;
}

inline Knowledge some_knowledge() {
    Knowledge knowledge;
    KindCalibration& kind = knowledge.calibration.kinds.emplace_back();
    kind.architecture = "ampere", kind.framework = "megatron";
    // All of them different, so that none can stand for another.
    kind.intra_efficiency = 0.7, kind.inter_efficiency = 0.8, kind.inter_latency_s = 2e-5;
    kind.send_latency_s = 1e-3, kind.straggler_share = 2e-3;
    return knowledge;
}

inline ParallelConfig config_of(const PlanInputs& inputs, int pp, int tp, int dp, int vpp = 1) {
    ParallelConfig config;
    config.pp = pp, config.tp = tp, config.dp = dp, config.vpp = vpp;
    config.global_batch = inputs.job.global_batch;
    config.schedule = vpp > 1 ? ScheduleKind::interleaved : ScheduleKind::one_f_one_b;
    config.p2p = vpp > 1 ? P2p::overlapped : P2p::blocking;
    config.layers_per_stage = even_layers(inputs.model.layers, pp * vpp);
    return config;
}

/// A random order of the places, as far as there are blocks.
inline std::vector<std::uint32_t> random_placement(int blocks, int places, Random& random) {
    std::vector<std::uint32_t> all(std::size_t(places), 0);
    std::iota(all.begin(), all.end(), 0);
    for (std::uint32_t i = 1; i < all.size(); ++i)
        std::swap(all[i], all[random.below(i + 1)]);
    all.resize(std::size_t(blocks));
    return all;
}

} // namespace pipette
