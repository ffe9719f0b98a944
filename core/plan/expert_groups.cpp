// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/expert_groups.h"

#include "core/plan/rank_grid.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace pipette {

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
            ++found.inside_domain;
            found.nodes = static_cast<int>(nodes.size());
            found.domain_nodes =
                static_cast<int>(std::count(domain_of_node.begin(), domain_of_node.end(), *domains.begin()));
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
        add(fmt::format("{} inside one NVLink domain, on {} of its {} nodes, {} to spare",
                        counted(found.inside_domain), found.nodes, found.domain_nodes,
                        found.domain_nodes - found.nodes));
    if (const int others = found.groups - found.inside_node - found.inside_domain; others > 0)
        add(fmt::format("{} over up to {} of them", counted(others) + (where.empty() ? " across nodes" : ""),
                        found.most_domains));
    return text + where;
}

} // namespace pipette
