// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/groups/group_places.h"

#include "core/base/index.h"
#include "core/base/readable.h"
#include "core/plan/groups/parallel_groups.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <utility>

namespace pipette {
namespace {

void keep_each_once(std::vector<int>& numbers) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

/// Which nodes reach each other over NVLink.
struct Domains {
    std::vector<int> of_node;
    std::vector<int> nodes; ///< [domain] how many

    explicit Domains(const Cluster& cluster) : of_node(cluster.domain_of_node()) {
        nodes.assign(of_node.size(), 0);
        for (const int domain : of_node)
            ++nodes[index(domain)];
    }
};

GroupPlace place_of(const Cluster& cluster, const Domains& known, const std::vector<int>& gpus) {
    std::vector<int> nodes, domains;
    for (const int gpu : gpus)
        nodes.push_back(cluster.node_of(gpu));
    keep_each_once(nodes);
    for (const int node : nodes)
        domains.push_back(known.of_node[index(node)]);
    keep_each_once(domains);
    GroupPlace place{static_cast<int>(gpus.size()),
                     static_cast<int>(nodes.size()),
                     static_cast<int>(domains.size()),
                     0,
                     {}};
    for (const int domain : domains)
        place.domain_nodes = std::max(place.domain_nodes, known.nodes[index(domain)]);
    const Node& first = cluster.nodes[index(nodes.front())];
    if (domains.size() == 1)
        place.name = nodes.size() == 1 ? first.host : first.domain;
    return place;
}

} // namespace

bool has_domains(const Cluster& cluster) {
    const std::vector<int> domains = cluster.domain_of_node();
    return std::set<int>(domains.begin(), domains.end()).size() < domains.size();
}

GroupPlace group_place(const Cluster& cluster, const std::vector<int>& gpus) {
    return place_of(cluster, Domains(cluster), gpus);
}

std::string place_text(const GroupPlace& place) {
    if (place.nodes == 1)
        return fmt::format("inside node {}", place.name);
    if (place.domains == 1)
        return fmt::format("inside NVLink domain {}, on {} of its {} nodes", place.name, place.nodes,
                           place.domain_nodes);
    if (place.domain_nodes > 1)
        return fmt::format("over {} nodes of {} NVLink domains", place.nodes, place.domains);
    return fmt::format("over {} nodes", place.nodes);
}

std::string place_brief(const GroupPlace& place) {
    if (place.nodes == 1)
        return fmt::format("in {}", place.name);
    if (place.domains == 1)
        return fmt::format("in {}, {} of {} nodes", place.name, place.nodes, place.domain_nodes);
    return fmt::format("over {} nodes{}", place.nodes,
                       place.domain_nodes > 1 ? fmt::format(", {} domains", place.domains) : "");
}

GroupPlaces group_places(const Cluster& cluster, const Candidate& candidate, const Axis& axis) {
    const Domains domains(cluster);
    const GroupList groups = groups_along(candidate.config, axis);
    GroupPlaces found{.groups = groups.count(), .size = groups.largest()};
    std::vector<int> gpus;
    for (int group = 0; group < groups.count(); ++group) {
        gpus.clear();
        for (const int rank : groups.members(group))
            gpus.push_back(candidate.mapping.gpu_of_rank[index(rank)]);
        const GroupPlace place = place_of(cluster, domains, gpus);
        found.most_domains = std::max(found.most_domains, place.domains);
        if (place.nodes == 1) {
            ++found.inside_node;
        } else if (place.domains == 1) {
            found.fewest_nodes =
                found.inside_domain++ == 0 ? place.nodes : std::min(found.fewest_nodes, place.nodes);
            if (std::pair(place.nodes, place.domain_nodes) > std::pair(found.nodes, found.domain_nodes))
                found.nodes = place.nodes, found.domain_nodes = place.domain_nodes;
        }
    }
    return found;
}

std::string group_places_text(const Cluster& cluster, const Candidate& candidate, const Axis& axis) {
    const GroupPlaces found = group_places(cluster, candidate, axis);
    const auto so_many = [&](int count) {
        if (found.groups == 1)
            return std::string();
        return count == found.groups ? std::string("each ") : fmt::format("{} ", count);
    };
    const std::string_view title = group_title(axis);
    std::string where;
    const auto add = [&](const std::string& part) { where += (where.empty() ? "" : ", ") + part; };
    if (found.inside_node > 0)
        add(so_many(found.inside_node) + "inside one node");
    if (found.inside_domain > 0)
        add(fmt::format("{}inside one NVLink domain, on {}{} of its {} nodes, {} to spare",
                        so_many(found.inside_domain),
                        found.fewest_nodes < found.nodes ? fmt::format("{} to ", found.fewest_nodes) : "",
                        found.nodes, found.domain_nodes, found.domain_nodes - found.nodes));
    if (const int others = found.groups - found.inside_node - found.inside_domain; others > 0)
        add(fmt::format("{}over up to {} {}", so_many(others), found.most_domains,
                        has_domains(cluster) ? "NVLink domains" : "nodes"));
    return fmt::format("{} of {} GPUs: {}", counted(found.groups, title), found.size, where);
}

std::string group_places_brief(const Cluster& cluster, const Candidate& candidate, const Axis& axis) {
    const GroupPlaces found = group_places(cluster, candidate, axis);
    if (found.inside_node == found.groups)
        return "inside nodes";
    if (found.most_domains > 1)
        return fmt::format("over {} {}", found.most_domains, has_domains(cluster) ? "domains" : "nodes");
    return fmt::format("{}{} of {} nodes",
                       found.fewest_nodes < found.nodes ? fmt::format("{}-", found.fewest_nodes) : "",
                       found.nodes, found.domain_nodes);
}

} // namespace pipette
