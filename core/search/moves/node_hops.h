// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/moves/node_rows.h"
#include "core/search/problem/placement_problem.h"

#include <cstdint>
#include <span>
#include <vector>

namespace pipette {

/// The hops between nodes of all exchanges inside stages. A hop joins two places of the rows: nodes that
/// change places take over the hops of their new places. Keeps a reference to the problem.
class NodeHops {
public:
    NodeHops(const PlacementProblem& problem, const NodeRows& rows,
             std::span<const std::uint32_t> slot_of_block);

    /// Whether all exchanges are rings over nodes or stay inside nodes, links between nodes have one latency,
    /// and NICs serve the same GPUs in every node: else nothing here holds.
    bool known() const { return known_; }

    struct Hop {
        std::uint32_t kind = 0;
        std::uint32_t from = 0, to = 0; ///< row * length + place of its two ends
        bool operator==(const Hop&) const = default;
    };
    std::size_t collectives() const { return problem_.exchange.collectives.size(); }
    const std::vector<Hop>& hops(std::size_t device, std::size_t collective) const {
        return hops_[device * collectives() + collective];
    }
    /// Seconds of the exposed exchange of the hop's collective if the hop joins these two nodes and is the
    /// slowest of the collective. The passes that hide the exchange are as long as those of the placement.
    double exposed_s(const Hop& hop, std::uint32_t from, std::uint32_t to) const;

private:
    /// Hops of one collective on one device. Any two of them take the same time between the same two nodes.
    struct Kind {
        std::size_t collective;
        int device, steps;
        double rest_s; ///< of the collective beside its hops
        double weight; ///< bytes of a hop, times the streams of its NICs
    };
    bool nics_are_alike() const;
    bool hide_together() const;
    std::uint32_t kind_of(const Kind& kind);
    void add(std::size_t column, const Hop& hop);

    const PlacementProblem& problem_;
    bool known_ = false;
    std::vector<Kind> kinds_;
    std::vector<Hiding> longer_passes_;  // [device]
    std::vector<std::vector<Hop>> hops_; // [device * collectives + collective]
};

} // namespace pipette
