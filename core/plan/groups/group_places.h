// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"
#include "core/plan/candidate.h"
#include "core/plan/rank_grid.h"

#include <string>
#include <vector>

namespace pipette {

/// Where one group of GPUs lies.
struct GroupPlace {
    int gpus = 0, nodes = 0;
    int domains = 0;      ///< NVLink domains; a node of none counts as one
    int domain_nodes = 0; ///< of the largest of them
    std::string name;     ///< of the node where it is one, else of the domain where it is one
};
GroupPlace group_place(const Cluster& cluster, const std::vector<int>& gpus);

/// "inside node a03", "inside NVLink domain d2, on 16 of its 18 nodes", "over 3 nodes", "over 20 nodes of 2
/// NVLink domains".
std::string place_text(const GroupPlace& place);
/// The same where there is little room: "in a03", "in d2, 16 of 18 nodes", "over 20 nodes, 2 domains".
std::string place_brief(const GroupPlace& place);

/// Where the groups of a mapping along an axis lie.
struct GroupPlaces {
    int groups = 0, size = 0;        ///< GPUs of the largest
    int inside_node = 0;             ///< groups on one node
    int inside_domain = 0;           ///< groups on several nodes of one NVLink domain
    int most_domains = 0;            ///< nodes or domains that one group lies on
    int fewest_nodes = 0, nodes = 0; ///< of the groups inside a domain: that one lies on at least, at most
    int domain_nodes = 0;            ///< of the domain of the one on most
};
GroupPlaces group_places(const Cluster& cluster, const Candidate& candidate, const Axis& axis);

/// For a person: "4 expert groups of 64 GPUs: each inside one NVLink domain, on 16 of its 18 nodes, 2 to
/// spare".
std::string group_places_text(const Cluster& cluster, const Candidate& candidate, const Axis& axis);

/// The same in a few words: "2 of 18 nodes", "inside nodes", "over 3 domains".
std::string group_places_brief(const Cluster& cluster, const Candidate& candidate, const Axis& axis);

/// Whether some nodes reach each other over NVLink.
bool has_domains(const Cluster& cluster);

} // namespace pipette
