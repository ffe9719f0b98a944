// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/problem/search_tables.h"
#include "core/search/rounds/best_times.h"
#include "core/search/rounds/config_search.h"
#include "core/search/rounds/peers.h"
#include "core/search/rounds/search_log.h"
#include "core/search/rounds/search_progress.h"

#include <array>
#include <cstddef>
#include <optional>
#include <stop_token>
#include <vector>

namespace pipette {

inline bool faster(const Candidate& a, const Candidate& b) {
    return a.iteration_time_s < b.iteration_time_s;
}

/// Whether a candidate keeps off what is known to be broken, where the limits do not allow it.
inline bool keeps_off_faults(const Candidate& candidate, const SearchLimits& limits) {
    return limits.allow_faulty || candidate.faults.empty();
}

/// Configurations of one shape can take each other's placements.
using Shape = std::array<int, 7>;
inline Shape shape_of(const ParallelConfig& c) {
    return {c.pp, c.tp, c.tp_x, c.cp, c.dp, c.ep, c.etp};
}
using Placements = std::vector<std::vector<std::uint32_t>>; ///< [placement][block] slot

/// What the steps of one search share: its tables, the configurations that fit, and the best times so far.
struct SearchState {
    SearchState(const PlanInputs& inputs, const Knowledge& knowledge, const SearchSinks& sinks,
                std::stop_token stop, const Peers& peers);

    /// A configuration placed in host order, or as the mapping that a person started from has it.
    Candidate in_first_placement(const ConfigSearch& search) const;
    /// A configuration's time and memory on this mapping, by the links or, where `judging`, the snapshots.
    Candidate evaluated(const ParallelConfig& config, const RankMapping& mapping) const;
    /// The exact time of a placement; kept when it is the configuration's best.
    void take(ConfigSearch& search, const PlacementSearch& placements,
              const std::vector<std::uint32_t>& placement);
    /// A candidate as it is shown. The search looks at one table of links; with snapshots the time is that
    /// over all of them.
    Candidate judged(Candidate candidate) const;
    PlacementSearch placements_of(const ConfigSearch& search) const;
    /// Fastest first; equal ones stay in their order.
    void sort_by_time(std::vector<std::ptrdiff_t>& order) const;
    /// Whether a search's best fits into memory and keeps off faults.
    bool may_be_shown(const Candidate& candidate) const;
    /// The fastest of `order`, and the best of each number of GPUs that is kept; `count` where they are no
    /// more.
    std::vector<std::ptrdiff_t> kept_first(const std::vector<std::ptrdiff_t>& order, std::size_t count) const;

    const PlanInputs& inputs;
    const Peers& peers;
    SearchTables tables;
    SearchProgress progress;
    SearchLog log;
    std::stop_token stop;
    int threads = 1;
    std::vector<ConfigSearch> waiting; ///< by the bound that they are filtered with
    BestTimes best;
    bool judging = false; ///< times are taken over the snapshots now
    bool stopped = false; ///< as all processes agreed

private:
    /// The mapping that a person started from, cut or filled up to the configuration's world.
    std::optional<RankMapping> start_for(const ParallelConfig& config) const;
};

} // namespace pipette
