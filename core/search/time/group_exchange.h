// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/index.h"
#include "core/cost/group_time.h"
#include "core/search/time/exchange_kernel.h"

#include <array>
#include <numeric>

namespace pipette {

/// Any exchanges, group by group as the whole cost has them: for blocks over several nodes, links measured
/// GPU by GPU, nodes of several kinds, and groups over some replicas alone. Works out again the
/// groups that a move changes or whose network cards it loads otherwise. Every hop of every group has an
/// energy. For the energy of a hop the other collectives are as slow as they were when soften() was called.
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

    /// What a group takes in the placement of the last reset().
    struct GroupHops {
        std::size_t collective;
        int device;
        double time_s;
        const CollectiveHops& hops;
        std::span<const int> nodes; ///< as GroupTime::nodes_of_last()
    };
    /// Calls function(GroupHops) for all groups that may take other times than those before.
    template <class Function>
    void each_group_hops(const Function& function);
    /// By how much the passes of a device are longer because of exchanges in its layers.
    const Hiding& longer_passes(int device) const { return longer_[index(device)]; }

private:
    struct Part { ///< one collective
        const StageExchange* exchange;
        std::vector<int> place;             ///< [replica * peers + peer] group * members + member
        std::vector<int> gpus;              ///< [device * places + place]
        std::vector<char> spans;            ///< [device * groups + group] whether it spans nodes
        std::vector<char> differs;          ///< [group] its time may be another than that of those before
        std::vector<double> time_s, energy; ///< [device * groups + group] of those that may differ, else 0
        std::vector<char> stale;            ///< [device * groups + group] its time is that of before
        std::vector<double> slowest_s;      ///< [device] of its groups
        std::vector<double> begin_s;        ///< [device] when all but these have ended
        std::vector<double> beside_s;       ///< [device] of the collectives that it is hidden with
        int groups() const { return exchange->groups.count(); }
        int members() const { return exchange->groups.size(); }
    };
    /// How many GPUs use each NIC at the same time: those with a group over several nodes.
    struct Load {
        std::vector<int> spanning; ///< [GPU] such groups
        std::vector<int> users;    ///< [NIC]
    };
    struct SavedUsers {
        bool in_layers;
        std::size_t nic;
        int users;
    };
    struct SavedSpanning {
        bool in_layers;
        std::size_t gpu;
        int change;
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

    /// Calls function(Stale) for the groups whose times may differ.
    template <class Function>
    void each_group(const Function& function) const;
    template <class Function>
    void each_gpu(const Part& part, const Change& change, const Function& function) const;
    GroupMembers members_of(const Part& part, std::size_t group) const;
    bool finds_span(const Part& part, std::size_t group) const;
    bool spread_loads(std::span<const std::uint32_t> slot_of_block);
    void put(std::span<const Change> changes);
    void put_with_loads(const Move& move);
    void add_load(std::size_t part, int gpu, int sign);
    void forget_loads();
    void find_spans(std::size_t part, const Change& change);
    void mark(std::size_t part, std::size_t group);
    void mark_moved(const Change& change);
    void mark_users(const SavedUsers& saved, std::span<const std::int32_t> block_of_slot);
    void take(const Move& move);
    void take_back();
    void work_out(const Stale& stale);
    bool is_in_layers(std::size_t part) const {
        return parts_[part].exchange->collective.when == When::layer;
    }
    double beside_s(std::size_t part, std::size_t device) const;
    void sum_up(std::size_t device);

    int peers_ = 1, places_ = 1;
    bool loads_stay_ = false; ///< every network card has as many users wherever blocks go
    std::vector<Part> parts_;
    std::array<Load, 2> loads_; // of the collectives at the end of an iteration; in the layers
    GroupTime group_time_;
    std::vector<Seat> seat_of_gpu_;
    std::vector<std::vector<int>> gpus_of_nic_; // those with a seat
    SoftMaximum soft_;
    std::vector<double> energies_;             // [device]
    std::vector<Hiding> longer_, soft_longer_; // [device] passes; as they were when soften() was called
    // The move under way.
    bool taken_ = false;
    std::vector<Change> before_;
    std::vector<SavedUsers> saved_users_;
    std::vector<SavedSpanning> saved_spanning_;
    std::vector<SavedSpan> saved_spans_;
    std::vector<SavedTime> saved_times_;
    std::vector<Stale> stale_;
    std::vector<char> is_changed_; // [device]
    std::vector<char> is_saved_;   // [in layers * NICs + NIC]
};

template <class Function>
void GroupExchange::each_group(const Function& function) const {
    for (std::size_t number = 0; number < parts_.size(); ++number)
        for (int device = 0; device < problem_.devices; ++device)
            for (const int group : parts_[number].exchange->different)
                function(Stale{number, index(device * parts_[number].groups() + group)});
}

template <class Function>
void GroupExchange::each_group_hops(const Function& function) {
    each_group([&](const Stale& at) {
        work_out(at);
        const Part& part = parts_[at.part];
        function(GroupHops{at.part, static_cast<int>(at.group) / part.groups(), part.time_s[at.group],
                           group_time_.last(), group_time_.nodes_of_last()});
    });
}

} // namespace pipette
