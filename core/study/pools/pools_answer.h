// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/pools/pooled_plan.h"

#include <string>
#include <vector>

namespace pipette {

/// What the pools gain, in a sentence: "With replicas of their own on H100-SXM5-80GB and A100-SXM4-80GB a
/// step takes 2366.7 ms (range 1854.1 to 2879.4): 5.4 % less than the best plan with like replicas, 2500.7
/// ms."
std::string pools_answer(const PooledPlan& plan);

/// What replicas of unlike layouts assume beside PooledPlan::assumptions, a sentence each.
std::vector<std::string> pools_assumptions(const PooledPlan& plan);
/// Both.
std::vector<std::string> all_assumptions(const PooledPlan& plan);

/// What a step sends over levels of the network that have a price, and what the best plan with like replicas
/// sends, a sentence each; none of what sends nothing there.
std::vector<std::string> pools_transfers(const Cluster& cluster, const PooledPlan& plan);

} // namespace pipette
