// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/search/rounds/planner.h"

#include <cstdint>
#include <functional>

namespace pipette {

/// `nodes` of 8 H100 with 8 NICs, or as many as `nics`, in racks of 8; links lognormal(0, 0.15) around 45
/// GB/s in a rack and 40 across, one in twenty at 0.3 to 0.6 of that. Synthetic, the same for the same seed.
Cluster synthetic_cluster(int nodes, int nics = 8, std::uint64_t seed = 7);

/// A job that trains `model` (a preset) on a cluster, budget and limits as a person finds them.
PlanInputs planning_inputs(std::shared_ptr<const Cluster> cluster, const char* model, int global_batch);
/// The same on the synthetic one.
PlanInputs planning_inputs(int nodes, const char* model, int global_batch);

/// Efficiencies that were not fitted: figures of the benchmarks are no predictions.
Knowledge plain_knowledge();

/// Measures a whole plan in wall seconds; throws std::logic_error where it has no candidates.
std::function<double()> time_of_plan(PlanInputs inputs, Knowledge knowledge);

} // namespace pipette
