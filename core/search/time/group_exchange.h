// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/group_time.h"
#include "core/search/time/exchange_kernel.h"

#include <numeric>

namespace pipette {

/// Any exchanges, group by group as the whole cost has them: for blocks over several nodes, links measured
/// GPU by GPU, nodes of several kinds, and groups over some replicas alone. Works out again the
/// groups that a move changes or whose network cards it loads otherwise. Every hop of every group has an
/// energy, with the other collectives as slow as they were when soften() was called.
class GroupExchange final : public ExchangeKernel {
public:
    explicit GroupExchange(const PlacementProblem& problem);

    void reset(std::span<const std::uint32_t> slot_of_block) override;
    void soften(const SoftMaximum& soft, const double* begin) override;
    double energy() const override { return std::accumulate(energies_.begin(), energies_.end(), 0.0); }
    FirstLook attempt_first(const Move&) override { return {0, energy()}; } // all may get other shares
    double attempt_last(const Move& move, double limit) override;
    void keep(const Move& move) override;
    void undo() override;

private:
    struct Part { ///< one collective
        const StageExchange* exchange;
        std::vector<int> place;             ///< [replica * peers + peer] group * members + member
        std::vector<int> gpus;              ///< [device * places + place]
        std::vector<char> spans;            ///< [device * groups + group] whether it spans nodes
        std::vector<int> load;              ///< [NIC] GPUs whose group spans nodes
        std::vector<char> differs;          ///< [group] its time may be another than that of those before
        std::vector<double> time_s, energy; ///< [device * groups + group] of those that may differ, else 0
        std::vector<char> stale;            ///< [device * groups + group] its time is that of before
        std::vector<double> slowest_s;      ///< [device] of its groups
        std::vector<double> begin_s;        ///< [device] when all but these have ended
        int groups() const { return exchange->groups.count(); }
        int members() const { return exchange->groups.size(); }
    };
    struct SavedLoad {
        std::size_t part, nic;
        int load;
    };
    struct SavedSpan {
        std::size_t part, group;
        char spans;
    };
    struct SavedTime {
        std::size_t part, group;
        double time_s, energy;
    };
    struct Stale {
        std::size_t part, group;
    };
    struct Seat { ///< of a GPU: -1 where no slot has it
        int slot = -1, peer = 0;
    };

    template <class Function>
    void each_group(const Function& function) const;
    template <class Function>
    void each_gpu(const Part& part, const Change& change, const Function& function) const;
    GroupMembers members_of(const Part& part, std::size_t group) const;
    bool finds_span(const Part& part, std::size_t group) const;
    void put(std::span<const Change> changes);
    void add_load(std::size_t part, int gpu, int sign);
    void find_spans(std::size_t part, const Change& change);
    void mark(std::size_t part, std::size_t group);
    void mark_moved(const Change& change);
    void mark_users(const SavedLoad& saved, std::span<const std::int32_t> block_of_slot);
    void take(const Move& move);
    void take_back();
    void work_out(const Stale& stale);
    void sum_up(std::size_t device);

    int peers_ = 1, places_ = 1;
    std::vector<Part> parts_;
    GroupTime group_time_;
    std::vector<Seat> seat_of_gpu_;
    std::vector<std::vector<int>> gpus_of_nic_; // those with a seat
    SoftMaximum soft_;
    std::vector<double> energies_; // [device]
    // The move under way.
    bool taken_ = false;
    std::vector<Change> before_;
    std::vector<SavedLoad> saved_loads_;
    std::vector<SavedSpan> saved_spans_;
    std::vector<SavedTime> saved_times_;
    std::vector<Stale> stale_;
    std::vector<char> is_changed_; // [device]
    std::vector<char> is_saved_;   // [part * NICs + NIC]
};

} // namespace pipette
