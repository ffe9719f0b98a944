// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/config_work.h"

#include "core/base/units.h"
#include "core/cost/collectives.h"
#include "core/cost/compute_time.h"
#include "core/cost/layer_times.h"
#include "core/schedule/device_stages.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

namespace pipette {
namespace {

/// What the calibration does to a link of unit bandwidth and no latency.
template <class AsUsed>
LinkUse link_use_of(const KindCalibration& fit, AsUsed as_used_by) {
    const RingLink intra = as_used_by({1, 0, Fabric::intra_node}, fit),
                   inter = as_used_by({1, 0, Fabric::inter_node}, fit);
    return {.intra_efficiency = intra.bandwidth_gb_per_s,
            .inter_efficiency = inter.bandwidth_gb_per_s,
            .inter_latency_s = inter.latency_s};
}

constexpr int leaf_nodes = 4; // share a switch

/// What one hop of the gradient rings waits for the switches above the leaves. Rings of blocks that are
/// neither whole nodes nor single GPUs come into a node by one NIC and leave it by another, so they change
/// rails, and over more nodes than share a leaf switch all of the job's rings meet above it.
double spine_hop_s(const Traffic& traffic, const ParallelConfig& config, int gpus_per_node,
                   const KindCalibration& fit) {
    const int peers = config.peers();
    const double nodes = double(config.world()) / config.pp / gpus_per_node;
    if (peers == 1 || peers >= gpus_per_node || nodes <= leaf_nodes)
        return 0;
    double bytes = 0;
    traffic.each_inside(When::iteration, [&](const Collective& last) {
        for (int device = 0; device < config.pp; ++device)
            bytes += traffic.groups_of_block(last) * (last.bytes_of(device) + last.gathered_of(device));
    });
    return bytes / 2 / nodes / (fit.spine_gb_per_s * bytes_per_gb);
}

/// As tensor parallelism uses links. A job of no more nodes than share a leaf switch finds the links between
/// them free. Without a pipeline the latency between nodes grows with the pairs of nodes of a group; with one
/// the longer launches hold that wait already.
LinkUse tensor_parallel_use(const ParallelConfig& config, int gpus_per_node, const KindCalibration& fit) {
    LinkUse use = link_use_of(fit, as_used);
    use.all_reduce = !config.sequence_parallel;
    use.intra_latency_s = fit.intra_latency_s;
    if (config.world() <= leaf_nodes * gpus_per_node)
        use.inter_efficiency = std::max(1.0, use.inter_efficiency);
    if (const double nodes = std::ceil(double(config.tp) / gpus_per_node); config.pp == 1 && nodes > 2)
        use.inter_latency_s *= nodes * (nodes - 1) / 2;
    return use;
}

/// What every device waits for its gradients in a crowd: a while for each layer (the mean of a stage) and
/// pass over its gradients (without ZeRO both halves of an all-reduce) that grows as the root of the members
/// that must meet.
double exchange_wait_s(const TransformerModel& model, const TrainingJob& job, const ParallelConfig& config,
                       int gpus_per_node, const KindCalibration& fit) {
    const int members = config.sharers();
    if (members < 2 || config.world() / config.pp <= gpus_per_node)
        return 0;
    const double passes = (config.zero_stage == 0 ? 2.0 : 1.0) * model.layers / config.pp;
    return passes * std::sqrt(members) * crowding(fit, exchange_crowding_gpus(config, job.framework), 0) *
           fit.crowded_exchange_s;
}

} // namespace

double LinkUse::inside_node_s(int members) const {
    return (all_reduce ? 1 : 2) * std::bit_width(static_cast<unsigned>(members - 1)) * intra_latency_s;
}

double LinkUse::between_nodes_s(int members, int nodes) const {
    const int steps = all_reduce ? std::bit_width(static_cast<unsigned>(nodes - 1)) : members - 1;
    return 2 * (steps * inter_latency_s + (nodes - 1) * inter_hop_s);
}

ConfigWork config_work(const Cluster& cluster, const TransformerModel& model, const TrainingJob& job,
                       const ParallelConfig& config, const Calibration& calibration) {
    ConfigWork work;
    work.config = config;
    work.traffic = traffic_of(model, job, config);
    const int chunks = config.chunks();
    work.weight_share.assign(static_cast<std::size_t>(chunks), 0);
    for (int chunk = 0; chunk < chunks; ++chunk)
        work.device_of_chunk.push_back(device_of_chunk(config, chunk));
    const std::vector<StageShape> stages = device_stages(model, job, config);
    const LayerProfile* const profile = calibration.layers ? &*calibration.layers : nullptr;
    for (const NodeKind& kind : cluster.node_kinds) {
        bool exact = true;
        const KindCalibration& fit = calibration.nearest(kind.gpu, job.framework, &exact);
        work.calibrated = work.calibrated && exact;
        const int gpus = job.framework == "nanotron" ? crowding_gpus(config) : config.world();
        const double crowded = crowding(fit, gpus, double(config.peers()) / kind.gpus);
        work.link_use.push_back(tensor_parallel_use(config, kind.gpus, fit));
        LinkUse& exchange = work.exchange_use.emplace_back(link_use_of(fit, as_used_by_exchange));
        work.tied_use.emplace_back(exchange).all_reduce = true;
        // Every layer's gradients are messages of their own, large ones: their all-reduce goes round a ring,
        // too.
        exchange.inter_latency_s *= double(model.layers) / config.pp;
        // One figure for all devices and mappings: the kind that waits longest.
        work.exchange_wait_s =
            std::max(work.exchange_wait_s, exchange_wait_s(model, job, config, kind.gpus, fit));
        exchange.inter_hop_s = spine_hop_s(work.traffic, config, kind.gpus, fit);
        work.launch_growth.push_back(std::pow(config.tp, fit.pipeline_launch_power));
        work.send_latency.push_back(fit.send_latency_s + crowded * fit.crowded_send_s);
        work.attention_step_s.push_back(ring_attention_s(model, job, config, kind.gpu, fit));
        // Inner chunks with as many layers cost the same.
        std::map<int, ChunkCompute> inner;
        for (int chunk = 0; chunk < chunks; ++chunk) {
            const bool end = chunk == 0 || chunk == chunks - 1;
            const int layers = config.layers_per_stage[static_cast<std::size_t>(chunk)];
            const auto known = inner.find(layers);
            ChunkCompute compute = !end && known != inner.end()
                                       ? known->second
                                       : chunk_compute(model, job, config, chunk, kind.gpu, fit, profile);
            if (!end)
                inner.emplace(layers, compute);
            work.forward.push_back(compute.forward);
            work.forward_launch.push_back(compute.forward_launch);
            work.backward_launch.push_back(compute.backward_launch);
            work.backward.push_back(compute.backward + compute.recompute);
            work.recompute.push_back(compute.recompute);
            // Recomputation delays the input gradient, so it belongs to that part of backward.
            const double whole = compute.backward + compute.recompute;
            double& share = work.weight_share[static_cast<std::size_t>(chunk)];
            share = std::max(share, whole > 0 ? compute.weight_share * compute.backward / whole : 0);
        }
        for (const StageShape& stage : stages)
            work.optimizer.push_back(optimizer_s(stage.parameters(), job.precision, config, kind.gpu, fit));
    }
    return work;
}

} // namespace pipette
