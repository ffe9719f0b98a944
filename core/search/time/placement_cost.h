// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/problem/placement_problem.h"
#include "core/search/time/broken_hops.h"
#include "core/search/time/exchange_kernel.h"
#include "core/search/time/nic_sharing.h"
#include "core/search/time/replica_floor.h"
#include "core/search/time/replica_time.h"
#include "core/search/time/soft_maximum.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace pipette {

/// The cost in seconds of one placement of the blocks, kept up to date move by move:
///
///     max over devices s and replicas d of  pipeline_d - tail_{d,s} + optimizer_s + exchange_s
///
/// pipeline_d is the bound of the replica's pipeline (help: time.md, "The bound"), tail_{d,s}
/// the way of the last gradient from stage s to stage 0, exchange_s the gradient exchange of the stage. A
/// change works out the replicas and rings that it touches from their own values, so nothing drifts. No
/// allocation after construction.
///
/// A maximum is a poor guide: most moves leave it as it is. So moves are judged by an energy, the sum of
/// SoftMaximum parts of every replica (with the exchanges as they were when soften() was called) and of every
/// ring hop (with the slowest replicas of then).
///
/// Hops over broken links are counted beside the cost. In the energy each weighs far more than any time.
class PlacementCost {
public:
    /// `slot_of_block` [block]; all different. `problem` must outlive this. The energy is as sharp as a
    /// thousandth of the cost.
    PlacementCost(const PlacementProblem& problem, std::span<const std::uint32_t> slot_of_block);

    PlacementCost(PlacementCost&&) = delete; // its parts refer to each other

    double cost() const { return cost_; }
    long broken_hops() const { return broken_.count(); }
    /// How much of the change that attempt() told is not time but hops over broken links.
    double broken_change() const { return broken_change_; }
    double energy() const; ///< summed afresh: O(replicas * devices)
    const std::vector<std::uint32_t>& slot_of_block() const { return slot_of_block_; }
    const std::vector<std::int32_t>& block_of_slot() const { return block_of_slot_; } ///< [slot] -1: spare
    int slowest_replica() const; ///< one that decides the cost; O(replicas)

    /// Energies are of this width from now on, and count from the cost as it is: O(replicas * devices).
    void soften(double width);

    /// By how much the energy changes with all `changes` at once, which must leave every slot with one block
    /// at most. Ends with keep() or undo(). When it is sure to be above `limit`, something between the two
    /// comes back and only undo() may follow.
    double attempt(std::span<const Change> changes, double limit = std::numeric_limits<double>::infinity());
    void keep();
    void undo();

    /// Takes another placement.
    void reset(std::span<const std::uint32_t> slot_of_block);

private:
    double change_of_times(std::span<const Change> changes, double limit);
    void touch(std::uint32_t replica);
    void put(std::span<const Change> changes);
    std::size_t same_links(std::size_t touched) const;
    void fetch_links(std::span<const Change> changes) const;
    void load_shared(std::span<const NicSharing::Difference> differences);
    bool leaves_node(int device, const std::uint32_t* slots) const;
    void load_links_of(std::uint32_t block);
    void load_shared_links(std::uint32_t block, const NicSharing::Difference& difference);
    /// A place of a row among the first 64, as a bit; longer rows have none.
    std::uint64_t bit_of(std::size_t at) const { return row_ <= 64 ? std::uint64_t(1) << at : 0; }
    void load_all_links(std::size_t touched);
    double sure_change_of(std::size_t touched) const;
    double sure_change() const;
    double energy_at_stake(std::span<const Change> changes) const;
    double work_out(std::size_t touched, double limit);
    double energy_of_touched() const;
    void forget_touched();
    double latest(const double* ends) const;
    void keep_columns();
    double combined() const;

    const PlacementProblem& problem_;
    std::vector<std::uint32_t> slot_of_block_;
    std::vector<std::int32_t> block_of_slot_;
    std::unique_ptr<ReplicaTime> replica_time_;
    std::unique_ptr<ReplicaFloor> floor_; // null where none is known
    LinkTimes link_times_;
    std::optional<NicSharing> sharing_; // where blocks may meet on NICs
    std::unique_ptr<ExchangeKernel> exchange_;
    BrokenHops broken_;
    bool nodes_alike_inside_ = false; // in the times of their links
    std::size_t links_ = 0, row_ = 0; // a replica's links; with its exchanges between stages after them
    std::vector<BothWays> link_s_;    // [replica, row]
    std::vector<double> ends_;        // [replica, padded device] without the exchange
    std::vector<double> slowest_;     // [padded device] over the replicas
    double cost_ = 0;
    double broken_change_ = 0; // of the move under way

    SoftMaximum soft_;
    std::vector<double> soft_exchange_; // [padded device] as it was at the last soften()
    std::vector<double> energy_;        // [replica]
    double energy_sum_ = 0;             // of the replicas

    // The move under way.
    std::vector<Change> before_;
    bool keeps_inside_ = false;          // times of links inside nodes
    std::vector<std::uint32_t> touched_; // replicas
    std::vector<std::int32_t> row_of_;   // [replica] its place in touched_; -1
    std::vector<StageSet> stages_of_;    // [touched] whose links are other ones, of the first 64
    std::vector<std::uint64_t> loaded_;  // [touched] what of the row is looked up already
    std::vector<BothWays> new_link_s_;   // [touched, row]
    std::vector<double> new_after_;      // [touched, padded device] ends less the pipeline
    std::vector<double> new_pipeline_;   // [touched]
    std::vector<double> new_energy_;     // [touched]
};

} // namespace pipette
