// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/time/fastest_costs.h"

#include "core/base/index.h"
#include "core/cost/iteration_time.h"
#include "core/schedule/schedule_family.h"

#include <algorithm>
#include <limits>

namespace pipette {
namespace {

/// How the members of one group lie in nodes at best.
struct NodeFill {
    int members;
    int most;     ///< members that a node has at most
    int together; ///< GPUs of other groups, and it, that come with each member into its node
};

/// Each of a block that lies inside a node is there with those of its block that are in other groups; of a
/// larger block a node may have any, unless all nodes cut it alike.
NodeFill node_fill_of(const SearchTables& tables, const ConfigWork& work, const Collective& collective) {
    const int members = work.traffic.members(collective), peers = work.config.peers(),
              groups = work.traffic.groups_of_block(collective), of_node = tables.gpus_of_node;
    const bool cut_alike = tables.even_nodes && !collective.over_blocks() && peers % of_node == 0 &&
                           (of_node % groups == 0 || groups % of_node == 0);
    if (peers > of_node && !cut_alike)
        return {members, std::min(members, of_node), 1};
    return {members, std::clamp(of_node / groups, 1, members), std::min(groups, of_node)};
}

/// Least seconds of the gradient exchange of `bytes` over the replicas of a stage. `share`: GPUs on a network
/// card at least.
double fastest_exchange(const SearchTables& tables, double bytes, const NodeFill& fill, int share,
                        const LinkUse& use) {
    if (fill.members < 2)
        return 0;
    const auto round_up = [](int a, int b) { return (a + b - 1) / b; };
    double least = std::numeric_limits<double>::infinity();
    for (int most = 1; most <= fill.most; ++most) { // members in the fullest node
        double time_s = 0;
        if (most > 1)
            time_s = (most - 1) * (2 * tables.intra_latency_s +
                                   bytes / most * tables.intra_s_per_byte / use.intra_efficiency);
        // Over k nodes go (k-1)/k of a member's bytes in k-1 hops: least for the fewest nodes. Those in the
        // fullest node share its cards.
        if (const int nodes = round_up(fill.members, most); nodes > 1) {
            const int on_card = std::max(share, round_up(most * fill.together, tables.nics_of_node));
            const double part = bytes / most / nodes * on_card;
            time_s += (nodes - 1) * (2 * tables.inter_latency_s +
                                     part * tables.inter_s_per_byte / use.inter_efficiency) +
                      use.between_nodes_s(nodes);
        }
        least = std::min(least, time_s);
    }
    return least;
}

/// Least seconds of a call: as many members in a node as fit, the others over the best link. A token goes to
/// another node once at least, in as many bytes as one choice has.
double fastest_all_to_all(const SearchTables& tables, const ConfigWork& work, const Collective& inner) {
    const auto [members, here, together] = node_fill_of(tables, work, inner);
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
        const NodeFill fill = node_fill_of(tables, work, inner);
        for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
            const int device = work.device_of_chunk[chunk];
            const double call_s = fastest_exchange(tables, inner.bytes_of(device) + inner.gathered_of(device),
                                                   fill, share, use);
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
    // What a schedule need not always repeat counts as not repeated: on any GPU.
    if (family_of(config.schedule).recomputes)
        for (std::size_t i = 0; i < work.recompute.size(); ++i)
            costs.recompute[i % chunks] = std::max(costs.recompute[i % chunks], work.recompute[i]);
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
        const NodeFill fill = node_fill_of(tables, work, last);
        // Without spare slots, and when no group fits into a node, every GPU takes part in an exchange
        // between nodes.
        const bool all_exchange = config.blocks() == shape.layout.size() && fill.members > fill.most;
        for (std::size_t device = 0; device < devices; ++device)
            costs.exchange[device] +=
                fastest_exchange(tables, last.bytes_of(int(device)) + last.gathered_of(int(device)), fill,
                                 all_exchange ? shape.least_full : share, best_use);
    });
    return costs;
}

double fastest_time(const PipelineCosts& fastest, const ParallelConfig& config) {
    const double bound_s = bound_time(fastest, config);
    // Their recomputation is the longest, for the bound, which leaves it out.
    if (family_of(config.schedule).recomputes)
        return bound_s;
    constexpr double rounding = 1e-9; // of rounds that are extended
    return std::max(bound_s, exact_time(fastest, config) * (1 - rounding));
}

double evenly_spread_time(const PipelineCosts& fastest) {
    double all_chunks_s = 0, after_s = std::numeric_limits<double>::infinity();
    for (std::size_t chunk = 0; chunk < fastest.forward.size(); ++chunk)
        all_chunks_s += fastest.forward[chunk] + fastest.backward[chunk];
    for (std::size_t device = 0; device < fastest.exchange.size(); ++device)
        after_s = std::min(after_s, fastest.exchange[device] + fastest.optimizer[device]);
    const double turns = fastest.microbatches + double(fastest.pp - 1) / fastest.vpp;
    return turns * all_chunks_s / fastest.pp + after_s;
}

} // namespace pipette
