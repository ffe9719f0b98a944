// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/problem/expressible.h"

#include <algorithm>
#include <vector>

namespace pipette {

Expressible::Expressible(const PlacementProblem& problem, const LauncherReach& reach)
    : problem_(problem),
      reach_(reach),
      // Nodes of one block run consecutive ranks whatever the placement.
      restricted_(problem.most_local > 1 && (reach.node_after_node || reach.gpus_in_order ||
                                             (reach.equal_nodes && problem.places() > problem.blocks()))) {}

bool Expressible::operator()(std::span<const std::uint32_t> slot_of_block) const {
    if (!restricted_)
        return true;
    const auto devices = std::uint32_t(problem_.devices), replicas = std::uint32_t(problem_.replicas);
    std::vector<int> count(std::size_t(problem_.nodes), 0);
    std::vector<std::uint32_t> last(count.size(), 0); // of the blocks in rank order
    for (std::uint32_t number = 0; number < slot_of_block.size(); ++number) {
        const std::uint32_t replica = number % replicas, device = number / replicas;
        const SlotFacts& slot = problem_.slots[slot_of_block[replica * devices + device]];
        int& here = count[slot.node];
        if ((reach_.node_after_node && here > 0 && last[slot.node] + 1 != number) ||
            (reach_.gpus_in_order && slot.local != std::uint32_t(here)))
            return false;
        last[slot.node] = number;
        ++here;
    }
    std::erase(count, 0);
    return !reach_.equal_nodes ||
           std::all_of(count.begin(), count.end(), [&](int blocks) { return blocks == count.front(); });
}

} // namespace pipette
