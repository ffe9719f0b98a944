// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/placement/node_swap.h"

#include "core/base/index.h"

namespace pipette {

bool nodes_alike_inside(const PlacementProblem& problem) {
    if (!problem.nodes_movable)
        return false;
    const std::size_t of_node = index(problem.most_local) * index(problem.most_local);
    const std::vector<BothWays>& inside = problem.sends.inside_s;
    for (std::size_t at = of_node; at < inside.size(); ++at)
        if (inside[at].forward != inside[at - of_node].forward ||
            inside[at].backward != inside[at - of_node].backward)
            return false;
    return true;
}

std::optional<NodeSwap> node_swap(const PlacementProblem& problem, const Move& move) {
    if (!problem.nodes_movable)
        return std::nullopt;
    const SlotFacts* const slots = problem.slots.data();
    const std::uint32_t first = move.before.front().slot, second = move.changes.front().slot,
                        a = slots[first].node, b = slots[second].node;
    if (a == b)
        return std::nullopt;
    for (std::size_t i = 0; i < move.changes.size(); ++i) {
        const SlotFacts &from = slots[move.before[i].slot], &to = slots[move.changes[i].slot];
        if (from.local != to.local || !((from.node == a && to.node == b) || (from.node == b && to.node == a)))
            return std::nullopt;
    }
    std::size_t held = 0;
    for (const std::uint32_t slot : {first - slots[first].local, second - slots[second].local})
        for (std::uint32_t i = 0; i < std::uint32_t(problem.most_local); ++i)
            held += std::size_t(move.block_of_slot[slot + i] >= 0);
    return held == move.changes.size() ? std::optional(NodeSwap{a, b}) : std::nullopt;
}

} // namespace pipette
