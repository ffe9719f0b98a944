// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <string>
#include <vector>

namespace pipette {

// What a person must know of a plan before it is trusted, as parts of a sentence; empty where there is
// nothing.

/// "crosses the broken link a03 - a07 (network error) and 2 other known faults"
std::string crossing_text(const Cluster& cluster, const Candidate& candidate);

/// "relies on 3 links that nobody measured (the first: a03 to a07)"
std::string assumed_links_text(const Cluster& cluster, const Candidate& candidate);

/// "sends 12.3 GB a step across levels of the network that have a price (zone): 0.246 USD a step"
std::string transfers_text(const Cluster& cluster, const Candidate& candidate);
/// The same sentence part of a step that sends `bytes` there, which cost `usd`.
std::string transfers_text(const Cluster& cluster, double bytes, double usd);

/// What is assumed of the hosts that a configuration offloads to (assumed_host_text()), a line a node kind.
std::vector<std::string> assumed_hosts(const Cluster& cluster, const ParallelConfig& config);

/// "3 known, kept off: the broken link a03 - a07 (network error), the broken GPU a01:2 and 1 more"
std::string known_faults_text(const PlanInputs& inputs);

/// "nodes a07, a09 (16 GPUs) and the GPU a01:3": GPUs that a person excluded.
std::string excluded_text(const Cluster& cluster, const std::vector<int>& gpus);

/// "a01 - a02 at 0.5 times their bandwidth, rack:r1 - rack:r2 at 0.8 times theirs": links that a person
/// slowed.
std::string degraded_text(const std::vector<DegradedLink>& links);

/// "2 ranks: rank 0 on a01:0, rank 1 on a01:1": ranks that a person held in place.
std::string pinned_text(const PlanInputs& inputs);

} // namespace pipette
