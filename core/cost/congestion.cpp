// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/congestion.h"

#include "core/base/readable.h"
#include "core/base/units.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

namespace pipette {
namespace {

bool has_many_replicas(const Congestion& congestion, const ParallelConfig& config) {
    return congestion.many_replicas > 0 && config.dp >= congestion.many_replicas;
}

/// GPUs of a job as its exchange of gradients counts them: without a pipeline those it has; with one its
/// all-reduces wait where they meet sends, and the rest for nothing.
double exchanging_gpus(const Congestion& congestion, const ParallelConfig& config,
                       const Framework& framework) {
    if (config.pp == 1)
        return config.world();
    const bool meet = framework.exchanges_among_sends && config.zero_stage == 0;
    return meet && has_many_replicas(congestion, config) ? congestion.all_reduce_factor * config.world() : 0;
}

/// A while for each layer (the mean of a stage) and pass over its gradients (without ZeRO both halves of an
/// all-reduce) that grows as the root of the members that must meet.
double exchange_wait_s(const Congestion& congestion, const TransformerModel& model, const TrainingJob& job,
                       const ParallelConfig& config, int gpus_per_node) {
    const int members = config.sharers();
    const double gpus = exchanging_gpus(congestion, config, framework_of(job));
    if (members < 2 || config.world() / config.pp <= gpus_per_node || gpus == 0)
        return 0;
    const double passes = (config.zero_stage == 0 ? 2.0 : 1.0) * model.layers / config.pp;
    return passes * std::sqrt(members) * met_congestion(congestion, gpus, 0) * congestion.gradient_wait_s;
}

/// What one hop of the gradient rings waits for the switches above the leaves. Rings of blocks that are
/// neither whole nodes nor single GPUs come into a node by one NIC and leave it by another, so they change
/// rails, and over more nodes than share a leaf all of the job's rings meet above it.
double rail_change_hop_s(const Congestion& congestion, const Traffic& traffic, const ParallelConfig& config,
                         int gpus_per_node) {
    const int peers = config.peers();
    const double nodes = double(config.world()) / config.pp / gpus_per_node;
    if (congestion.rail_change_gb_per_s == 0 || peers == 1 || peers >= gpus_per_node ||
        nodes <= congestion.beyond_nodes)
        return 0;
    double bytes = 0;
    traffic.each_inside(When::iteration, [&](const Collective& last) {
        for (int device = 0; device < config.pp; ++device)
            bytes += traffic.groups_of_block(last) * (last.bytes_of(device) + last.gathered_of(device));
    });
    return bytes / 2 / nodes / (congestion.rail_change_gb_per_s * bytes_per_gb);
}

} // namespace

double met_congestion(const Congestion& congestion, double gpus, double stage_nodes) {
    if (congestion.from_gpus == 0 || (congestion.stage_nodes > 0 && stage_nodes >= congestion.stage_nodes))
        return 1;
    const double x = std::pow(gpus / congestion.from_gpus, congestion.steepness);
    return std::isinf(x) ? 1 : x / (1 + x);
}

double congesting_gpus(const Congestion& congestion, const ParallelConfig& config,
                       const Framework& framework) {
    const int replica_gpus = config.world() / config.dp;
    const bool counts_more = framework.exchanges_among_sends && config.zero_stage >= 1 && config.pp > 1 &&
                             has_many_replicas(congestion, config) && replica_gpus >= congestion.replica_gpus;
    return (counts_more ? congestion.sharded_factor : 1) * config.world();
}

CongestionWaits congestion_waits(const Congestion& congestion, const TransformerModel& model,
                                 const TrainingJob& job, const ParallelConfig& config, const Traffic& traffic,
                                 int gpus_per_node) {
    const double gpus = congesting_gpus(congestion, config, framework_of(job)),
                 stage_nodes = double(config.peers()) / gpus_per_node;
    return {.send_s = met_congestion(congestion, gpus, stage_nodes) * congestion.send_wait_s,
            .exchange_s = exchange_wait_s(congestion, model, job, config, gpus_per_node),
            .ring_hop_s = rail_change_hop_s(congestion, traffic, config, gpus_per_node),
            .launch_growth = std::pow(config.tp, congestion.launch_power)};
}

void congest_tensor_parallel(LinkUse& use, const Congestion& congestion, const ParallelConfig& config,
                             int gpus_per_node) {
    if (config.world() > congestion.beyond_nodes * gpus_per_node)
        use.inter_efficiency *= congestion.tensor_parallel_share;
    if (const double nodes = std::ceil(double(config.tp) / gpus_per_node); config.pp == 1 && nodes > 2)
        use.inter_latency_s *= 1 + congestion.tensor_parallel_pairs * (nodes * (nodes - 1) / 2 - 1);
}

std::string congestion_text(const Congestion& c) {
    std::vector<std::string> waits;
    const std::string from =
        c.from_gpus > 1 ? fmt::format(" in jobs from some {:.0f} GPUs on", c.from_gpus) : std::string();
    if (c.send_wait_s > 0)
        waits.push_back(fmt::format("a send between stages waits {:.4g} s{}", c.send_wait_s, from));
    if (c.gradient_wait_s > 0)
        waits.push_back(fmt::format("each layer's gradients wait {:.4g} s times the root of their members{}",
                                    c.gradient_wait_s, from));
    const std::string beyond = c.beyond_nodes > 1
                                   ? fmt::format(" in jobs of more than {:.0f} nodes", c.beyond_nodes)
                                   : std::string();
    if (c.tensor_parallel_share < 1)
        waits.push_back(fmt::format("tensor parallel groups get {:.0f} % of links between nodes{}",
                                    100 * c.tensor_parallel_share, beyond));
    if (c.rail_change_gb_per_s > 0)
        waits.push_back(fmt::format("gradient rings that change rails share {:.4g} GB/s{}",
                                    c.rail_change_gb_per_s, beyond));
    if (c.launch_power > 0)
        waits.push_back(fmt::format("launches take tp to the power of {:.2g} as long in pipelines between "
                                    "nodes",
                                    c.launch_power));
    if (waits.empty())
        return {};
    return readable(fmt::format("{}, as measured on {}", fmt::join(waits, "; "), c.measured_on),
                    longest_shown_sentence);
}

} // namespace pipette
