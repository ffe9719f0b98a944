// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/problem/search_tables.h"

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

/// Which configurations a ranking holds: AMP knows no memory, and ranks what does not fit, too.
enum class Ranked { all, fitting };

/// What another planner would do on this cluster, ranks in host order.
struct Baseline {
    Planner planner = Planner::megatron;
    std::vector<RankedConfig> ranking; ///< its own order, best first
    std::optional<Candidate> best; ///< the first of them that fits, with the exact time on the real cluster
};

/// A configuration that fits into memory, and a time that none of its mappings beats.
struct BoundedConfig {
    const ParallelConfig* config;
    double lower_bound_s;
};

/// What a careful user has without a planner: of all configurations the one that is fastest with ranks in
/// plain host order, of those that keep off faults where any does. `configs` by their lower bounds; those
/// that cannot be it are not simulated. Nothing when none fits or
/// when stopped.
std::optional<Candidate> best_in_host_order(SearchTables& tables, const std::vector<BoundedConfig>& configs,
                                            const std::stop_token& stop);

/// Megatron-LM's manual rule (tp within the node, smallest pp that fits, rest dp, the best micro batch), AMP
/// (no memory filter, uniform bandwidth, its own formula) and Varuna (pp x dp only, recomputation, simulated
/// on uniform bandwidth), out of `configs`. Each is empty-handed where nothing of its kind fits or
/// when stopped.
std::vector<Baseline> baselines(SearchTables& tables, const std::vector<ParallelConfig>& configs,
                                Ranked ranked, const std::stop_token& stop);

} // namespace pipette
