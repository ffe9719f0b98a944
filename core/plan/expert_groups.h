// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"
#include "core/plan/candidate.h"

#include <string>

namespace pipette {

/// Where the expert groups of a mapping lie.
struct ExpertGroups {
    int groups = 0, size = 0;        ///< GPUs of each
    int inside_node = 0;             ///< groups on one node
    int inside_domain = 0;           ///< groups on several nodes of one NVLink domain
    int most_domains = 0;            ///< nodes or domains that one group lies on
    int nodes = 0, domain_nodes = 0; ///< of a group inside a domain, and of that domain
};
ExpertGroups expert_groups(const Cluster& cluster, const Candidate& candidate);

/// For a person: "4 expert groups of 64 GPUs: each inside one NVLink domain, on 16 of its 18 nodes, 2 to
/// spare". Empty without expert parallelism.
std::string expert_groups_text(const Cluster& cluster, const Candidate& candidate);

} // namespace pipette
