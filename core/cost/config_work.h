// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"
#include "core/cost/calibration.h"
#include "core/cost/traffic.h"

#include <vector>

namespace pipette {

/// How training traffic uses the links of one GPU kind: fitted efficiencies and latencies on top of the
/// measured ones.
struct LinkUse {
    double intra_efficiency = 1;
    double intra_latency_s = 0; ///< of each call inside a node and doubling of its members; none of gradients
    double inter_efficiency = 1, inter_latency_s = 0; ///< latency: of each call and doubling of its nodes
    double inter_hop_s = 0;  ///< of each hop between nodes: switches that all rings share
    bool all_reduce = false; ///< both halves in one small call, else as reduce-scatter and all-gather

    /// What an exchange of `members` inside a node waits for on top of its links, seconds: each call for the
    /// latest of them.
    double inside_node_s(int members) const;
    /// What an exchange over `nodes` > 1 nodes waits for on top of its links, seconds: measured latency grows
    /// with the doublings of the nodes, of which a tree has as many levels.
    double between_nodes_s(int nodes) const;
};

/// All that a configuration computes and sends, whatever its mapping: made once per configuration, then used
/// with any number of mappings and snapshots. Seconds. "kind" is an index into Cluster::node_kinds.
struct ConfigWork {
    ParallelConfig config;
    Traffic traffic;
    // [kind * chunks + chunk], compute of one microbatch
    std::vector<double> forward;
    std::vector<double> backward;      ///< with recomputation
    std::vector<double> recompute;     ///< the part of backward that is recomputation
    std::vector<double> copies;        ///< the part of both that waits for copies to the host and back
    std::vector<double> copies_hidden; ///< copies that go on beside both
    std::vector<double>
        weight_share; ///< [chunk] part of backward that is the weight gradient, slowest kind's
    std::vector<double>
        attention_step_s;          ///< [kind] forward attention of one ring step, which hides its transfer
    std::vector<double> optimizer; ///< [kind * pp + device] on GPU and host
    std::vector<double> offload;   ///< [kind * pp + device] of it: what the host takes
    std::vector<LinkUse> link_use; ///< [kind] by the traffic inside a layer
    std::vector<LinkUse> exchange_use; ///< [kind] by gradients and parameters
    std::vector<LinkUse> tied_use;     ///< [kind] by the gradient of a tied embedding, one all-reduce
    /// Of a device before its gradients, for the slowest node and in a congested fabric; nothing hides it.
    double exchange_wait_s = 0;
    // What the host takes to launch a chunk's kernels; the time of both passes is never below it.
    std::vector<double> forward_launch;  ///< [kind * chunks + chunk]
    std::vector<double> backward_launch; ///< [kind * chunks + chunk] with recomputation
    std::vector<double> launch_growth;   ///< [kind] factor on both once the pipeline spans nodes
    bool always_spans_nodes = false;     ///< it does so whatever the mapping seems to say
    std::vector<double> send_latency;    ///< [kind] on top of the link's, seconds
    std::vector<int> device_of_chunk;    ///< [chunk]
    bool calibrated =
        true; ///< false when some kind of the cluster has the efficiencies of another architecture

    /// Where stages differ in their tp, the work with each tp in all stages [as stages_by_tp()]: what links
    /// and launches cost a stage is what they cost there.
    std::vector<ConfigWork> by_tp = {};
    std::vector<int> tp_of_device = {}, tp_of_chunk = {}; ///< [device], [chunk] in `by_tp`

    int chunks() const { return config.chunks(); }
    const ConfigWork& of_device(int device) const { return of(tp_of_device, device); }
    const ConfigWork& of_chunk(int chunk) const { return of(tp_of_chunk, chunk); }

private:
    const ConfigWork& of(const std::vector<int>& places, int number) const {
        return by_tp.empty() ? *this
                             : by_tp[static_cast<std::size_t>(places[static_cast<std::size_t>(number)])];
    }
};

/// Congestion is that of the cluster's fabric.
ConfigWork config_work(const Cluster& cluster, const TransformerModel& model, const TrainingJob& job,
                       const ParallelConfig& config, const Calibration& calibration);
/// The same under another congestion than the cluster states.
ConfigWork config_work(const Cluster& cluster, const TransformerModel& model, const TrainingJob& job,
                       const ParallelConfig& config, const Calibration& calibration,
                       const Congestion& congestion);

} // namespace pipette
