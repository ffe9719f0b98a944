// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/time/exchange_kernel.h"

namespace pipette {

/// Rings whose members all sit on nodes of their own cost their slowest hop, which is kept: a move changes
/// the hops beside its blocks.
class HopRings final : public ExchangeKernel {
public:
    explicit HopRings(const PlacementProblem& problem);

    void reset(std::span<const std::uint32_t> slot_of_block) override;
    void soften(const SoftMaximum& soft, const double* begin) override;
    double energy() const override;
    FirstLook attempt_first(const Move& move) override;
    double attempt_last(const Move&, double) override { return 0; }
    void keep(const Move& move) override;
    void undo() override {} // nothing was written yet

private:
    struct NewHop {
        std::uint32_t at, device;
        double hop, energy;
    };
    double hop(int device, int replica, std::span<const std::uint32_t> slot_of_block) const;
    double after_hops(int device, double slowest) const;
    double softened(int device, double hop) const;
    double take_new_hops(const Move& move, bool counting);

    const StageExchange& exchange_;
    bool uniform_latency_;
    SoftMaximum soft_;
    std::vector<double> begin_;              // [device]
    std::vector<double> most_;               // [device] exchange over the slowest link there is
    std::vector<char> counts_;               // [device] whether any hop of it could have an energy
    std::vector<double> hops_, hop_energy_;  // [device * replicas + replica] to the next replica
    std::vector<double> slowest_;            // [device] hop
    std::vector<NewHop> new_hops_;           // of the move under way
    std::vector<std::uint32_t> move_of_hop_; // the last one that asked for it
    std::uint32_t move_ = 0;
};

} // namespace pipette
