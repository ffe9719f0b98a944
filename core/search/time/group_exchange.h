// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/group_time.h"
#include "core/search/time/exchange_kernel.h"

namespace pipette {

/// Any exchanges, group by group as the whole cost has them: for blocks over several nodes, links measured
/// GPU by GPU, nodes of several kinds, and groups over some replicas alone. Works out again the
/// groups that a move changes or whose network cards it loads otherwise.
class GroupExchange final : public StageExchangeKernel {
public:
    explicit GroupExchange(const PlacementProblem& problem);

    void reset(std::span<const std::uint32_t> slot_of_block) override;
    FirstLook attempt_first(const Move&) override { return {0, energy()}; } // all may get other shares

private:
    struct Part { ///< one collective
        const StageExchange* exchange;
        std::vector<int> place;     ///< [replica * peers + peer] group * members + member
        std::vector<int> gpus;      ///< [device * places + place]
        std::vector<char> spans;    ///< [device * groups + group] whether it spans nodes
        std::vector<int> load;      ///< [NIC] GPUs whose group spans nodes
        std::vector<char> differs;  ///< [group] its time may be another than that of those before
        std::vector<double> time_s; ///< [device * groups + group] of those that may differ, else 0
        std::vector<char> stale;    ///< [device * groups + group] its time is that of before
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
        double time_s;
    };
    struct Seat { ///< of a GPU: -1 where no slot has it
        int slot = -1, peer = 0;
    };

    void take(const Move& move) override;
    void take_back() override;
    double stage_s(int device) override;

    template <class Function>
    void each_gpu(const Part& part, const Change& change, const Function& function) const;
    GroupMembers members_of(const Part& part, std::size_t group) const;
    bool finds_span(const Part& part, std::size_t group) const;
    void put(std::span<const Change> changes);
    void add_load(std::size_t part, int gpu, int sign);
    void find_spans(std::size_t part, const Change& change);
    void mark_moved(const Change& change);
    void mark_users(const SavedLoad& saved, std::span<const std::int32_t> block_of_slot);
    double slowest_s(std::size_t part, int device);

    int peers_ = 1, places_ = 1;
    std::vector<Part> parts_;
    GroupTime group_time_;
    std::vector<Seat> seat_of_gpu_;
    std::vector<std::vector<int>> gpus_of_nic_; // those with a seat
    // The move under way.
    std::vector<Change> before_;
    std::vector<SavedLoad> saved_loads_;
    std::vector<SavedSpan> saved_spans_;
    std::vector<SavedTime> saved_times_;
    std::vector<char> is_saved_; // [part * NICs + NIC]
};

} // namespace pipette
