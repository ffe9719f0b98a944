// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/config_work.h"

#include "core/base/grid.h"
#include "core/base/index.h"
#include "core/cost/compute_time.h"
#include "core/cost/congestion.h"
#include "core/cost/layer_times.h"
#include "core/cost/offload_time.h"
#include "core/framework/kept_activations.h"
#include "core/plan/stages/stage_tp.h"
#include "core/schedule/device_stages.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <span>

namespace pipette {
namespace {

/// What the calibration does to a link of unit bandwidth and no latency.
LinkUse link_use_of(const KindCalibration& fit) {
    return {.intra_efficiency = fit.intra_efficiency,
            .inter_efficiency = fit.inter_efficiency,
            .inter_latency_s = fit.inter_latency_s};
}

/// As tensor parallelism uses links.
LinkUse tensor_parallel_use(const ParallelConfig& config, int gpus_per_node, const KindCalibration& fit,
                            const Congestion& congestion) {
    LinkUse use = link_use_of(fit);
    use.all_reduce = !config.sequence_parallel;
    use.intra_latency_s = fit.intra_latency_s;
    congest_tensor_parallel(use, congestion, config, gpus_per_node);
    return use;
}

/// What all wait for the slowest of many nodes, before they exchange gradients. `kind`: of the work's GPUs.
double straggler_wait_s(const ConfigWork& work, int kind, int gpus_per_node, const KindCalibration& fit) {
    const double nodes = double(work.config.world()) / gpus_per_node;
    if (nodes <= 1)
        return 0;
    std::vector<double> passes(static_cast<std::size_t>(work.config.pp), 0);
    for (int chunk = 0; chunk < work.chunks(); ++chunk) {
        const auto at = static_cast<std::size_t>(kind * work.chunks() + chunk);
        passes[static_cast<std::size_t>(work.device_of_chunk[static_cast<std::size_t>(chunk)])] +=
            work.forward[at] + work.backward[at];
    }
    return fit.straggler_share * std::log2(nodes) * work.config.microbatches() *
           *std::max_element(passes.begin(), passes.end());
}

/// Of one chunk on GPUs of the kind that comes next.
void add_compute(ConfigWork& work, int chunk, const ChunkCompute& compute, const CopyWaits& copies) {
    work.copies.push_back(copies.forward + copies.backward);
    work.copies_hidden.push_back(copies.hidden);
    work.forward.push_back(compute.forward + copies.forward);
    work.forward_launch.push_back(compute.forward_launch);
    work.backward_launch.push_back(compute.backward_launch);
    work.recompute.push_back(compute.recompute);
    // Recomputation delays the input gradient, so it belongs to that part of backward; so do copies.
    const double whole = compute.backward + compute.recompute + copies.backward;
    work.backward.push_back(whole);
    double& share = work.weight_share[static_cast<std::size_t>(chunk)];
    share = std::max(share, whole > 0 ? compute.weight_share * compute.backward / whole : 0);
}

/// What a device's optimizer takes on GPUs of the kind and on their host.
void add_updates(ConfigWork& work, const StageShape& stage, std::span<const int> chunks,
                 const TransformerModel& model, const TrainingJob& job, const NodeKind& kind,
                 const KindCalibration& fit) {
    const ParallelConfig& config = work.config;
    const double optimized = optimized_parameters(stage, config);
    work.offload.push_back(offload_s(optimized, job, config, kind));
    work.optimizer.push_back(work.offload.back() +
                             optimizer_s((1 - config.offload.optimizer) * optimized,
                                         optimizer_state_bytes(model, job, stage), job.precision,
                                         {kind.gpu, fit}) +
                             matrix_updates_s(matrix_updates(model, job, config, chunks),
                                              kind.intra_node.bandwidth_gb_per_s, {kind.gpu, fit}));
}

/// Of a work with the tp of some stages, what these stages and their chunks take.
void take_stages(ConfigWork& work, const ConfigWork& of_tp, const StagesOfTp& alike) {
    const int chunks = work.chunks(), kinds = int(work.link_use.size());
    for (int chunk = 0; chunk < chunks; ++chunk) {
        if (!alike.hold(work.device_of_chunk[index(chunk)]))
            continue;
        work.weight_share[index(chunk)] = of_tp.weight_share[index(chunk)];
        for (auto member :
             {&ConfigWork::forward, &ConfigWork::backward, &ConfigWork::recompute, &ConfigWork::copies,
              &ConfigWork::copies_hidden, &ConfigWork::forward_launch, &ConfigWork::backward_launch})
            for (int kind = 0; kind < kinds; ++kind)
                Grid(work.*member, chunks)(kind, chunk) = Grid(of_tp.*member, chunks)(kind, chunk);
    }
    for (const int stage : alike.stages)
        for (auto member : {&ConfigWork::optimizer, &ConfigWork::offload})
            for (int kind = 0; kind < kinds; ++kind)
                Grid(work.*member, work.config.pp)(kind, stage) =
                    Grid(of_tp.*member, work.config.pp)(kind, stage);
}

/// Each stage as it is where all have its tp; all wait for the longest wait.
ConfigWork work_by_stage(const Cluster& cluster, const TransformerModel& model, const TrainingJob& job,
                         const ParallelConfig& config, const Calibration& calibration,
                         const Congestion& congestion) {
    std::vector<ConfigWork> all;
    const std::vector<StagesOfTp> by_tp = stages_by_tp(config);
    for (const StagesOfTp& alike : by_tp)
        all.push_back(config_work(cluster, model, job, alike.config, calibration, congestion));
    ConfigWork work = all.front();
    work.tp_of_device.assign(index(config.pp), 0), work.tp_of_chunk.assign(index(config.chunks()), 0);
    for (std::size_t i = 1; i < all.size(); ++i) {
        take_stages(work, all[i], by_tp[i]);
        work.exchange_wait_s = std::max(work.exchange_wait_s, all[i].exchange_wait_s);
        for (const int stage : by_tp[i].stages)
            work.tp_of_device[index(stage)] = int(i);
    }
    for (int chunk = 0; chunk < config.chunks(); ++chunk)
        work.tp_of_chunk[index(chunk)] = work.tp_of_device[index(work.device_of_chunk[index(chunk)])];
    work.by_tp = std::move(all);
    work.config = config;
    work.traffic = traffic_of(model, job, config);
    return work;
}

} // namespace

double LinkUse::inside_node_s(int members) const {
    return (all_reduce ? 1 : 2) * std::bit_width(static_cast<unsigned>(members - 1)) * intra_latency_s;
}

double LinkUse::between_nodes_s(int nodes) const {
    return 2 *
           (std::bit_width(static_cast<unsigned>(nodes - 1)) * inter_latency_s + (nodes - 1) * inter_hop_s);
}

ConfigWork config_work(const Cluster& cluster, const TransformerModel& model, const TrainingJob& job,
                       const ParallelConfig& config, const Calibration& calibration) {
    return config_work(cluster, model, job, config, calibration, cluster.fabric.congestion);
}

ConfigWork config_work(const Cluster& cluster, const TransformerModel& model, const TrainingJob& job,
                       const ParallelConfig& config, const Calibration& calibration,
                       const Congestion& congestion) {
    if (has_stage_tp(config))
        return work_by_stage(cluster, model, job, config, calibration, congestion);
    ConfigWork work;
    work.config = config;
    work.traffic = traffic_of(model, job, config);
    const int chunks = config.chunks();
    work.weight_share.assign(static_cast<std::size_t>(chunks), 0);
    for (int chunk = 0; chunk < chunks; ++chunk)
        work.device_of_chunk.push_back(device_of_chunk(config, chunk));
    const auto parts = layers_of(model);
    const std::vector<std::vector<int>> held = device_chunks(config);
    const std::vector<StageShape> stages = device_stages(model, job, config);
    const std::vector<double> kept = config.offload.activations > 0
                                         ? chunk_offloadable(*parts, model, job, config)
                                         : std::vector<double>();
    const LayerProfile* const profile = calibration.layers ? &*calibration.layers : nullptr;
    for (const NodeKind& kind : cluster.node_kinds) {
        const KindCalibration& fit = calibration.nearest(kind.gpu, job.framework);
        work.calibrated = work.calibrated && is_of(fit, kind.gpu);
        const CongestionWaits waits =
            congestion_waits(congestion, model, job, config, work.traffic, kind.gpus);
        work.link_use.push_back(tensor_parallel_use(config, kind.gpus, fit, congestion));
        LinkUse& exchange = work.exchange_use.emplace_back(link_use_of(fit));
        work.tied_use.emplace_back(exchange).all_reduce = true;
        // Every layer's gradients are messages of their own.
        exchange.inter_latency_s *= double(model.layers) / config.pp;
        exchange.inter_hop_s = waits.ring_hop_s;
        work.launch_growth.push_back(waits.launch_growth);
        work.send_latency.push_back(fit.send_latency_s + waits.send_s);
        work.attention_step_s.push_back(ring_attention_s(model, job, config, {kind.gpu, fit}));
        // Inner chunks with as many layers cost the same.
        std::map<PartCounts, ChunkCompute> inner;
        for (int chunk = 0; chunk < chunks; ++chunk) {
            const bool end = chunk == 0 || chunk == chunks - 1;
            const PartCounts layers = parts_in_chunk(config, model, *parts, chunk);
            const auto known = inner.find(layers);
            ChunkCompute compute = !end && known != inner.end()
                                       ? known->second
                                       : chunk_compute(model, job, config, chunk, {kind.gpu, fit}, profile);
            if (!end)
                inner.emplace(layers, compute);
            add_compute(work, chunk, compute,
                        copy_waits(kept.empty() ? 0 : kept[static_cast<std::size_t>(chunk)], config.offload,
                                   compute.forward, compute.backward + compute.recompute, kind));
        }
        // One figure for all devices and mappings: the kind that waits longest.
        const int index = static_cast<int>(work.link_use.size()) - 1;
        work.exchange_wait_s =
            std::max(work.exchange_wait_s, waits.exchange_s + straggler_wait_s(work, index, kind.gpus, fit));
        for (std::size_t device = 0; device < stages.size(); ++device)
            add_updates(work, stages[device], held[device], model, job, kind, fit);
    }
    return work;
}

} // namespace pipette
