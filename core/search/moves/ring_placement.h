// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/random.h"
#include "core/search/problem/placement_problem.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace pipette {

/// How long RingPlacement looks for each ring.
enum class RingSearch { brief, thorough };

/// Placements made for the gradient exchange: the ring of a stage is as slow as its slowest hop, and single
/// moves seldom turn a ring with one slow hop into one without. So the rings are drawn first, each a random
/// one of the best that the seats left over allow, and the pipelines follow them. A seat is a slot, or a
/// whole node where nodes hold several blocks: then those of one stage. Long rings are drawn coarsely: seat
/// after seat, and then what is slowest is exchanged for as long as that helps. No allocation after
/// construction.
class RingPlacement {
public:
    static constexpr std::uint32_t longest_of_seats = 256;

    /// `longest`: rings of more seats are drawn coarsely.
    explicit RingPlacement(const PlacementProblem& problem, RingSearch search = RingSearch::brief,
                           std::uint32_t longest = longest_of_seats);

    /// Whether there are rings to place: no block is fixed, and every stage fills whole seats, two at least.
    bool possible() const { return possible_; }

    /// Whether draw() might have made the placement, too: whole seats hold successive replicas of one stage.
    bool draws_like(std::span<const std::uint32_t> slot_of_block) const;

    /// Fills in a placement: [block] a slot.
    void draw(Random& random, std::span<std::uint32_t> slot_of_block);

private:
    double hop(std::uint32_t from, std::uint32_t to) const;
    void walk_to_near_seats(Random& random);
    void exchange_slowest();
    double slower_hop(std::uint32_t place, std::uint32_t seat) const;
    void find_coarse_ring(Random& random);
    void choose_pool(Random& random);
    std::pair<double, double> measure_pool();
    void connect(double slowest);
    std::uint32_t steps_from_a_start() const { return 8 * members_ + 64; }
    bool extend(std::uint32_t start, Random& random);
    bool leave_out_dead_ends();
    bool find_ring(Random& random);
    void find_best_ring(Random& random);
    void seat_ring(int device);
    void follow(int device, Random& random);

    const PlacementProblem& problem_;
    RingSearch search_;
    bool possible_ = false;
    std::uint32_t devices_ = 0, together_ = 1; ///< blocks that share a seat
    std::uint32_t members_ = 0;                ///< seats of a ring
    bool is_coarse_ = false;
    std::vector<int> order_;                ///< devices that exchange gradients, dearest first
    std::vector<std::uint32_t> seats_;      ///< [device * members + member] of the placement under way
    std::vector<std::uint32_t> free_after_; ///< [seat] the next that no ring has yet; in a coarse ring's walk
    std::vector<char> is_drawn_, used_;     ///< [device], [seat]
    // The ring under way: seats that it may take, and sets of them as bits.
    std::size_t most_ = 0, words_ = 0;
    std::vector<std::uint32_t> pool_;
    std::vector<double> way_;          ///< [seat] to it from the centre of the pool
    std::vector<std::uint32_t> sites_; ///< [pool]
    struct Nearest {
        double leaving, reached;
    };
    std::vector<double> hops_;        ///< [pool * most + pool]
    std::vector<Nearest> nearest_;    ///< [pool] in no order once measured
    std::vector<std::uint64_t> next_; ///< [pool * words] those within reach of each
    std::vector<std::uint64_t> open_; ///< [member * words] what is left to try after each member
    std::vector<std::uint64_t> free_; ///< [words] those that are not on the path
    std::vector<std::uint64_t> live_,
        reached_;                            ///< [words] those that a ring may run through; that any leads to
    std::vector<std::uint32_t> path_, ring_; ///< numbers in the pool; seats of a coarse ring
};

} // namespace pipette
