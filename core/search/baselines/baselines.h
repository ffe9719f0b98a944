// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/placement/search_tables.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace pipette {

/// A configuration in the order in which a baseline prefers it.
struct RankedConfig {
    ParallelConfig config;
    double own_time_s = 0; ///< what its own model of the time says
    bool fits = true;      ///< by our upper memory estimate
};

/// What another planner would do on this cluster, ranks in host order.
struct Baseline {
    Planner planner = Planner::megatron;
    std::vector<RankedConfig> ranking; ///< its own order, best first
    std::optional<Candidate> best; ///< the first of them that fits, with the exact time on the real cluster
};

/// Megatron-LM's manual rule (tp within the node, smallest pp that fits, rest dp, the best micro batch), AMP
/// (no memory filter, uniform bandwidth, its own formula) and Varuna (pp x dp only, recomputation, simulated
/// on uniform bandwidth), out of `configs`. Each is empty-handed where nothing of its kind fits.
std::vector<Baseline> baselines(SearchTables& tables, const std::vector<ParallelConfig>& configs,
                                const std::stop_token& stop);

} // namespace pipette
