// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/pipeline_costs.h"
#include "core/search/rounds/nearest_rejections.h"
#include "core/search/rounds/search_state.h"
#include "core/search/space/memory_check.h"

#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

namespace pipette {

/// One search for a plan (help: search.md, "Steps"): filter, explore, polish, finish.
class PlanSearch {
public:
    PlanSearch(const PlanInputs& inputs, const Knowledge& knowledge, const SearchSinks& sinks,
               std::stop_token stop, const Peers& peers);

    Plan run();

private:
    // filtering.cpp
    /// What is known of a configuration before it is placed.
    struct Examined {
        ParallelConfig config; ///< with as few layers recomputed as its memory asks for
        MemoryCheck memory = {};
        double bound_s = 0;                        ///< no mapping is faster; 0 where it is dropped
        double even_s = 0;                         ///< evenly_spread_time(); 0: not known yet
        std::optional<ParallelConfig> enough = {}; ///< safe_with_less()
    };
    /// Times of a configuration on every class of slots.
    struct TimesOf {
        ParallelConfig config;
        ClassTimes times;
    };
    /// Memory first, then what no mapping can beat.
    void filter(const std::vector<ParallelConfig>& configs);
    /// Configurations that differ in their shards alone share these.
    struct Alike {
        MemoryChecks memory;
        std::vector<MemoryChecks> lighter = {}; ///< [way] of lighter_ways()
    };
    Examined examine(const ParallelConfig& config, double gpu_bytes, Alike& alike);
    /// Adds to `examined` what recomputation makes fit of configurations that do not fit and may win.
    void mend(std::vector<Examined>& examined);
    /// On GPUs of unlike memory. examine() recomputes as few layers as the largest GPU asks for; this adds
    /// the same configuration with as many layers as the smallest GPU asks for that the configuration must
    /// use.
    void repeat_more_on_small(const std::vector<ParallelConfig>& configs, std::vector<Examined>& examined);
    /// Seconds of a configuration in host order, the best of a few that compute fastest: others need not be
    /// looked at closely. Infinite where none of them may be shown.
    double first_time(const std::vector<Examined>& examined) const;
    /// Raises the bounds of those that may win by what goes on inside their blocks.
    void bound(std::vector<Examined>& examined);
    /// The configurations with cheapest_offload().
    std::vector<ParallelConfig> offloaded(const std::vector<ParallelConfig>& configs) const;
    /// While the filter runs: tells of a configuration that fits, placed as its search will begin, where it
    /// may be better than what was told of before and the last such look is a while ago. A person sees a plan
    /// at once; the search itself learns nothing of it. From any thread.
    void look_ahead(const ConfigSearch& search);
    /// Costs that no mapping of the configuration beats. `alike`: those of one that was looked at before;
    /// they become those of this one.
    PipelineCosts fastest(const ParallelConfig& config, std::optional<TimesOf>& alike);
    /// The lightest way to recompute that makes the configuration's own needless: it repeats a part of it
    /// alone and fits safely. None: the configuration needs what it repeats.
    std::optional<ParallelConfig> safe_with_less(const ParallelConfig& config, Alike& alike) const;
    /// Checks for configurations of so many GPUs that hold whichever of the GPUs they take: the smallest
    /// memory that they cannot avoid, and flash attention only where enough GPUs have it.
    MemoryChecks checks_on_the_least(int world) const;

    // plan_search.cpp
    void sort_by_bound();
    /// Seconds that no placement of a configuration that fits goes below; 0: not known.
    double least_time() const;
    /// Takes a configuration that needs more than GPUs or hosts have.
    void reject_over_memory(const ParallelConfig& config, const FilledMemory& fullest);
    /// Takes a configuration that was searched in vain.
    void reject(const ConfigSearch& search);
    /// Configurations that would fit were it not for broken links.
    void reject_parted(const std::vector<ParallelConfig>& configs);
    /// Keeps as many of what may be shown as were asked for: the fastest ones, and the preferred one.
    void keep_shown();
    void finish();

    // balancing.cpp
    /// Spreads the layers of configurations whose stages take longer than they need to: of those that may so
    /// be faster than first_s_.
    void balance_stages();
    /// Takes another split of the layers where its fastest costs are simulated to be faster.
    void balance(ConfigSearch& search);

    // exploring.cpp
    /// Rounds of fixed size in the order of the lower bounds. What a round may know is only what earlier
    /// rounds found, so the result does not depend on threads or time.
    void explore();
    /// Raises a configuration's lower bound to what the simulation of its fastest costs takes.
    void tighten(ConfigSearch& search);
    /// The next configurations that wait, from `next` on, that may win; the others are appended to `slower`.
    std::vector<std::size_t> next_round(std::size_t& next, std::vector<std::size_t>& slower);
    /// Each process does its share, and learns what the others found.
    void explore_round(const std::vector<std::size_t>& round);
    void explore_one(ConfigSearch& search);
    /// Whether a configuration's start is so slow that chains would have to gain more than twice what they
    /// ever gained in this search.
    bool is_left_behind(const ConfigSearch& search) const;
    void learn(const ConfigSearch& search);

    SearchState state_;
    std::mutex looking_ahead_;
    std::chrono::steady_clock::time_point looked_ahead_{};
    std::optional<Candidate>
        seen_ahead_; ///< the best of look_ahead(): the plan of a search that is stopped early
    Plan plan_;
    NearestRejections rejections_;
    bool all_bounded_ = false; // the state's `waiting` holds every configuration that fits
    std::vector<std::ptrdiff_t> explored_;
    std::vector<std::ptrdiff_t> shown_; // those of them that fit and may be shown
    std::map<Shape, Placements> known_; // the best of some configurations of a shape
    double first_s_ = 0;                // first_time()
    double most_gained_ = 0; // by chains of one configuration, as a share of what they made of its start
};

} // namespace pipette
