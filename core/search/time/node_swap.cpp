// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/time/node_swap.h"

#include "core/base/index.h"

namespace pipette {

bool nodes_alike_inside(const PlacementProblem& problem) {
    if (!problem.nodes_movable)
        return false;
    const auto local = std::uint32_t(problem.most_local);
    for (std::uint32_t from = local; from < std::uint32_t(problem.places()); ++from)
        for (std::uint32_t to = from - from % local; to < from - from % local + local; ++to) {
            const BothWays &here = problem.inside_s(from, to),
                           &first = problem.inside_s(from % local, to % local);
            if (here.forward != first.forward || here.backward != first.backward)
                return false;
        }
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
