// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/exchange_cost.h"
#include "core/search/nic_sharing.h"
#include "core/search/placement_problem.h"
#include "core/search/replica_time.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace pipette {

/// The cost in seconds of one placement of the blocks, kept up to date move by move:
///
///     max over devices s and replicas d of  pipeline_d - tail_{d,s} + optimizer_s + exchange_s
///
/// pipeline_d is DESIGN section 4's bound of the replica's pipeline, tail_{d,s} the way of the last gradient
/// from stage s to stage 0, exchange_s the gradient exchange of the stage. A change works out the replicas
/// and rings that it touches from their own values, so nothing drifts. No allocation after construction.
class PlacementCost {
public:
    /// `slot_of_block` [block]; all different. `problem` must outlive this.
    PlacementCost(const PlacementProblem& problem, std::span<const std::uint32_t> slot_of_block);

    double cost() const { return cost_; }
    const std::vector<std::uint32_t>& slot_of_block() const { return slot_of_block_; }
    const std::vector<std::int32_t>& block_of_slot() const { return block_of_slot_; } ///< [slot] -1: spare
    int slowest_replica() const; ///< one that decides the cost; O(replicas)

    /// Cost after all `changes` at once, which must leave every slot with one block at most. Ends with keep()
    /// or undo(). When it is sure to be above `limit`, something between the two comes back and only undo()
    /// may follow.
    double attempt(std::span<const Change> changes, double limit = std::numeric_limits<double>::infinity());
    void keep();
    void undo();

    /// Takes another placement.
    void reset(std::span<const std::uint32_t> slot_of_block);

private:
    void touch(std::uint32_t replica);
    void put(std::span<const Change> changes);
    void work_out_touched();
    void columns_after_touched();
    double combine() const;
    double cost_of_other_stages(std::span<const Change> changes);
    void keep_values();

    const PlacementProblem& problem_;
    std::vector<std::uint32_t> slot_of_block_;
    std::vector<std::int32_t> block_of_slot_;
    ReplicaTime replica_time_;
    NicSharing sharing_;
    ExchangeCost exchange_;
    std::size_t links_ = 0;                     // a replica's
    std::vector<double> ends_;                  // [replica, padded device] without the exchange
    std::vector<double> slowest_, new_slowest_; // [padded device] over the replicas
    double cost_ = 0, new_cost_ = 0;

    // The move under way.
    std::vector<Change> before_;
    std::vector<std::uint32_t> touched_; // replicas
    std::vector<char> is_touched_;
    std::vector<BothWays> new_link_s_; // [touched, device link]
    std::vector<double> new_ends_;     // [touched, padded device]
    std::vector<char> is_own_stage_;   // [device]
    const double* new_exchange_ = nullptr;
    bool exchange_attempted_ = false;
};

} // namespace pipette
