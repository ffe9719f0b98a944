// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/problem/placement_problem.h"
#include "core/search/time/change.h"
#include "core/search/time/soft_maximum.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace pipette {

/// Seconds of the exchange of every stage of a placement at the end of an iteration, kept up to date move by
/// move. There is one kernel for each way in which the times follow from where the blocks are; a problem is
/// given its kernel once. No allocation after construction.
class ExchangeKernel {
public:
    explicit ExchangeKernel(const PlacementProblem& problem)
        : problem_(problem), values_(std::size_t(problem.padded), 0) {}
    virtual ~ExchangeKernel() = default;

    const double* values() const { return values_.data(); } ///< [padded device]

    virtual void reset(std::span<const std::uint32_t> slot_of_block) = 0;
    /// Energies from now on: what each part adds to a SoftMaximum of the ends, which begin at `begin`
    /// [device].
    virtual void soften(const SoftMaximum& soft, const double* begin) = 0;
    virtual double energy() const = 0; ///< summed afresh

    /// By how much the energy changes with a move that the placement holds already: kernels that find it
    /// cheaply say so first, the others what they could take away at most, and the change last: where it is
    /// sure to be above `limit`, something between the two. Ends with keep() or undo(), which may come before
    /// attempt_last() and must come where it is above.
    struct FirstLook {
        double change = 0, at_stake = 0;
    };
    virtual FirstLook attempt_first(const Move& move) = 0;
    virtual double attempt_last(const Move& move, double limit) = 0;
    virtual void keep(const Move& move) = 0;
    virtual void undo() = 0;

protected:
    const PlacementProblem& problem_;
    std::vector<double> values_;
};

/// The kernel of the problem: `none` has no exchange, `hops` is HopRings, `nodes` NodeRings, `groups`
/// GroupExchange.
std::unique_ptr<ExchangeKernel> exchange_kernel(const PlacementProblem& problem,
                                                std::span<const std::uint32_t> slot_of_block);

/// Kernels that work out whole stages again: those that a move touches.
class StageExchangeKernel : public ExchangeKernel {
public:
    explicit StageExchangeKernel(const PlacementProblem& problem);

    void soften(const SoftMaximum& soft, const double* begin) override;
    double energy() const override;
    double attempt_last(const Move& move, double) override { return work_out(move); }
    void keep(const Move& move) override;
    void undo() override;

protected:
    double work_out(const Move& move);       ///< the change of the energy
    virtual void take(const Move& move) = 0; ///< and touch() the stages whose times may change
    virtual void take_back() = 0;            ///< the last move
    virtual double stage_s(int device) = 0;

    void find_all();
    bool touch(int device); ///< whether that is new
    std::vector<int> touched_;
    std::vector<double> energy_; ///< [padded device]

private:
    SoftMaximum soft_;
    std::vector<double> begin_, new_energy_, new_values_; // [padded device]
    std::vector<char> is_touched_;
    bool taken_ = false; // a move that is not kept
};

} // namespace pipette
