// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/config_work.h"
#include "core/cost/links.h"
#include "core/search/problem/exchange_problem.h"
#include "core/search/problem/site_table.h"
#include "core/search/problem/slot_classes.h"
#include "core/search/problem/slot_units.h"
#include "core/search/space/slot_layout.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace pipette {

class Schedule;

/// How the time of one pipeline follows from its chunk and link times.
enum class PipelineForm {
    windows, ///< one chunk a device: pipeline_bound()
    rounds ///< several chunks a device: work of the busiest device, and activations in flight (Little's law)
};

/// What a move asks about a slot, side by side.
struct SlotFacts {
    std::uint32_t site = 0, node = 0, nic = 0; ///< row of the table, node, group of NICs
    std::uint32_t local = 0;                   ///< number among the slots of its node
    /// Its NVLink domain, or its node where that forms none: what is sent inside it passes no network card.
    std::uint32_t domain = 0;
    std::uint32_t place = 0; ///< number among the slots of its domain
    std::uint32_t kind = 0;  ///< class of slots whose chunks take as long
    double streams = 1;      ///< GPUs of a block that send through one NIC
    double latency_s = 0; ///< of what a block here sends to another node, with what all links have in common
};

/// What the time of one replica's pipeline is made of.
struct PipelineProblem {
    int chunks = 1, microbatches = 1;
    PipelineForm form = PipelineForm::windows;
    P2p p2p = P2p::overlapped;
    std::vector<int> device_of_chunk; ///< [chunk]
    std::vector<int>
        link_of_boundary; ///< [chunk] to the next chunk, in SendProblem::links; -1: the same device
    int classes = 1;      ///< of slots that take as long
    std::vector<double> forward, backward;                 ///< [class * chunks + chunk]
    std::vector<double> forward_compute, backward_compute; ///< [as these] see PipelineCosts
    std::vector<double> after;                             ///< [class * padded + device] optimizer

    // Windows (row s, column t): R_0 + times * R_st + stage * X_s + half * max(F_s, B_s). [s * padded + t]
    std::vector<double> window_times, window_stage, window_half;
    std::vector<double> single_times,
        single_half; ///< [padded] windows of one stage: times * X_s + half * ...
    // Rounds: what a second on a link adds, by link, to the first round trip, and by link and device to when
    // the device is through with its work and to how long it holds its activations over those it holds at
    // once. [link * padded + device]
    std::vector<double> trips_over_link, round_busy, round_held;
    std::vector<double> held_rounds; ///< [padded device] microbatches over activations held at once
    /// Rounds that are simulated, for they are far from the truth where transfers are slow; null: they are
    /// the time.
    std::shared_ptr<const Schedule> schedule;
};

/// An exchange between two stages at the end of an iteration, in every replica.
struct EndExchange {
    DeviceLink link;
    double bytes = 0; ///< all-reduced, peer by peer
};

/// What goes from stage to stage.
struct SendProblem {
    double activation_bytes = 0;
    std::vector<DeviceLink> links;          ///< that activations cross
    std::vector<std::vector<int>> links_at; ///< [device] those that begin or end there
    std::vector<BothWays>
        inside_s; ///< [slot * most_together + place] one activation between slots of one domain
    std::vector<EndExchange> ends;
    std::vector<LinkUse> end_use; ///< [kind]
    std::vector<DeviceLink> used; ///< all links over which anything goes
};

/// Where to put the blocks of one configuration so that an iteration is fastest: everything that the annealer
/// needs, flat, made once per configuration from its traffic. Seconds. "device" and "stage" are the same
/// here.
struct PlacementProblem {
    int devices = 1, replicas = 1;
    int padded = 4; ///< devices rounded up to whole vectors: the length of every row

    SlotLayout layout;
    std::vector<SlotFacts> slots; ///< [slot]
    std::vector<std::uint32_t> replica_of_block, device_of_block;
    int nics = 0, nodes = 0;
    int most_local = 1, most_together = 1; ///< slots of a node, of a domain, at most
    bool one_nic_group = true;             ///< all NICs of a slot have the same users
    bool nics_shared =
        false; ///< blocks in different slots may meet on a NIC, so shares depend on the mapping
    bool slots_span_nodes = false; ///< some lies on several
    bool nodes_movable = false;    ///< all nodes hold the same number (> 1) of slots, in order
    const Links* links = nullptr;  ///< must outlive the problem
    std::shared_ptr<const SiteTable> table;

    PipelineProblem pipeline;
    SendProblem sends;
    ExchangeProblem exchange;

    /// No simulated iteration is faster than the annealing cost of its placement: the form of the pipeline is
    /// that of the schedule, and chunks take as long in all slots.
    bool cost_is_bound = false;

    /// Where the blocks leave slots spare or nodes form domains; see slot_units().
    std::vector<SlotUnits> units;

    /// Links that no hop should go over; null: none. Must outlive the problem.
    const BrokenLinks* broken = nullptr;
    std::vector<RankGroups> peer_groups; ///< of a block's own collectives; a rank is a peer there

    /// Seconds of one activation between two slots of one domain.
    const BothWays& inside_s(std::uint32_t from, std::uint32_t to) const {
        return sends.inside_s.data()[from * std::size_t(most_together) + slots.data()[to].place];
    }
    int blocks() const { return devices * replicas; }
    int places() const { return layout.size(); }
};

/// `links` and `table` (see node_table; may be null) must fit each other; `links` is kept by reference. No
/// link is broken.
PlacementProblem placement_problem(const Links& links, std::shared_ptr<const SiteTable> table,
                                   const ConfigWork& work, SlotLayout layout, const SlotGroups& groups,
                                   const ClassTimes& times);

} // namespace pipette
