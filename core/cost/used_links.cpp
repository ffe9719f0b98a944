// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/used_links.h"

#include "core/base/units.h"
#include "core/cost/hops.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace pipette {
namespace {

/// Slowest stream of each pair of nodes that was seen.
class SeenLinks {
public:
    explicit SeenLinks(const Links& links) : links_(links) {}

    void add(int from, int to) {
        const int a = links_.host_of_gpu[static_cast<std::size_t>(from)],
                  b = links_.host_of_gpu[static_cast<std::size_t>(to)];
        double& slowest = seen_[static_cast<long>(a) * links_.hosts + b];
        slowest = std::max(slowest, links_.s_per_byte(from, to));
    }

    std::vector<NodeLink> slowest_first() const {
        std::vector<NodeLink> list;
        for (const auto& [pair, s_per_byte] : seen_)
            list.push_back({static_cast<int>(pair / links_.hosts), static_cast<int>(pair % links_.hosts),
                            1 / (s_per_byte * bytes_per_gb)});
        std::sort(list.begin(), list.end(), [](const NodeLink& a, const NodeLink& b) {
            return std::tuple(a.gb_per_s, a.from, a.to) < std::tuple(b.gb_per_s, b.from, b.to);
        });
        return list;
    }

private:
    const Links& links_;
    std::unordered_map<long, double> seen_;
};

} // namespace

std::vector<NodeLink> used_links(const Links& links, const Traffic& traffic, const RankMapping& mapping) {
    SeenLinks seen(links);
    each_hop(links, traffic, mapping, [&](int from, int to) { seen.add(from, to); });
    return seen.slowest_first();
}

std::optional<NodeLink> slowest_link(const Links& links) {
    if (links.nodes < 2)
        return std::nullopt;
    std::size_t slowest = 0;
    for (std::size_t cell = 1; cell < links.inter_s_per_byte.size(); ++cell)
        if (links.inter_s_per_byte[cell] > links.inter_s_per_byte[slowest])
            slowest = cell;
    const auto rows = static_cast<std::size_t>(links.rows);
    std::vector<int> node_of_row(static_cast<std::size_t>(links.rows));
    for (std::size_t gpu = 0; gpu < links.row_of_gpu.size(); ++gpu)
        node_of_row[static_cast<std::size_t>(links.row_of_gpu[gpu])] = links.host_of_gpu[gpu];
    return NodeLink{node_of_row[slowest / rows], node_of_row[slowest % rows],
                    1 / (links.inter_s_per_byte[slowest] * bytes_per_gb)};
}

} // namespace pipette
