// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/launchers/domain_segments.h"

#include "core/base/index.h"
#include "core/plan/groups/parallel_groups.h"

#include <algorithm>
#include <numeric>

namespace pipette {
namespace {

/// Groups that work on the same tokens together, layer after layer: those that NVLink is for.
std::vector<GroupList> close_groups(const ParallelConfig& config) {
    std::vector<GroupList> groups;
    for (const Axis& axis : grouped_axes(config))
        if (axis.spread == Spread::peers || axis == axis::ep)
            groups.push_back(groups_along(config, axis));
    return groups;
}

/// [node] the first node that it is joined with.
class JoinedNodes {
public:
    explicit JoinedNodes(std::size_t nodes) : first_(nodes) { std::iota(first_.begin(), first_.end(), 0); }

    int first_of(int node) const {
        while (first_[index(node)] != node)
            node = first_[index(node)];
        return node;
    }
    void join(int a, int b) {
        const int x = first_of(a), y = first_of(b);
        first_[index(std::max(x, y))] = std::min(x, y);
    }

private:
    std::vector<int> first_;
};

/// False where a group lies on several domains.
bool join_groups(JoinedNodes& joined, const Placement& placement, const GroupList& groups) {
    const auto node_of = [&](int rank) { return placement.seat_of_rank[index(rank)].node; };
    for (int group = 0; group < groups.count(); ++group) {
        const int first = node_of(groups.members(group).front());
        const std::string& domain = placement.nodes[index(first)].domain;
        for (const int rank : groups.members(group)) {
            const int node = node_of(rank);
            if (node == first)
                continue;
            if (domain.empty() || placement.nodes[index(node)].domain != domain)
                return false;
            joined.join(first, node);
        }
    }
    return true;
}

} // namespace

std::vector<std::vector<int>> domain_segments(const Placement& placement, const ParallelConfig& config) {
    JoinedNodes joined(placement.nodes.size());
    for (const GroupList& groups : close_groups(config))
        if (!join_groups(joined, placement, groups))
            return {};
    std::vector<std::vector<int>> of_first(placement.nodes.size()), segments;
    for (int node = 0; node < static_cast<int>(placement.nodes.size()); ++node)
        of_first[index(joined.first_of(node))].push_back(node);
    for (std::vector<int>& nodes : of_first)
        if (!nodes.empty())
            segments.push_back(std::move(nodes));
    const std::size_t size = segments.empty() ? 0 : segments.front().size();
    const bool even = std::all_of(segments.begin(), segments.end(),
                                  [&](const std::vector<int>& nodes) { return nodes.size() == size; });
    return even && size > 1 ? segments : std::vector<std::vector<int>>{};
}

} // namespace pipette
