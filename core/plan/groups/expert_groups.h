// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"
#include "core/plan/candidate.h"
#include "core/plan/groups/group_places.h"
#include "core/workload/transformer_model.h"

#include <string>

namespace pipette {

/// Where the expert groups of a mapping lie.
GroupPlaces expert_groups(const Cluster& cluster, const Candidate& candidate);

/// For a person: "4 expert groups of 64 GPUs: each inside one NVLink domain, on 16 of its 18 nodes, 2 to
/// spare". Empty without expert parallelism.
std::string expert_groups_text(const Cluster& cluster, const Candidate& candidate);

/// The same in a few words, for a column: "2 of 18 nodes", "inside nodes", "over 3 domains"; "-" without.
std::string expert_groups_brief(const Cluster& cluster, const Candidate& candidate);

/// The largest expert group of a model that one NVLink domain holds.
struct ExpertRoom {
    int size = 0;                    ///< GPUs of the group; 0: no experts, or no domain over several nodes
    int nodes = 0, domain_nodes = 0; ///< that it fills, of those of the largest domain
};
ExpertRoom expert_room(const Cluster& cluster, const TransformerModel& model);

/// "expert groups of 64 GPUs fill 16 of the 18 nodes of an NVLink domain, 2 to spare". Empty where there are
/// no such domains, or no experts.
std::string expert_room_text(const Cluster& cluster, const TransformerModel& model);

} // namespace pipette
