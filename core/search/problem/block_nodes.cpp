// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/problem/block_nodes.h"

#include "core/base/index.h"

#include <algorithm>

namespace pipette {

std::optional<BlockNodes> block_nodes(const RankGrid& grid, std::span<const Axis> axes, int gpus_of_node,
                                      int gpus_of_block) {
    const auto cut_alike = [](int a, int b) { return a % b == 0 || b % a == 0; };
    BlockNodes result{1, {0}, {0}};
    int in_node = gpus_of_node, in_block = gpus_of_block / gpus_of_node; // along the axes still to come
    for (const GridAxis& axis : grid.axes()) {
        const bool in_group = std::find(axes.begin(), axes.end(), axis.axis) != axes.end();
        const int here = std::min(in_node, axis.size), nodes = std::min(in_block, axis.size / here);
        if (!cut_alike(in_node, axis.size) || !cut_alike(in_block, axis.size / here))
            return std::nullopt;
        if (in_group)
            result.members *= here;
        std::vector<int>& along = in_group ? result.next : result.first;
        const int stride = gpus_of_block / gpus_of_node / in_block;
        for (int i = 1, known = int(along.size()); i < nodes; ++i)
            for (int k = 0; k < known; ++k)
                along.push_back(along[index(k)] + i * stride);
        in_node /= here, in_block /= nodes;
    }
    return result;
}

InnerLinks inner_links(const Links& links, const SlotLayout& slots, const BlockNodes& nodes,
                       int gpus_of_node) {
    InnerLinks result;
    if (links.rows != links.nodes)
        return result;
    for (int slot = 0; slot < slots.size(); ++slot) {
        const std::span<const int> gpus = slots.gpus_of(slot);
        const auto s_per_byte = [&](int from, int to) {
            return links.s_per_byte(gpus[index(from * gpus_of_node)], gpus[index(to * gpus_of_node)]);
        };
        double hop = 0, fan_out = 0;
        for (const int first : nodes.first)
            for (std::size_t i = 0; i < nodes.next.size(); ++i) {
                const int node = first + nodes.next[i];
                if (i + 1 < nodes.next.size())
                    hop = std::max(hop, s_per_byte(node, first + nodes.next[i + 1]));
                double sum = 0;
                for (std::size_t j = 0; j < nodes.next.size(); ++j)
                    sum += j == i ? 0 : s_per_byte(node, first + nodes.next[j]);
                fan_out = std::max(fan_out, sum);
            }
        result.hop.push_back(hop), result.fan_out.push_back(fan_out);
    }
    std::sort(result.hop.begin(), result.hop.end());
    std::sort(result.fan_out.begin(), result.fan_out.end());
    return result;
}

} // namespace pipette
