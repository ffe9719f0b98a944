// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/links.h"
#include "core/search/placement/slot_layout.h"

#include <algorithm>
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

/// Slowest of the peers, each way, between two slots; figure(from, to) of two GPUs.
template <class Figure>
BothWays between_slots(const SlotLayout& layout, int a, int b, const Figure& figure) {
    BothWays slowest;
    const auto from = layout.gpus_of(a), to = layout.gpus_of(b);
    for (std::size_t i = 0; i < from.size(); ++i) {
        slowest.forward = std::max(slowest.forward, figure(from[i], to[i]));
        slowest.backward = std::max(slowest.backward, figure(to[i], from[i]));
    }
    return slowest;
}

/// One site a slot: for clusters measured GPU by GPU, and for slots over several nodes.
std::shared_ptr<const SiteTable> slot_table(const Links& links, const SlotLayout& layout);

} // namespace pipette
