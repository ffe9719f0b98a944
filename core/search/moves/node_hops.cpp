// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/moves/node_hops.h"

#include "core/search/time/group_exchange.h"

#include <algorithm>
#include <cmath>

namespace pipette {

NodeHops::NodeHops(const PlacementProblem& problem, const NodeRows& rows,
                   std::span<const std::uint32_t> slot_of_block)
    : problem_(problem), hops_(index(problem.devices) * collectives()) {
    const Links& links = *problem.links;
    if (links.nodes != links.hosts || !links.nodes_decide() || !links.inter_latency_s.empty() ||
        !nics_are_alike() || hide_together())
        return;
    std::vector<std::uint32_t> place_of_node(index(problem.nodes));
    for (std::uint32_t place = 0; place < std::uint32_t(rows.nodes().size()); ++place)
        place_of_node[rows.nodes()[place]] = place;
    known_ = true;
    GroupExchange exchange(problem);
    exchange.reset(slot_of_block);
    for (int device = 0; device < problem.devices; ++device)
        longer_passes_.push_back(exchange.longer_passes(device));
    exchange.each_group_hops([&](const GroupExchange::GroupHops& group) {
        const CollectiveKind type = problem.exchange.collectives[group.collective].collective.kind;
        const bool is_ring = type == CollectiveKind::all_reduce || type == CollectiveKind::reduce_and_gather,
                   leaves_nodes = group.nodes.size() > 1 && !group.hops.hops_s.empty();
        known_ = known_ && (is_ring || !leaves_nodes);
        const std::size_t column = index(group.device) * collectives() + group.collective;
        if (!known_ || !leaves_nodes)
            return add(column, {kind_of({group.collective, group.device, 0, group.time_s, 0})});
        for (std::size_t i = 0; i < group.nodes.size(); ++i) {
            const int from = group.nodes[i], to = group.nodes[i + 1 < group.nodes.size() ? i + 1 : 0];
            const double s_per_byte = links.inter_s_per_byte[index(from) * index(links.rows) + index(to)],
                         weight = (group.hops.hops_s[i] - 2 * links.uniform_latency_s) / s_per_byte;
            add(column,
                {kind_of({group.collective, group.device, group.hops.steps, group.hops.rest_s, weight}),
                 place_of_node[index(from)], place_of_node[index(to)]});
        }
    });
}

/// Whether the same compute hides several collectives: then what one takes says nothing by itself.
bool NodeHops::hide_together() const {
    const std::vector<StageExchange>& all = problem_.exchange.collectives;
    for (std::size_t number = 0; number < all.size(); ++number)
        if (all[number].hidden_with != number)
            return true;
    return false;
}

/// Whether the GPUs in a slot of every node share their NICs as those in the same slot of the first node do.
bool NodeHops::nics_are_alike() const {
    const Links& links = *problem_.links;
    const int local = problem_.most_local;
    const auto nic = [&](int slot, int peer) {
        return links.nic_of_gpu[index(problem_.layout.gpus_of(slot)[index(peer)])];
    };
    for (int slot = 0; slot < problem_.places(); ++slot)
        for (int peer = 0; peer < problem_.layout.block_size; ++peer)
            if (nic(slot, peer) - nic(slot - slot % local, 0) != nic(slot % local, peer) - nic(0, 0))
                return false;
    return true;
}

std::uint32_t NodeHops::kind_of(const Kind& kind) {
    const auto alike = [](double a, double b) { return std::abs(a - b) <= 1e-9 * std::abs(b); };
    const auto found = std::find_if(kinds_.begin(), kinds_.end(), [&](const Kind& other) {
        return kind.collective == other.collective && kind.device == other.device &&
               kind.steps == other.steps && alike(kind.rest_s, other.rest_s) &&
               alike(kind.weight, other.weight);
    });
    if (found != kinds_.end())
        return std::uint32_t(found - kinds_.begin());
    kinds_.push_back(kind);
    return std::uint32_t(kinds_.size() - 1);
}

/// Groups of several replicas on the same nodes have the same hops.
void NodeHops::add(std::size_t column, const Hop& hop) {
    std::vector<Hop>& hops = hops_[column];
    if (std::find(hops.begin(), hops.end(), hop) == hops.end())
        hops.push_back(hop);
}

double NodeHops::exposed_s(const Hop& hop, std::uint32_t from, std::uint32_t to) const {
    const Kind& kind = kinds_[hop.kind];
    const Links& links = *problem_.links;
    const double hop_s =
        2 * links.uniform_latency_s + kind.weight * links.inter_s_per_byte[from * index(links.rows) + to];
    return problem_.exchange.collectives[kind.collective].exposed_s(
        kind.device, kind.rest_s + kind.steps * hop_s, longer_passes_[index(kind.device)]);
}

} // namespace pipette
