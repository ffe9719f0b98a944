// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/used_links.h"

#include "core/base/units.h"
#include "core/cost/placed_blocks.h"

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
        if (links_.same_node(from, to))
            return;
        const int a = links_.node_of_gpu[static_cast<std::size_t>(from)],
                  b = links_.node_of_gpu[static_cast<std::size_t>(to)];
        double& slowest = seen_[static_cast<long>(a) * links_.nodes + b];
        slowest = std::max(slowest, links_.s_per_byte(from, to));
    }

    std::vector<NodeLink> slowest_first() const {
        std::vector<NodeLink> list;
        for (const auto& [pair, s_per_byte] : seen_)
            list.push_back({static_cast<int>(pair / links_.nodes), static_cast<int>(pair % links_.nodes),
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

std::vector<NodeLink> used_links(const Links& links, const ParallelConfig& config,
                                 const RankMapping& mapping) {
    const PlacedBlocks blocks = placed_blocks(config, mapping);
    SeenLinks seen(links);
    for (int replica = 0; replica < config.dp; ++replica)
        for (int chunk = 0; chunk + 1 < config.chunks(); ++chunk) {
            const auto from = blocks.block(device_of_chunk(config, chunk), replica),
                       to = blocks.block(device_of_chunk(config, chunk + 1), replica);
            for (std::size_t i = 0; i < from.size(); ++i) {
                seen.add(from[i], to[i]);
                seen.add(to[i], from[i]);
            }
        }
    const std::size_t members = static_cast<std::size_t>(config.dp) * static_cast<std::size_t>(config.cp),
                      tp = static_cast<std::size_t>(config.tp);
    for (int device = 0; device < config.pp; ++device) {
        const int* group = blocks.block(device, 0).data();
        for (std::size_t t = 0; t < tp; ++t)
            for (std::size_t i = 0; members > 1 && i < members; ++i)
                seen.add(group[i * tp + t], group[(i + 1) % members * tp + t]);
    }
    return seen.slowest_first();
}

std::optional<NodeLink> slowest_link(const Links& links) {
    if (links.nodes < 2)
        return std::nullopt;
    const auto slowest = std::max_element(links.inter_s_per_byte.begin(), links.inter_s_per_byte.end());
    const auto cell = slowest - links.inter_s_per_byte.begin();
    std::vector<int> node_of_row(static_cast<std::size_t>(links.rows));
    for (std::size_t gpu = 0; gpu < links.row_of_gpu.size(); ++gpu)
        node_of_row[static_cast<std::size_t>(links.row_of_gpu[gpu])] = links.node_of_gpu[gpu];
    return NodeLink{node_of_row[static_cast<std::size_t>(cell / links.rows)],
                    node_of_row[static_cast<std::size_t>(cell % links.rows)], 1 / (*slowest * bytes_per_gb)};
}

} // namespace pipette
