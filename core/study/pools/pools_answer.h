// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/pools/pooled_plan.h"

#include <string>

namespace pipette {

/// What the pools gain, in a sentence: "With replicas of their own on each kind of GPU a step takes 9268.1 ms
/// (range 7900.0 to 10600.0): 14.6 % less than the best plan with like replicas, 10851.2 ms."
std::string pools_answer(const PooledPlan& plan, PoolsBy by);

/// What replicas of unlike layouts assume beside PooledPlan::assumptions, a sentence each.
std::vector<std::string> pools_assumptions(const PooledPlan& plan);
/// Both.
std::vector<std::string> all_assumptions(const PooledPlan& plan);

} // namespace pipette
