// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/pipeline_costs.h"
#include "core/search/problem/search_tables.h"
#include "core/search/rounds/config_search.h"
#include "core/search/rounds/nearest_rejections.h"
#include "core/search/rounds/peers.h"
#include "core/search/rounds/search_log.h"
#include "core/search/rounds/search_progress.h"
#include "core/search/space/memory_check.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

namespace pipette {

/// How much annealing a configuration gets.
struct Effort {
    int chains;
    long moves, stagnation;
};

/// One round of successive halving.
struct PolishingRound {
    std::size_t configs; ///< so many of the fastest
    int chains_share;    ///< one of so many of the budget's chains
    long moves;          ///< of each chain
};
/// As many rounds as the budget's moves pay for, one at least. None depends on those after it, so a plan with
/// more moves begins as that with fewer.
std::vector<PolishingRound> polishing_rounds(const AnnealingBudget& budget);

/// What the parts of a search are taken for in its progress, as shares of the whole: they add up to 1.
namespace progress_share {
constexpr double listing = 0.05, memory = 0.1, bounding = 0.1, placing = 0.3, improving = 0.4,
                 baselines = 0.05;
}

/// What one configuration gets that is improved by itself.
Effort polishing(const AnnealingBudget& budget, const ParallelConfig& config, int gpus_of_node);
/// One of its chains, which are blurred by none, half, or all of `blur_s`: how much is right depends on how
/// many links a pipeline adds up, and the snapshots tell which of the chains did best.
ChainBudget budget_of(const Effort& effort, double blur_s, int chain);

inline bool faster(const Candidate& a, const Candidate& b) {
    return a.iteration_time_s < b.iteration_time_s;
}

/// Whether a candidate keeps off what is known to be broken, where the limits do not allow it.
inline bool keeps_off_faults(const Candidate& candidate, const SearchLimits& limits) {
    return limits.allow_faulty || candidate.faults.empty();
}

/// One search for a plan (help: search.md, "Steps"): filter, explore, polish, finish.
class PlanSearch {
public:
    PlanSearch(const PlanInputs& inputs, const Knowledge& knowledge, const SearchSinks& sinks,
               std::stop_token stop, const Peers& peers);

    Plan run();

private:
    static constexpr std::size_t listed = 20; ///< configurations at most that are polished: a table's rows
    /// Configurations of one shape can take each other's placements.
    using Shape = std::array<int, 7>;
    static Shape shape_of(const ParallelConfig& c) { return {c.pp, c.tp, c.tp_x, c.cp, c.dp, c.ep, c.etp}; }
    using Placements = std::vector<std::vector<std::uint32_t>>;

    // filtering.cpp
    /// What is known of a configuration before it is placed.
    struct Examined {
        ParallelConfig config; ///< with as few layers recomputed as its memory asks for
        MemoryCheck memory = {};
        double bound_s = 0;                        ///< no mapping is faster; 0 where it is dropped
        double even_s = 0;                         ///< evenly_spread_time()
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
    std::optional<ParallelConfig> safe_with_less(const ParallelConfig& config, double gpu_bytes,
                                                 Alike& alike) const;

