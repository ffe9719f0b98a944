// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/groups/expert_groups.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <vector>

namespace pipette {

GroupPlaces expert_groups(const Cluster& cluster, const Candidate& candidate) {
    return group_places(cluster, candidate, axis::ep);
}

std::string expert_groups_text(const Cluster& cluster, const Candidate& candidate) {
    return candidate.config.ep < 2 ? std::string() : group_places_text(cluster, candidate, axis::ep);
}

std::string expert_groups_brief(const Cluster& cluster, const Candidate& candidate) {
    return candidate.config.ep < 2 ? "-" : group_places_brief(cluster, candidate, axis::ep);
}

ExpertRoom expert_room(const Cluster& cluster, const TransformerModel& model) {
    if (!model.moe || !has_domains(cluster))
        return {};
    std::map<int, std::vector<int>> nodes; // of each domain
    const std::vector<int> domain_of_node = cluster.domain_of_node();
    for (int node = 0; node < cluster.node_count(); ++node)
        nodes[domain_of_node[static_cast<std::size_t>(node)]].push_back(node);
    const auto gpus = [&](const std::vector<int>& of) {
        int count = 0;
        for (const int node : of)
            count += cluster.kind_of_node(node).gpus;
        return count;
    };
    const std::vector<int>* largest = &nodes.begin()->second;
    for (const auto& [domain, members] : nodes)
        if (gpus(members) > gpus(*largest))
            largest = &members;
    ExpertRoom room{.domain_nodes = static_cast<int>(largest->size())};
    for (int size = 1; size <= std::min(model.moe->experts, gpus(*largest)); ++size)
        if (model.moe->experts % size == 0)
            room.size = size;
    for (int left = room.size; left > 0; ++room.nodes)
        left -= cluster.kind_of_node((*largest)[static_cast<std::size_t>(room.nodes)]).gpus;
    return room;
}

std::string expert_room_text(const Cluster& cluster, const TransformerModel& model) {
    const ExpertRoom room = expert_room(cluster, model);
    if (room.size < 2)
        return {};
    return fmt::format("expert groups of {} GPUs fill {} of the {} nodes of an NVLink domain, {} to spare",
                       room.size, room.nodes, room.domain_nodes, room.domain_nodes - room.nodes);
}

} // namespace pipette
