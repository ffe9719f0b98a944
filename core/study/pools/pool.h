// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pipette {

/// GPUs of a cluster that carry replicas with a layout of their own.
struct Pool {
    std::string name;      ///< the kind of its GPUs, or their zone
    std::vector<int> gpus; ///< sorted
    bool operator==(const Pool&) const = default;
};

/// By what the GPUs of a cluster are told apart.
enum class PoolsBy { gpu_kind, zone };
std::string_view name_of(PoolsBy by); ///< "kind", "zone"
std::optional<PoolsBy> pools_by_named(std::string_view name);
const std::vector<PoolsBy>& all_pools_by();

inline constexpr std::size_t most_pools = 6;

/// The usable GPUs of the inputs, parted; in the order of the cluster. Throws InputError where there are
/// fewer than two pools or more than most_pools, or where a node has no zone.
std::vector<Pool> pools_of(const PlanInputs& inputs, PoolsBy by);

/// The inputs of a plan on the pool alone, with so many of the sequences of a step.
PlanInputs inputs_on(const PlanInputs& inputs, const Pool& pool, int sequences);

} // namespace pipette
