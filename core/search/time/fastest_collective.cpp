// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/time/fastest_collective.h"

#include "core/base/index.h"
#include "core/cost/group_time.h"

#include <algorithm>
#include <limits>

namespace pipette {
namespace {

int round_up(int a, int b) {
    return (a + b - 1) / b;
}

} // namespace

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

FastestCollective::FastestCollective(const SearchTables& tables, const ConfigWork& work,
                                     const SlotShape& shape, const Collective& collective)
    : tables_(tables),
      work_(work),
      collective_(collective),
      members_(work.traffic.members(collective)),
      gpus_of_stage_(work.traffic.grid.size(Spread::replicas) * work.config.peers()),
      nodes_of_stage_(round_up(gpus_of_stage_, tables.gpus_of_node)) {
    const int peers = work.config.peers(), of_node = tables.gpus_of_node;
    const auto nodes = shape.whole_nodes
                           ? block_nodes(work.traffic.grid_of(collective), collective.axes, of_node, peers)
                           : std::nullopt;
    if (nodes) {
        least_ = most_ = nodes->members, together_ = of_node / most_;
        inner_nodes_ = int(nodes->next.size());
        blocks_of_group_ = members_ / (most_ * inner_nodes_);
        inner_ = inner_links(tables.links, shape.layout, *nodes, of_node);
    } else if (peers > of_node) { // a node may have any of a block
        most_ = std::min(members_, of_node), together_ = 1;
    } else { // each of a block is in its node with those of the block that are in other groups
        const int groups = work.traffic.groups_of_block(collective);
        most_ = std::clamp(of_node / groups, 1, members_), together_ = std::min(groups, of_node);
    }
    // Without spare slots, and when no group fits into a node, every GPU sends to another node.
    const bool all_send = work.config.blocks() == shape.layout.size() && never_inside_node();
    streams_on_card_ = all_send ? shape.least_full : shape.least_streams;
}

int FastestCollective::on_card(int here) const {
    return std::max(streams_on_card_, round_up(here * together_, tables_.nics_of_node));
}

int FastestCollective::counted_nodes(int nodes, Groups groups) const {
    return groups == Groups::slowest && never_inside_node() ? std::max(nodes, nodes_of_stage_) : nodes;
}

double FastestCollective::of_slots(const std::vector<double>& sorted, Groups groups) const {
    if (sorted.empty())
        return 0;
    const int blocks = groups == Groups::slowest ? gpus_of_stage_ / work_.config.peers() : blocks_of_group_;
    return sorted[std::min(index(blocks), sorted.size()) - 1];
}

bool FastestCollective::in_every_replica() const {
    return !collective_.over_blocks() || members_ == gpus_of_stage_;
}

double FastestCollective::ring_s(int device, Groups groups, const LinkUse& use) const {
    if (members_ < 2)
        return 0;
    const double bytes = collective_.bytes_of(device) + collective_.gathered_of(device);
    double least = std::numeric_limits<double>::infinity();
    for (int most = least_; most <= most_; ++most) { // members in the fullest node
        double time_s = 0;
        if (most > 1)
            time_s = (most - 1) * (2 * tables_.intra_latency_s +
                                   bytes / most * tables_.intra_s_per_byte / use.intra_efficiency);
        // Over k nodes go (k-1)/k of a member's bytes in k-1 hops: least for the fewest nodes. Those in the
        // fullest node share its cards.
        if (const int nodes = round_up(members_, most); nodes > 1) {
            const double part = bytes / most / nodes * on_card(most) / use.inter_efficiency;
            const double s_per_byte = std::max(tables_.reach.hop_s_per_byte(counted_nodes(nodes, groups)),
                                               of_slots(inner_.hop, groups));
            time_s +=
                (nodes - 1) * (2 * tables_.inter_latency_s + part * s_per_byte) + use.between_nodes_s(nodes);
        }
        least = std::min(least, time_s);
    }
    return least;
}

/// The more members a node has, the fewer send to it from elsewhere.
double FastestCollective::all_to_all_s(Groups groups) const {
    const LinkUse use = best_of(work_.link_use);
    const double bytes = collective_.bytes_of(0);
    const int nodes = counted_nodes(round_up(members_, most_), groups);
    const double to_node = bytes_to_node(collective_, bytes, members_, most_);
    double least = std::numeric_limits<double>::infinity();
    for (int here = least_; here <= most_; ++here) { // members in the node that takes longest
        const double links = double(members_ - here) / most_;
        const double beyond = links - (inner_nodes_ - 1); // the block
        const double s_per_byte =
            std::max(tables_.reach.fan_out_s_per_byte(nodes, links),
                     of_slots(inner_.fan_out, groups) + tables_.reach.fan_out_s_per_byte(1, beyond));
        const double inside_s = bytes_inside(collective_, bytes, members_, here) * tables_.intra_s_per_byte /
                                use.intra_efficiency,
                     outside_s = to_node * on_card(here) * s_per_byte / use.inter_efficiency;
        least = std::min(least, std::max(inside_s, outside_s));
    }
    return least;
}

double FastestCollective::call_s(int device, Groups groups) const {
    const double all_s = collective_.kind == CollectiveKind::all_to_all
                             ? all_to_all_s(groups)
                             : ring_s(device, groups, best_of(work_.link_use));
    return all_s * (1 - collective_.hidden_share);
}

} // namespace pipette
