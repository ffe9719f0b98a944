// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/launchers/placement.h"

#include "core/base/input_error.h"
#include "core/formats/launchers/domain_segments.h"
#include "core/formats/launchers/export_format.h"
#include "core/formats/text/text_file.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {

int Placement::most_ranks_per_node() const {
    std::size_t most = 0;
    for (const SeatedNode& node : nodes)
        most = std::max(most, node.ranks.size());
    return static_cast<int>(most);
}

bool Placement::same_ranks_per_node() const {
    return std::all_of(nodes.begin(), nodes.end(), [&](const SeatedNode& node) {
        return node.ranks.size() == nodes.front().ranks.size();
    });
}

bool Placement::in_one_domain() const {
    const std::string& domain = nodes.front().domain;
    return nodes.size() > 1 && !domain.empty() &&
           std::all_of(nodes.begin(), nodes.end(),
                       [&](const SeatedNode& node) { return node.domain == domain; });
}

Placement placement_of(const RankMapping& mapping, const Cluster& cluster, const ParallelConfig& config) {
    Placement placement;
    std::vector<int> seated(cluster.nodes.size(), -1); // index into placement.nodes by node of the cluster
    for (std::size_t rank = 0; rank < mapping.gpu_of_rank.size(); ++rank) {
        const GpuPlace place = cluster.place_of(mapping.gpu_of_rank[rank]);
        int& index = seated[static_cast<std::size_t>(place.node)];
        if (index < 0) {
            index = static_cast<int>(placement.nodes.size());
            placement.nodes.push_back({cluster.nodes[static_cast<std::size_t>(place.node)].host,
                                       cluster.kind_of_node(place.node).gpus,
                                       {},
                                       {},
                                       cluster.nodes[static_cast<std::size_t>(place.node)].domain});
        }
        SeatedNode& node = placement.nodes[static_cast<std::size_t>(index)];
        node.ranks.push_back(static_cast<int>(rank));
        node.local_gpus.push_back(place.local);
        placement.seat_of_rank.push_back({index, place.local});
    }
    placement.segments = domain_segments(placement, config);
    return placement;
}

void require_node_order(const Placement& placement, std::string_view launcher) {
    for (const SeatedNode& node : placement.nodes) {
        std::size_t run = 1; // ranks that follow each other from the first
        while (run < node.ranks.size() && node.ranks[run] == node.ranks[run - 1] + 1)
            ++run;
        if (run < node.ranks.size())
            refuse_mapping(launcher,
                           fmt::format("it numbers ranks node after node, but host {} runs rank {} and then "
                                       "rank {}",
                                       in_quotes(node.host), node.ranks[run - 1], node.ranks[run]));
    }
}

void refuse_mapping(std::string_view launcher, const std::string& reason) {
    throw InputError({}, "mapping",
                     fmt::format("{} cannot express it: {}; formats that can: {}", launcher, reason,
                                 formats_for_any_mapping()));
}

} // namespace pipette
