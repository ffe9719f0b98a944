// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/group_time.h"
#include "core/search/exchange/exchange_kernel.h"

namespace pipette {

/// Any exchanges, group by group as the whole cost has them: for blocks over several nodes, links measured
/// GPU by GPU, nodes of several kinds, and groups over some replicas alone. Works out whole stages again.
class GroupExchange final : public StageExchangeKernel {
public:
    explicit GroupExchange(const PlacementProblem& problem);

    void reset(std::span<const std::uint32_t> slot_of_block) override;
    FirstLook attempt_first(const Move&) override { return {0, energy()}; } // all may get other shares

private:
    struct Part { ///< one collective
        const StageExchange* exchange;
        std::vector<int> place;  ///< [replica * peers + peer] group * members + member
        std::vector<int> gpus;   ///< [device * places + place]
        std::vector<char> spans; ///< [device * groups + group] whether it spans nodes
        std::vector<int> load;   ///< [NIC] GPUs whose group spans nodes
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

    int peers_ = 1, places_ = 1;
    std::vector<Part> parts_;
    GroupTime group_time_;
    // The move under way.
    std::vector<Change> before_;
    std::vector<SavedLoad> saved_loads_;
    std::vector<SavedSpan> saved_spans_;
    std::vector<char> is_saved_; // [part * NICs + NIC]
};

} // namespace pipette
