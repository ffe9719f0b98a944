// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/random.h"
#include "core/search/exhaustive/exact_search.h"
#include "core/search/moves/annealer.h"
#include "core/search/problem/expressible.h"
#include "core/search/problem/search_tables.h"
#include "core/search/rounds/search_progress.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace pipette {

/// One configuration on its way through the search.
struct ConfigSearch {
    int number = 0; ///< in this search: names its seeds and its curve
    ParallelConfig config;

    double lower_bound_s = 0; ///< no mapping is faster; rises with what the search proves
    double even_s = 0;        ///< of the usual split of its layers: evenly_spread_time()
    std::optional<Candidate> best;
    std::vector<std::uint32_t> placement; ///< slots of the best candidate's blocks
    std::vector<double> device_bytes;     ///< [device] upper memory estimate
    Verdict verdict = Verdict::safe;      ///< of its fullest device
    double start_s = 0;                   ///< of the placement that its first chains began with; 0: none ran

    // Found once, before it is polished: see PlacementSearch.
    bool is_small = false;
    double blur_s = 0;
    std::vector<std::vector<std::uint32_t>> starts;
    /// The best structured placement with its nodes in the best order, and by how many moves that was found;
    /// empty: chains have to look for an order.
    std::vector<std::uint32_t> ordered;
    long ordered_by = 0;

    std::vector<std::uint32_t> climbed; ///< the placement whose stages were changed in vain
    bool cooled_in_vain = false;        ///< its last slow chains made it hardly faster
    bool walked_in_vain = false;        ///< its last walks over units made it hardly faster

    // The placement that came of refining, and by how many simulations at most.
    std::vector<std::uint32_t> refined;
    long refined_by = 0;
};

/// Whether groups of the ranks of a stage exchange something (experts, ZeRO-2 and 3), not all replicas alone.
bool exchanges_in_groups(const ParallelConfig& config);

/// Hops of rings that a chain of the polish may cost.
inline constexpr long polishing_work = 40'000'000;
/// Moves that cost no more than `work` hops of rings. Where blocks share a node a move may walk whole rings.
long affordable(const ParallelConfig& config, int gpus_of_node, long work);

/// How much annealing a configuration gets.
struct Effort {
    int chains;
    long moves, stagnation;
};

/// How long the placement of one configuration is refined.
struct Refining {
    long simulations = 0; ///< of exchanged blocks
    long order_moves = 0; ///< of whole nodes, where best_node_order() knows the placement
};

/// Chains that anneal the placement of one configuration.
class PlacementSearch {
public:
    /// `start`: the mapping to begin with; null for host order. Keeps references to tables and search.
    PlacementSearch(const SearchTables& tables, const SlotShape& shape, const ConfigSearch& search,
                    const RankMapping* start);

    /// Whether blocks leave slots spare or nodes form domains: see slot_units().
    bool has_units() const { return !problem_.units.empty(); }
    const SlotLayout& layout() const { return problem_.layout; }
    RankMapping mapping(const std::vector<std::uint32_t>& placement) const;
    /// Whether the launcher that was named can express a placement; yes when none was.
    bool is_expressible(const std::vector<std::uint32_t>& placement) const {
        return expressible()(placement);
    }

    /// Which of the placements has the fewest hops over broken links, of these the least annealing cost; the
    /// first of equal ones.
    std::size_t cheapest(const std::vector<std::vector<std::uint32_t>>& placements) const;

    /// Where chains may begin but for the start mapping: structured_starts(), and those that `known` holds of
    /// like configurations. The start mapping alone where a person gave it.
    std::vector<std::vector<std::uint32_t>>
    starts(const std::vector<std::vector<std::uint32_t>>& known) const;

    /// The `count` cheapest of starts() after whole nodes have changed places; the cheapest first.
    std::vector<std::vector<std::uint32_t>> best_starts(const std::vector<std::vector<std::uint32_t>>& known,
                                                        std::size_t count) const;

    /// The `count` cheapest of all distinct placements; empty where these are more than `most`.
    std::vector<std::vector<std::uint32_t>> cheapest_of_all(long most, std::size_t count) const;

    /// Seconds that the placement takes at least; 0 where its annealing cost is no bound.
    double bound_s(const std::vector<std::uint32_t>& placement) const;

    /// Whether the distinct placements are so few that refined() looks at all of them.
    bool is_small() const;
    /// The cheapest structured placement with its nodes in the best order that so many moves find; empty
    /// where best_node_order() knows none, or a start mapping was given.
    std::vector<std::uint32_t> ordered_start(long moves) const;
    /// best_node_order() of the placement; as it is where that is not known.
    std::vector<std::uint32_t> reordered(const std::vector<std::uint32_t>& placement, long moves) const;
    /// By simulated time: the best of all distinct placements where the search is_small, else what the order
    /// of its nodes and exchanges of blocks make of `placement`, or of the search's `ordered` where that is
    /// faster. Tells the progress how far it is.
    ProvenPlacement refined(const std::vector<std::uint32_t>& placement, const Refining& effort,
                            SearchProgress& progress) const;

    /// By how much the times of pipelines and ring hops vary from snapshot to snapshot (ChainBudget's blur):
    /// what the start takes longer when all links between nodes are slower by their spread, as the scale of
    /// a Gumbel distribution. 0 without a history.
    double blur_s() const;

    /// Whether nodes that may change places as they are hold blocks that share network cards: good placements
    /// fill them with tiles of stages and replicas, and what is left is their order.
    bool orders_nodes() const { return problem_.nodes_movable && problem_.nics_shared; }

    /// Anneals one chain from `warm` (a placement of the same shape) or, when null, from the start mapping
    /// (even chains) or from fresh rings, else the cheapest of some random placements (odd ones). Independent
    /// of all other chains; safe from several threads.
    ChainResult run_chain(int chain, ChainBudget budget, const std::vector<std::uint32_t>* warm,
                          SearchProgress& progress, const std::stop_token& stop) const;

private:
    Expressible expressible() const;
    void sort_by_cost(std::vector<std::vector<std::uint32_t>>& placements) const;
    std::uint64_t seed_of_chain(int chain) const;
    void draw_start(Random& random, std::vector<std::uint32_t>& start) const;

    const SearchTables& tables_;
    const ConfigSearch& search_;
    PlacementProblem problem_;
    bool started_ = false;
};

} // namespace pipette
