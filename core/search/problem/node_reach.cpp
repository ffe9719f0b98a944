// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/problem/node_reach.h"

#include "core/base/index.h"

#include <algorithm>
#include <limits>

namespace pipette {
namespace {

/// Of a group over more nodes, each link counts as much as these on average.
constexpr std::size_t most_links = 64;

std::vector<std::vector<std::size_t>> rows_of_nodes(const Links& links) {
    std::vector<std::vector<std::size_t>> rows(index(links.nodes));
    std::vector<char> seen(index(links.rows), 0);
    for (std::size_t gpu = 0; gpu < links.row_of_gpu.size(); ++gpu)
        if (const std::size_t row = index(links.row_of_gpu[gpu]); !std::exchange(seen[row], 1))
            rows[index(links.node_of_gpu[gpu])].push_back(row);
    return rows;
}

double of_rank(const std::vector<double>& sorted, int nodes) {
    return sorted.empty() ? 0 : sorted[std::min(sorted.size(), index(std::max(1, nodes))) - 1];
}

} // namespace

NodeReach::NodeReach(const Links& links) {
    const std::size_t nodes = index(links.nodes);
    if (nodes < 2)
        return;
    constexpr double none = std::numeric_limits<double>::infinity();
    const std::vector<std::vector<std::size_t>> rows = rows_of_nodes(links);
    std::vector<double> in(nodes, none), to(nodes), out(nodes);
    fan_out_.assign(std::min(most_links, nodes - 1), std::vector<double>(nodes));
    for (std::size_t node = 0; node < nodes; ++node) {
        for (std::size_t other = 0; other < nodes; ++other) {
            double best = none;
            for (const std::size_t row : rows[node])
                for (const std::size_t column : rows[other])
                    best = std::min<double>(best, links.inter_s_per_byte[row * index(links.rows) + column]);
            to[other] = other == node ? none : best;
            in[other] = std::min(in[other], to[other]);
        }
        std::partial_sort(to.begin(), to.begin() + std::ptrdiff_t(fan_out_.size()), to.end());
        out[node] = to.front();
        double sum = 0;
        for (std::size_t link = 0; link < fan_out_.size(); ++link)
            fan_out_[link][node] = sum += to[link];
    }
    for (std::size_t node = 0; node < nodes; ++node)
        hop_.push_back(std::max(in[node], out[node]));
    std::sort(hop_.begin(), hop_.end());
    for (std::vector<double>& sums : fan_out_)
        std::sort(sums.begin(), sums.end());
}

double NodeReach::hop_s_per_byte(int nodes) const {
    return of_rank(hop_, nodes);
}

double NodeReach::fan_out_s_per_byte(int nodes, double links) const {
    if (fan_out_.empty())
        return 0;
    // The links after the first ones are no faster than the mean of these.
    const std::size_t whole = std::clamp<std::size_t>(std::size_t(links), 1, fan_out_.size());
    return of_rank(fan_out_[whole - 1], nodes) * links / double(whole);
}

} // namespace pipette
