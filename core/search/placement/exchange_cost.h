// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/group_time.h"
#include "core/search/placement/node_rings.h"
#include "core/search/placement/soft_maximum.h"

#include <cstdint>
#include <span>
#include <vector>

namespace pipette {

/// Seconds of the gradient exchange of every stage of a placement, kept up to date move by move. Rings whose
/// members all sit on nodes of their own cost their slowest hop, which is kept; so are those of NodeRings;
/// other groups are worked out again, whole stages at a time. No allocation after construction.
class ExchangeCost {
public:
    ExchangeCost(const PlacementProblem& problem, std::span<const std::uint32_t> slot_of_block);
    void reset(std::span<const std::uint32_t> slot_of_block);

    const double* values() const { return values_.data(); } ///< [padded device]

    /// Energies from now on: the part of every hop (or of every stage whose ring is not simple), beginning at
    /// `begin` [device].
    void soften(const SoftMaximum& soft, const double* begin);
    double energy() const; ///< summed afresh
    /// How much of the energy `changes` could take away at most, rings that are not simple.
    double energy_at_stake(std::span<const Change> changes) const;

    /// By how much the energy changes with `changes`; the placement, by block and by slot, holds them
    /// already, `before` says where the blocks were. Ends with keep() or undo().
    double attempt(std::span<const Change> changes, std::span<const Change> before,
                   std::span<const std::uint32_t> slot_of_block, std::span<const std::int32_t> block_of_slot);
    /// The arguments of attempt() once more.
    void keep(std::span<const Change> changes, std::span<const std::uint32_t> slot_of_block);
    void undo();

private:
    struct NewHop {
        std::uint32_t at, device;
        double hop, energy;
    };
    struct SavedLoad {
        std::size_t nic;
        int load;
    };

    bool touch(int device);
    double hop(int device, int replica, std::span<const std::uint32_t> slot_of_block) const;
    double after_hops(int device, double slowest) const;
    double exposed(int device, double exchange) const;
    double softened(int device, double exchange) const {
        return soft_.part(begin_[static_cast<std::size_t>(device)] + exchange);
    }
    double group_exchange(int device);
    bool spans_nodes(int device) const;
    void put_gpus(const Change& change);
    void add_load(const Change& change, int sign);
    double take_new_hops(std::span<const Change> changes, std::span<const std::uint32_t> slot_of_block,
                         bool counting);
    double attempt_rings(std::span<const Change> changes, std::span<const Change> before,
                         std::span<const std::int32_t> block_of_slot);
    double attempt_groups(std::span<const Change> changes, std::span<const Change> before);
    double take_new_values();
    void keep_hops();

    const PlacementProblem& problem_;
    int peers_ = 1;
    SoftMaximum soft_;
    std::vector<double> begin_;              // [device]
    std::vector<double> most_;               // [device] exchange over the slowest link there is
    std::vector<char> counts_;               // [device] whether any ring of it could have an energy
    std::vector<double> values_;             // [padded device]
    std::vector<double> hops_, hop_energy_;  // [device * replicas + replica] to the next replica
    std::vector<double> slowest_;            // [device] hop
    std::vector<NewHop> new_hops_;           // of the move under way
    std::vector<std::uint32_t> move_of_hop_; // the last one that asked for it
    std::uint32_t move_ = 0;
    std::vector<double> energy_, new_energy_, new_values_; // [device] groups
    NodeRings rings_;
    GroupTime group_time_;
    std::vector<int> gpus_;   // [(device * replicas + replica) * peers + peer]
    std::vector<int> load_;   // [NIC of the cluster] GPUs whose group spans nodes
    std::vector<char> spans_; // [device]

    std::vector<int> touched_;
    std::vector<char> is_touched_, saved_spans_;
    std::vector<SavedLoad> saved_loads_;
    std::vector<char> is_saved_; // [NIC]
    std::vector<Change> before_;
};

} // namespace pipette
