// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/problem/search_tables.h"
#include "core/search/space/memory_check.h"

#include <vector>

namespace pipette {

/// Whether a configuration recomputes as little as the search tries, and the search tries more.
bool recomputes_least(const PlanInputs& inputs, const ParallelConfig& config);

/// A configuration that was made to fit.
struct Mended {
    ParallelConfig config;
    MemoryCheck memory;
    double bound_s = 0; ///< no mapping is faster
    double even_s = 0;  ///< evenly_spread_time()
};

/// What recomputation makes fit of a configuration that needs too much memory: cheapest_recomputations() by
/// the bounds that no mapping beats.
std::vector<Mended> mended(const SearchTables& tables, const ParallelConfig& config);

/// Says of rejected configurations that recompute nothing and need too much memory what makes them fit, and
/// what that costs: "it fits with selective (moe_act) recomputation, which 3 of 8 stages need: +1.9 %".
void tell_what_mends(const SearchTables& tables, std::vector<Rejection>& rejected, int threads);

} // namespace pipette
