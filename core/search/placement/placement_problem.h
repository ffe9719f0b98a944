// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/config_work.h"
#include "core/cost/links.h"
#include "core/search/placement/slot_classes.h"
#include "core/search/placement/slot_layout.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace pipette {

/// There and back between two sites.
struct BothWays {
    double forward = 0, backward = 0;
};

/// Seconds per byte between sites (nodes, or slots where the cluster was measured GPU by GPU), both
/// directions side by side because a move always asks for both. [from * sites + to]
struct SiteTable {
    int sites = 0;
    std::vector<BothWays> s_per_byte;
    std::vector<BothWays> latency_s; ///< empty: uniform_latency_s
    double uniform_latency_s = 0;
    double most_s_per_byte = 0, most_latency_s = 0; ///< of all cells

    std::size_t cell(std::uint32_t from, std::uint32_t to) const {
        return static_cast<std::size_t>(from) * static_cast<std::size_t>(sites) + to;
    }
};

/// Fills in most_s_per_byte and most_latency_s.
void find_slowest(SiteTable& table);

/// Node by node, shared by all configurations of a search; empty when the links are measured GPU by GPU.
std::shared_ptr<const SiteTable> node_table(const Links& links);

/// How the time of one pipeline follows from its chunk and link times.
enum class PipelineForm {
    windows, ///< one chunk a device: pipeline_bound()
    rounds ///< several chunks a device: work of the busiest device, and activations in flight (Little's law)
};

/// What a move asks about a slot, side by side.
struct SlotFacts {
    std::uint32_t site = 0, node = 0, nic = 0; ///< row of the table, node, group of NICs
    std::uint32_t local = 0;                   ///< number among the slots of its node
    std::uint32_t kind = 0;                    ///< class of slots whose chunks take as long
    double streams = 1;                        ///< GPUs of a block that send through one NIC
    double latency_s = 0; ///< of what a block here sends to another node, with what all links have in common
};

/// Where to put the blocks of one configuration so that an iteration is fastest: everything that the annealer
/// needs, flat, made once per configuration. Seconds. "device" and "stage" are the same here.
struct PlacementProblem {
    int devices = 1, chunks = 1, replicas = 1, microbatches = 1;
    int padded = 4; ///< devices rounded up to whole vectors: the length of every row
    PipelineForm form = PipelineForm::windows;
    P2p p2p = P2p::overlapped;

    SlotLayout layout;
    std::vector<SlotFacts> slots; ///< [slot]
    std::vector<std::uint32_t> replica_of_block, device_of_block;
    int nics = 0, nodes = 0, most_local = 1;
    bool one_nic_group = true; ///< all NICs of a slot have the same users
    bool nics_shared =
        false; ///< blocks in different slots may meet on a NIC, so shares depend on the mapping
    bool nodes_movable = false; ///< all nodes hold the same number (> 1) of slots, in order

    std::shared_ptr<const SiteTable> table;
    std::vector<BothWays>
        inside_s; ///< [slot * most_local + local slot] one activation between slots of one node
    double activation_bytes = 0;

    std::vector<DeviceLink> device_links;
    std::vector<int> link_of_boundary;      ///< [chunk] to the next chunk; -1: the same device
    std::vector<std::vector<int>> links_at; ///< [device] those that begin or end there
    std::vector<int> device_of_chunk;

    int classes = 1;
    std::vector<double> forward, backward; ///< [class * chunks + chunk]
    std::vector<double> after;             ///< [class * padded + device] optimizer

    // Windows (row s, column t): R_0 + times * R_st + stage * X_s + half * max(F_s, B_s). [s * padded + t]
    std::vector<double> window_times, window_stage, window_half;
    std::vector<double> single_times,
        single_half; ///< [padded] windows of one stage: times * X_s + half * ...
    // Rounds: what a second on a link adds, by link, to the first round trip, and by link and device to when
    // the device is through with its work and to how long it holds its activations over those it holds at
    // once. [link * padded + device]
    std::vector<double> trips_over_link, round_busy, round_held;
    std::vector<double> held_rounds; ///< [padded device] microbatches over activations held at once

    // Gradient exchange.
    const Links* links = nullptr; ///< general exchange; must outlive the problem
    bool simple_rings = false;    ///< every member of a ring on its own node: only the slowest hop counts
    std::vector<double> ring_part_bytes; ///< [device] bytes of one hop, efficiency taken off
    int ring_steps = 0;
    double ring_wait_s = 0, exchange_wait_s = 0;    ///< the latter nothing hides
    std::vector<double> reduce_bytes, gather_bytes; ///< [device]
    std::vector<double> reduce_share;               ///< [device] of the time
    std::vector<LinkUse> exchange_use, tied_use;    ///< [kind] by gradients; by those of a tied embedding
    int tp = 1, cp = 1, exchange_lanes = 1;         ///< tensor ranks whose rings can differ
    /// [device] Overlap of the exchange; empty: none. Hidden behind the backward of the fastest class of
    /// slots, so that with several classes the cost may be above that of the whole mapping.
    std::vector<double> hidden_s, last_share;
    double tied_bytes = 0; ///< all-reduced between first and last device; 0: none

    /// Links that no hop should go over; null: none. Must outlive the problem.
    const BrokenLinks* broken = nullptr;
    bool stages_mirrored = false; ///< every stage lives on two devices, which exchange its gradients

    int blocks() const { return devices * replicas; }
    int places() const { return layout.size(); }
};

/// `links` and `table` (see node_table; may be null) must fit each other; `links` is kept by reference. No
/// link is broken.
PlacementProblem placement_problem(const Links& links, std::shared_ptr<const SiteTable> table,
                                   const ConfigWork& work, SlotLayout layout, const SlotGroups& groups,
                                   const ClassTimes& times);

} // namespace pipette
