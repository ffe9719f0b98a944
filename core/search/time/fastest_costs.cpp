// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/time/fastest_costs.h"

#include "core/base/index.h"

#include <algorithm>

namespace pipette {
namespace {

/// Least seconds of the gradient exchange of `bytes` over the replicas of a stage.
double fastest_exchange(const SearchTables& tables, double bytes, int members, int fit_in_node, int share,
                        const LinkUse& use) {
    if (members < 2)
        return 0;
    if (fit_in_node >= members) {
        const double hop =
            2 * tables.intra_latency_s + bytes / members * tables.intra_s_per_byte / use.intra_efficiency;
        return (members - 1) * hop;
    }
    // k nodes of at most f members each: (k-1)/k of the bytes over f, and k-1 hops; least for the fewest
    // nodes.
    const int nodes = (members + fit_in_node - 1) / fit_in_node;
    const double part = bytes / fit_in_node / nodes;
    const double hop =
        2 * tables.inter_latency_s + part * tables.inter_s_per_byte * share / use.inter_efficiency;
    return (nodes - 1) * hop + use.between_nodes_s(nodes);
}

/// Members of one group that a node has at most. Each of a block that lies inside a node is there with those
/// of its block that are in other groups; of a larger block a node may have whole groups of experts.
int fit_in_node(const SearchTables& tables, const ConfigWork& work, const Collective& collective) {
    const int members = work.traffic.members(collective);
    if (collective.over_blocks() && work.config.peers() > tables.gpus_of_node)
        return std::min(members, tables.gpus_of_node);
    return std::max(1, tables.gpus_of_node / work.traffic.groups_of_block(collective));
}

/// Least seconds of a call: as many members in a node as fit, the others over the best link. A token goes to
/// another node once at least, in as many bytes as one choice has.
double fastest_all_to_all(const SearchTables& tables, const ConfigWork& work, const Collective& inner) {
    const int members = work.traffic.members(inner),
              here = std::min(members, fit_in_node(tables, work, inner));
    double intra = 0, inter = 0;
    for (const LinkUse& use : work.link_use)
        intra = std::max(intra, use.intra_efficiency), inter = std::max(inter, use.inter_efficiency);
    const double part = inner.bytes_of(0) / members / std::max(1, inner.choices);
    return std::max(part * (here - 1) * tables.intra_s_per_byte / intra,
                    part * (members - here) * tables.inter_s_per_byte / inter);
}

/// What goes to experts and back, in the passes of every chunk.
void add_experts(PipelineCosts& costs, const SearchTables& tables, const ConfigWork& work) {
    work.traffic.each_inside(When::layer, [&](const Collective& inner) {
        if (!inner.over_blocks() || inner.kind != CollectiveKind::all_to_all)
            return;
        const double call_s = fastest_all_to_all(tables, work, inner) * (1 - inner.hidden_share);
        for (std::size_t chunk = 0; chunk < costs.forward.size(); ++chunk) {
            costs.forward[chunk] += call_s * inner.forward_calls[chunk];
            costs.backward[chunk] += call_s * inner.backward_calls[chunk];
        }
    });
}

LinkUse best_of(const std::vector<LinkUse>& uses) {
    LinkUse best = uses.front();
    for (const LinkUse& use : uses) {
        best.intra_efficiency = std::max(best.intra_efficiency, use.intra_efficiency);
        best.inter_efficiency = std::max(best.inter_efficiency, use.inter_efficiency);
        best.inter_latency_s = std::min(best.inter_latency_s, use.inter_latency_s);
        best.inter_hop_s = std::min(best.inter_hop_s, use.inter_hop_s);
    }
    return best;
}

} // namespace

namespace {

/// Adds what sharded layers wait for to the passes of every chunk, which hide the rest: as in
/// pipeline_costs(), with the fastest exchange. No longer pass hides so much more that both together are
/// shorter.
void add_sharded(PipelineCosts& costs, const SearchTables& tables, const ConfigWork& work, int share) {
    const LinkUse use = best_of(work.link_use);
    const std::size_t chunks = costs.forward.size();
    std::vector<double> forward(chunks, 0), backward = forward, units(chunks, 1);
    work.traffic.each_inside(When::layer, [&](const Collective& inner) {
        if (inner.hidden_by != HiddenBy::next_unit)
            return;
        const int members = work.traffic.members(inner), together = fit_in_node(tables, work, inner);
        for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
            const int device = work.device_of_chunk[chunk];
            const double call_s = fastest_exchange(tables, inner.bytes_of(device) + inner.gathered_of(device),
                                                   members, together, share, use);
            forward[chunk] += inner.forward_calls[chunk] * call_s;
            backward[chunk] += inner.backward_calls[chunk] * call_s;
            units[chunk] = std::max({units[chunk], inner.forward_calls[chunk], inner.backward_calls[chunk]});
        }
    });
    const auto exposed = [&](double all_s, double pass_s, std::size_t chunk) {
        return all_s / units[chunk] + (units[chunk] - 1) * std::max(0.0, (all_s - pass_s) / units[chunk]);
    };
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
        costs.forward[chunk] += exposed(forward[chunk], costs.forward[chunk], chunk);
        costs.backward[chunk] += exposed(backward[chunk], costs.backward[chunk], chunk);
    }
}

} // namespace

