// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/config_work.h"

#include <algorithm>
#include <vector>

namespace pipette {

struct PlacementProblem;

/// One collective at the end of an iteration, inside every stage; or one of the experts in its layers, as if
/// all its calls came at the end.
struct StageExchange {
    Collective collective;
    std::vector<LinkUse> use;   ///< [kind]
    RankGroups groups;          ///< of one stage; a rank is replica * peers + peer there
    bool alike = false;         ///< nodes alone decide: the groups of all peers of a block take the same time
    std::vector<int> different; ///< groups that may take other times than those before
    std::vector<double> reduce_share, last_share; ///< [device] see exposed_exchange_s()
    /// [device] What hides of it; empty: nothing. Behind the passes of the fastest class of slots, so that
    /// with several classes the cost may be above that of the whole mapping.
    std::vector<Hiding> hiding;
    /// [device] How much of what makes its passes longer hides it, too; as `hiding`.
    std::vector<Hiding> hiding_share;

    std::vector<double> calls;    ///< [device] of an iteration; empty: one
    std::vector<double> hidden_s; ///< [device] of each call but the firsts; empty: nothing
    std::vector<double> firsts;   ///< [device] calls that begin a pass, which nothing hides
    /// The first of the collectives whose calls the same compute hides, one after another; itself without
    /// such.
    std::size_t hidden_with = 0;
    /// [device] How much of the exposed time of a collective of the layers makes each pass of a microbatch
    /// longer.
    std::vector<Hiding> pass_share;

    /// Of a device, where a call takes so long together with those that are hidden with it, and passes are
    /// longer by `longer`.
    double exposed_s(int device, double time_s, const Hiding& longer = {}) const {
        const auto at = static_cast<std::size_t>(device);
        if (!calls.empty() && !hidden_s.empty())
            return firsts[at] * time_s + (calls[at] - firsts[at]) * std::max(0.0, time_s - hidden_s[at]);
        if (!calls.empty())
            return calls[at] * time_s;
        if (hiding.empty())
            return time_s;
        const Hiding hidden{hiding[at].reduce_s + longer.reduce_s * hiding_share[at].reduce_s,
                            hiding[at].gather_s + longer.gather_s * hiding_share[at].gather_s};
        return exposed_exchange_s(time_s, reduce_share[at], last_share[at], hidden);
    }
};

/// How the times of the exchanges follow from where blocks are (see exchange_kernel()).
enum class ExchangeForm { none, hops, nodes, groups };

/// What is exchanged inside the stages.
struct ExchangeProblem {
    ExchangeForm form = ExchangeForm::none;
    std::vector<StageExchange> collectives;
    bool slots_alike = false; ///< see are_slots_alike(); found for groups alone
    bool one_ring = false;    ///< a single one, all replicas of a stage in each group
    std::vector<LinkUse> use; ///< [kind]
    double wait_s = 0;        ///< of every device; nothing hides it
    // Of a ring of all replicas, each on a node of its own: only the slowest hop counts.
    std::vector<double> ring_part_bytes; ///< [device] of one hop, efficiency taken off
    int ring_steps = 0;
    double ring_wait_s = 0;
};

/// Of a problem whose slots and pipeline are known; its form is still open.
ExchangeProblem exchange_problem(const PlacementProblem& problem, const ConfigWork& work);
/// The form of a problem that is complete otherwise.
ExchangeForm exchange_form(const PlacementProblem& problem);

/// GPUs that send through each NIC at the same time, where all NICs have as many, whatever the placement;
/// else 0.
int streams_of_every_nic(const PlacementProblem& problem);

} // namespace pipette
