// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/rounds/polishing_effort.h"
#include "core/search/rounds/search_state.h"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace pipette {

/// The step of a search that improves the placements of the fastest configurations (help: search.md,
/// "Polish"): successive halving, rounds of longer chains for the fewer that may still be the best.
class Polishing {
public:
    explicit Polishing(SearchState& state) : state_(state) {}

    /// `order`: configurations that may be shown, as places in SearchState::waiting. Returns those that the
    /// plan may list.
    std::vector<std::ptrdiff_t> run(std::vector<std::ptrdiff_t> order);

private:
    static constexpr std::size_t listed = 20; ///< configurations at most: a table's rows

    /// Some rows of a round: what the progress calls them, and the share of the whole search that they are.
    struct Step {
        int round;               ///< counted from 1
        std::size_t first_place; ///< of the first of them among all
        std::string turn;
        double share;
    };
    enum class ChainKind { plain, whole_nodes, slow, over_units };
    /// A chain of a round.
    struct Unit {
        std::size_t row;
        int chain; ///< counts through all of its row
        ChainKind kind = ChainKind::plain;
        int number = 0; ///< among those of its kind
    };

    /// Configurations of one shape take each other's placements where these are faster.
    void swap_placements(const std::vector<std::ptrdiff_t>& order);
    /// With snapshots: those of `order` are judged over all of them and put in that order. Returns those that
    /// the plan may list.
    std::vector<std::ptrdiff_t> judge(std::vector<std::ptrdiff_t>& order);
    /// What the rounds ask of every one of them.
    void prepare(const std::vector<std::ptrdiff_t>& order);
    /// Whether a change of layers is quickly simulated: few GPUs, no snapshots.
    bool moves_layers_quickly() const;
    /// Layers of the few fastest configurations move between chunks, and `order` is by time again.
    void move_layers_of_nearest(std::vector<std::ptrdiff_t>& order);
    /// Layers of the fastest interleaved configurations take walks, once few configurations are left.
    void walk_layers_of_nearest(const std::vector<std::ptrdiff_t>& order, const PolishingRound& round);
    /// The fastest few first, then those that may overtake them.
    void run_round(std::vector<std::ptrdiff_t>& order, const PolishingRound& round, const Step& step);
    /// Chains and simulations for these rows.
    void improve(const std::vector<std::ptrdiff_t>& rows, const PolishingRound& round, const Step& step);
    /// Whether a row may become the first by as much as twice what a round improved any row by.
    bool may_overtake(const ConfigSearch& search) const;
    /// Takes the best times anew: those of these rows.
    void learn_best(const std::vector<std::ptrdiff_t>& order);
    /// Chains, each placement simulated.
    void anneal_rows(const std::vector<std::ptrdiff_t>& rows, const PolishingRound& round, const Step& step);
    /// The rows' problems where chains help; none elsewhere.
    std::vector<std::optional<PlacementSearch>> problems_of(const std::vector<std::ptrdiff_t>& rows,
                                                            int round);
    /// How many slow chains the row gets: the first rows of the first shapes of a round get some.
    int slow_chains(const ConfigSearch& search, const PolishingRound& round, int number);
    /// How many walks over units the row gets: the first row of each shape, once few configurations are left.
    int walks_over_units(const ConfigSearch& search, const PlacementSearch& placements,
                         const PolishingRound& round);
    ChainResult run_unit(const Unit& unit, const ConfigSearch& search, const PlacementSearch& placements,
                         const PolishingRound& round, int number);
    /// Those that have an order of nodes: by as many moves as they are due.
    void order_nodes(const std::vector<std::ptrdiff_t>& rows, const std::vector<Refining>& efforts);
    /// By simulated time, from this place on among all.
    void refine(const std::vector<std::ptrdiff_t>& rows, std::size_t first_place);

    SearchState& state_;
    double most_improved_ = 0; ///< by one round, of one configuration, as a share
    std::set<Shape> cooled_;   ///< shapes that have slow chains in this round
    std::set<Shape> walked_;   ///< shapes that have walks over units in this round
};

} // namespace pipette
