// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/faults.h"

#include "core/base/bounds.h"
#include "core/base/input_error.h"
#include "core/base/readable.h"

#include <charconv>
#include <fmt/format.h>
#include <numeric>

namespace pipette {
namespace {

int node_named(const Cluster& cluster, const std::string& host) {
    const int node = cluster.find_node(host);
    if (node < 0)
        throw InputError("--degrade", {}, fmt::format("host \"{}\" is not in the cluster", host));
    return node;
}

void scale(BandwidthMatrix& matrix, std::pair<int, int> rows, std::pair<int, int> columns, double factor) {
    for (int a = rows.first; a < rows.second; ++a)
        for (int b = columns.first; b < columns.second; ++b) {
            matrix.set(a, b, matrix.at(a, b) * factor);
            matrix.set(b, a, matrix.at(b, a) * factor);
        }
}

} // namespace

std::string fault_text(const Cluster& cluster, const Fault& fault) {
    const auto host = [&](int node) { return readable(cluster.nodes[static_cast<std::size_t>(node)].host); };
    const std::string what =
        fault.is_link()  ? fmt::format("the broken link {} - {}", host(fault.node), host(fault.other))
        : fault.gpu >= 0 ? fmt::format("the broken GPU {}:{}", host(fault.node), fault.gpu)
                         : fmt::format("the broken host {}", host(fault.node));
    return fault.reason.empty()
               ? what
               : fmt::format("{} ({})", what, readable(fault.reason, longest_shown_sentence));
}

const Fault* fault_of_gpu(const Cluster& cluster, int gpu) {
    const GpuPlace place = cluster.place_of(gpu);
    for (const Fault& fault : cluster.faults)
        if (!fault.is_link() && fault.node == place.node && (fault.gpu < 0 || fault.gpu == place.local))
            return &fault;
    return nullptr;
}

BrokenLinks::BrokenLinks(const Cluster& cluster) {
    for (const Fault& fault : cluster.faults)
        if (fault.is_link() || fault.gpu < 0)
            row_.assign(static_cast<std::size_t>(cluster.node_count()), -1);
    for (const Fault& fault : cluster.faults)
        if (fault.is_link())
            add(fault.node, fault.other);
        else if (fault.gpu < 0)
            for (int other = 0; other < cluster.node_count(); ++other)
                if (other != fault.node)
                    add(fault.node, other);
}

void BrokenLinks::add(int a, int b) {
    for (const auto& [from, to] : {std::pair(a, b), std::pair(b, a)}) {
        int& row = row_[static_cast<std::size_t>(from)];
        if (row < 0) {
            row = static_cast<int>(cells_.size() / row_.size());
            cells_.resize(cells_.size() + row_.size(), 0);
        }
        cells_[static_cast<std::size_t>(row) * row_.size() + static_cast<std::size_t>(to)] = 1;
    }
}

int BrokenLinks::count_of(int node) const {
    int count = 0;
    for (std::size_t other = 0; other < row_.size(); ++other)
        count += between(node, static_cast<int>(other)) ? 1 : 0;
    return count;
}

std::pair<int, int> nodes_of(const Cluster& cluster, const DegradedLink& link) {
    const int a = node_named(cluster, link.host_a), b = node_named(cluster, link.host_b);
    if (a == b)
        throw InputError("--degrade", {},
                         fmt::format("\"{}\" to itself is no link between nodes", link.host_a));
    if (!bounds::slowdown.hold(link.factor))
        throw InputError("--degrade", {},
                         fmt::format("factor {} of {} and {}, expected {}", link.factor, link.host_a,
                                     link.host_b, text_of(bounds::slowdown)));
    return {a, b};
}

Cluster degraded(const Cluster& cluster, const std::vector<DegradedLink>& links) {
    Cluster result = cluster;
    const auto range = [&](int node) {
        return cluster.inter_node.between == MatrixBetween::nodes
                   ? std::pair(node, node + 1)
                   : std::pair(cluster.first_gpu(node), cluster.first_gpu(node + 1));
    };
    for (const DegradedLink& link : links) {
        const auto [a, b] = nodes_of(cluster, link);
        scale(result.inter_node.bandwidth, range(a), range(b), link.factor);
        for (BandwidthMatrix& snapshot : result.history.snapshots)
            scale(snapshot, range(a), range(b), link.factor);
    }
    return result;
}

std::vector<int> parse_gpus(const Cluster& cluster, const std::string& text, const std::string& option) {
    if (const int node = cluster.find_node(text); node >= 0) {
        std::vector<int> gpus(static_cast<std::size_t>(cluster.kind_of_node(node).gpus));
        std::iota(gpus.begin(), gpus.end(), cluster.first_gpu(node));
        return gpus;
    }
    const std::size_t colon = text.rfind(':');
    int local = -1;
    if (colon != std::string::npos) {
        const char* end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data() + colon + 1, end, local);
        if (error != std::errc{} || stop != end)
            local = -1;
    }
    const int gpu = colon == std::string::npos ? -1 : cluster.find_gpu(text.substr(0, colon), local);
    if (gpu < 0)
        throw InputError(option, {},
                         fmt::format("\"{}\" is neither a host nor a host:gpu of the cluster", text));
    return {gpu};
}

} // namespace pipette
