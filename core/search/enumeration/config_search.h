// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/random.h"
#include "core/search/placement/annealer.h"
#include "core/search/placement/expressible.h"
#include "core/search/placement/search_tables.h"
#include "core/search/search_progress.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace pipette {

/// One configuration on its way through the search.
struct ConfigSearch {
    int number = 0; ///< in this search: names its seeds and its curve
    ParallelConfig config;

    double lower_bound_s = 0; ///< no mapping is faster
    std::optional<Candidate> best;
    std::vector<std::uint32_t> placement; ///< slots of the best candidate's blocks
    std::vector<double> device_bytes;     ///< [device] upper memory estimate

    // Found once, before it is polished: see PlacementSearch.
    bool is_small = false;
    double blur_s = 0;
    std::vector<std::vector<std::uint32_t>> starts;
    bool orders_known = false; ///< refined() finds the best order of nodes: no chain has to look for it

    // The placement that came of refining, and by how many simulations at most.
    std::vector<std::uint32_t> refined;
    long refined_by = 0;
};

/// Chains that anneal the placement of one configuration.
class PlacementSearch {
public:
    /// `start`: the mapping to begin with; null for host order. Keeps references to tables and search.
    PlacementSearch(const SearchTables& tables, const SlotShape& shape, const ConfigSearch& search,
                    const RankMapping* start);

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

    /// Whether the distinct placements are so few that refined() looks at all of them.
    bool is_small() const;
    /// Whether all orders of the nodes of a placement are few enough to be looked at.
    bool knows_orders_of(const std::vector<std::uint32_t>& placement) const;
    /// By simulated time: the best of all distinct placements where the search is_small, else what the best
    /// order of nodes and exchanges of blocks make of `placement`. At most so many simulations.
    std::vector<std::uint32_t> refined(const std::vector<std::uint32_t>& placement, long simulations) const;

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