    // plan_search.cpp
    void sort_by_bound();
    /// Seconds that no placement of a configuration that fits goes below; 0: not known.
    double least_time() const;
    /// A configuration placed in host order, or as the mapping that a person started from has it.
    Candidate in_first_placement(const ConfigSearch& search) const;
    /// The exact time of a placement; kept when it is the configuration's best.
    void take(ConfigSearch& search, const PlacementSearch& placements,
              const std::vector<std::uint32_t>& placement);
    /// A candidate as it is shown. The search looks at one table of links; with snapshots the time is that
    /// over all of them.
    Candidate judged(Candidate candidate) const;
    /// The mapping that a person started from, cut or filled up to the configuration's world.
    std::optional<RankMapping> start_for(const ParallelConfig& config) const;
    PlacementSearch placements_of(const ConfigSearch& search) const;
    /// Fastest first; equal ones stay in their order.
    void sort_by_time(std::vector<std::ptrdiff_t>& order) const;
    /// Whether a search's best fits into memory and keeps off faults.
    bool may_be_shown(const Candidate& candidate) const;
    /// Takes a configuration that needs more than GPUs or hosts have.
    void reject_over_memory(const ParallelConfig& config, const FilledMemory& fullest);
    /// Takes a configuration that was searched in vain.
    void reject(const ConfigSearch& search);
    /// Configurations that would fit were it not for broken links.
    void reject_parted(const std::vector<ParallelConfig>& configs);
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
    /// The next of waiting_, from `next` on, that may win; the others are appended to `slower`.
    std::vector<std::size_t> next_round(std::size_t& next, std::vector<std::size_t>& slower);
    /// The best time so far of all, or of as many GPUs where the best of these is kept; 0: none.
    double best_beside(const ParallelConfig& config) const;
    /// What a configuration must beat to be shown first: that time, or one a little longer where the
    /// configuration would be preferred for its memory.
    double to_beat(const ConfigSearch& search) const;
    /// Whether the best with so many GPUs is kept, however slow: all GPUs, and those that a person asked for.
    bool keeps_best_of(int world) const;
    /// Each process does its share, and learns what the others found.
    void explore_round(const std::vector<std::size_t>& round);
    void explore_one(ConfigSearch& search);
    /// Whether a configuration's start is so slow that chains would have to gain more than twice what they
    /// ever gained in this search.
    bool is_left_behind(const ConfigSearch& search) const;
    void learn(const ConfigSearch& search);

    // polishing.cpp
    /// The fastest of `order`, and the best of each number of GPUs that is kept; `count` where they are no
    /// more.
    std::vector<std::ptrdiff_t> kept_first(const std::vector<std::ptrdiff_t>& order, std::size_t count) const;
    /// Keeps as many of what may be shown as were asked for: the fastest ones, and the preferred one.
    void keep_shown();
    /// Configurations of one shape take each other's placements where these are faster.
    void swap_placements(const std::vector<std::ptrdiff_t>& order);
    /// With snapshots: those of `order` that may be shown are judged over all of them and put in that order.
    void judge(std::vector<std::ptrdiff_t>& order);
    /// What the rounds ask of every one of them.
    void prepare_polishing(const std::vector<std::ptrdiff_t>& order);
    /// Successive halving: rounds of longer chains for the fewer that may still be the best.
    void polish();
    /// What the progress calls a round's chains, and the share of the whole search that they are.
    struct Step {
        std::string name;
        double share;
    };
    void polish_round(const std::vector<std::ptrdiff_t>& order, const PolishingRound& round, int number,
                      const Step& step);
    /// Of the first `count` that have an order of nodes: by as many moves as their place is due.
    void order_nodes(const std::vector<std::ptrdiff_t>& order, std::size_t count);
    /// The first `count`, by simulated time.
    void refine(const std::vector<std::ptrdiff_t>& order, std::size_t count);

    const PlanInputs& inputs_;
    const Peers& peers_;
    SearchTables tables_;
    SearchProgress progress_;
    SearchLog log_;
    std::stop_token stop_;
    int threads_ = 1;
    std::mutex looking_ahead_;
    std::chrono::steady_clock::time_point looked_ahead_{};
    std::optional<Candidate>
        seen_ahead_; ///< the best of look_ahead(): the plan of a search that is stopped early
    Plan plan_;
    NearestRejections rejections_;
    std::vector<ConfigSearch> waiting_; // by the bound that they are filtered with
    bool all_bounded_ = false;          // waiting_ holds every configuration that fits
    std::vector<std::ptrdiff_t> explored_;
    std::vector<std::ptrdiff_t> shown_; // those of them that fit and may be shown
    bool judging_ = false;              // times are taken over the snapshots now
    std::map<Shape, Placements> known_; // the best of some configurations of a shape
    double first_s_ = 0;                // first_time()
    double best_s_ = 0, best_safe_s_ = 0;
    double most_gained_ = 0; // by chains of one configuration, as a share of what they made of its start
    std::map<int, double> best_of_world_s_;
    int largest_world_ = 0;
    bool stopped_ = false; // as all processes agreed
};

} // namespace pipette
