// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/problem/search_tables.h"

#include <optional>

namespace pipette {

/// A split of the layers replaces the usual one if it leaves less than this share of the time.
inline constexpr double worth_balancing = 0.995;

/// Whether the framework of the search may run another split of the layers than its usual one, and all GPUs
/// are alike. On unlike GPUs split_by_kind() splits them.
bool may_balance_stages(const PlanInputs& inputs);

/// The configuration with its layers spread so that its devices take as long as each other: embedding and
/// head count (help: search.md, "Balanced stages"). It fits into `gpu_bytes` of memory. None: the usual split
/// is as good, or no better one fits. The shape of the configuration must be known to the tables.
std::optional<ParallelConfig> balanced(const SearchTables& tables, const ParallelConfig& usual,
                                       double gpu_bytes);

} // namespace pipette
