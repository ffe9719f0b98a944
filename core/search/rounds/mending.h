// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/problem/search_tables.h"
#include "core/search/space/enumeration.h"
#include "core/search/space/recompute_choice.h"

#include <vector>

namespace pipette {

/// Whether a configuration recomputes what `least` says, the first of recomputations(), and more can be
/// recomputed.
bool may_recompute_more(const ParallelConfig& config, const Recomputation& least);

/// What recomputation makes fit of a configuration that needs too much memory: cheapest_recomputations() by
/// the bounds that no mapping beats (s).
std::vector<RecomputeChoice> mended(const SearchTables& tables, const ParallelConfig& config);

/// Says of rejected configurations that recompute nothing and need too much memory what makes them fit, and
/// what that costs: "it fits with selective (moe_act) recomputation, which 3 of 8 stages need: +1.9 %".
void tell_what_mends(const SearchTables& tables, std::vector<Rejection>& rejected, int threads);

} // namespace pipette