PipelineCosts fastest_costs(const SearchTables& tables, const ConfigWork& work, const SlotShape& shape,
                            const ClassTimes& classes) {
    const ParallelConfig& config = work.config;
    const std::size_t chunks = index(config.chunks()), devices = index(config.pp);
    PipelineCosts costs;
    costs.pp = config.pp, costs.vpp = config.vpp, costs.replicas = 1,
    costs.microbatches = config.microbatches();
    costs.weight_share = work.weight_share;
    const auto fastest = [&](const std::vector<double>& of_class, std::size_t size) {
        std::vector<double> best(of_class.begin(), of_class.begin() + static_cast<std::ptrdiff_t>(size));
        for (std::size_t i = size; i < of_class.size(); ++i)
            best[i % size] = std::min(best[i % size], of_class[i]);
        return best;
    };
    costs.forward = fastest(classes.forward, chunks);
    costs.backward = fastest(classes.backward, chunks);
    costs.optimizer = fastest(classes.optimizer, devices);
    costs.recompute.assign(chunks, 0), costs.tp = costs.cp = costs.ep = costs.dp = costs.recompute;
    const int share = shape.least_streams;
    if (config.zero_stage > 1)
        add_sharded(costs, tables, work, share);
    add_experts(costs, tables, work);

    const int blocks_of_node = std::max(1, tables.gpus_of_node / shape.layout.block_size);
    costs.send_forward.assign(chunks, 0);
    work.traffic.each_between(When::boundary, [&](const Collective& sends) {
        const double bytes = sends.bytes_of(0);
        double send = tables.inter_latency_s + bytes * tables.inter_s_per_byte * share;
        if (blocks_of_node > 1)
            send = std::min(send, tables.intra_latency_s + bytes * tables.intra_s_per_byte);
        send += *std::min_element(work.send_latency.begin(), work.send_latency.end());
        for (std::size_t chunk = 0; chunk + 1 < chunks; ++chunk)
            if (work.device_of_chunk[chunk] != work.device_of_chunk[chunk + 1])
                costs.send_forward[chunk] += send;
    });
    costs.send_backward = costs.send_forward;

    const LinkUse best_use = best_of(work.exchange_use);
    costs.exchange.assign(devices, work.exchange_wait_s);
    work.traffic.each_inside(When::iteration, [&](const Collective& last) {
        if (hides(last) || last.of_shards())
            return;
        const int members = work.traffic.members(last), together = fit_in_node(tables, work, last);
        // Without spare slots, and when no group fits into a node, every GPU takes part in an exchange
        // between nodes.
        const bool all_exchange = config.blocks() == shape.layout.size() && members > together;
        for (std::size_t device = 0; device < devices; ++device)
            costs.exchange[device] +=
                fastest_exchange(tables, last.bytes_of(int(device)) + last.gathered_of(int(device)), members,
                                 together, all_exchange ? shape.least_full : share, best_use);
    });
    return costs;
}

} // namespace pipette
