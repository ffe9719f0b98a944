// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/expert_groups.h"

#include "core/plan/rank_grid.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace pipette {
namespace {

/// Whether some nodes reach each other over NVLink.
bool has_domains(const Cluster& cluster) {
    const std::vector<int> domains = cluster.domain_of_node();
    return std::set<int>(domains.begin(), domains.end()).size() < domains.size();
}

} // namespace

ExpertGroups expert_groups(const Cluster& cluster, const Candidate& candidate) {
    const std::vector<int> domain_of_node = cluster.domain_of_node();
    const Axis axes[]{axis::ep};
    const RankGroups groups = expert_grid(candidate.config).groups(axes);
    ExpertGroups found{.groups = groups.count(), .size = groups.size()};
    for (int group = 0; group < groups.count(); ++group) {
        std::set<int> nodes, domains;
        for (int member = 0; member < groups.size(); ++member) {
            const auto rank = static_cast<std::size_t>(groups.rank(group, member));
            nodes.insert(cluster.node_of(candidate.mapping.gpu_of_rank[rank]));
        }
        for (const int node : nodes)
            domains.insert(domain_of_node[static_cast<std::size_t>(node)]);
        found.most_domains = std::max(found.most_domains, static_cast<int>(domains.size()));
        if (nodes.size() == 1) {
            ++found.inside_node;
        } else if (domains.size() == 1) {
            const int here = static_cast<int>(nodes.size()),
                      all = static_cast<int>(
                          std::count(domain_of_node.begin(), domain_of_node.end(), *domains.begin()));
            found.fewest_nodes = found.inside_domain++ == 0 ? here : std::min(found.fewest_nodes, here);
            if (std::pair(here, all) > std::pair(found.nodes, found.domain_nodes))
                found.nodes = here, found.domain_nodes = all;
        }
    }
    return found;
}

std::string expert_groups_text(const Cluster& cluster, const Candidate& candidate) {
    if (candidate.config.ep < 2)
        return {};
    const ExpertGroups found = expert_groups(cluster, candidate);
    const auto counted = [&](int count) {
        return count == found.groups ? std::string("each") : fmt::format("{}", count);
    };
    std::string text =
        fmt::format("{} expert group{} of {} GPUs: ", found.groups, found.groups == 1 ? "" : "s", found.size);
    std::string where;
    const auto add = [&](const std::string& part) { where += (where.empty() ? "" : ", ") + part; };
    if (found.inside_node > 0)
        add(counted(found.inside_node) + " inside one node");
    if (found.inside_domain > 0)
        add(fmt::format("{} inside one NVLink domain, on {}{} of its {} nodes, {} to spare",
                        counted(found.inside_domain),
                        found.fewest_nodes < found.nodes ? fmt::format("{} to ", found.fewest_nodes) : "",
                        found.nodes, found.domain_nodes, found.domain_nodes - found.nodes));
    if (const int others = found.groups - found.inside_node - found.inside_domain; others > 0)
        add(fmt::format("{} over up to {} of them", counted(others) + (where.empty() ? " across nodes" : ""),
                        found.most_domains));
    return text + where;
}

std::string expert_groups_brief(const Cluster& cluster, const Candidate& candidate) {
    if (candidate.config.ep < 2)
        return "-";
    const ExpertGroups found = expert_groups(cluster, candidate);
    if (found.inside_node == found.groups)
        return "inside nodes";
    if (found.most_domains > 1)
        return fmt::format("over {} {}", found.most_domains, has_domains(cluster) ? "domains" : "nodes");
    return fmt::format("{}{} of {} nodes",
                       found.fewest_nodes < found.nodes ? fmt::format("{}-", found.fewest_nodes) : "",
                       found.nodes, found.domain_nodes);
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
