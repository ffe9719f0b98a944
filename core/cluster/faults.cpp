// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/faults.h"

#include "core/base/bounds.h"
#include "core/base/input_error.h"
#include "core/base/readable.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <numeric>
#include <optional>

namespace pipette {
namespace {

/// Whether a name is what a pattern with * stands for.
bool matches(std::string_view pattern, std::string_view name) {
    const std::size_t star = pattern.find('*');
    if (star == std::string_view::npos)
        return pattern == name;
    if (name.substr(0, star) != pattern.substr(0, star))
        return false;
    for (std::size_t from = star; from <= name.size(); ++from)
        if (matches(pattern.substr(star + 1), name.substr(from)))
            return true;
    return false;
}

std::vector<int> must_be_nodes(const Cluster& cluster, const std::string& hosts) {
    std::vector<int> nodes = nodes_named(cluster, hosts);
    if (nodes.empty())
        throw InputError("--degrade", {}, fmt::format("host \"{}\" is not in the cluster", hosts));
    return nodes;
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

std::vector<int> nodes_named(const Cluster& cluster, const std::string& hosts) {
    if (const int node = cluster.find_node(hosts); node >= 0)
        return {node};
    std::optional<SharedName> shared; // by "rack:r1" or "zone:east"
    for (const SharedName name : {SharedName::rack, SharedName::zone})
        if (hosts.starts_with(fmt::format("{}:", name_of(name))))
            shared = name;
    // Many stars would take long to match, and say no more than a few.
    if (!shared && (hosts.find('*') == std::string::npos || std::count(hosts.begin(), hosts.end(), '*') > 4))
        return {};
    std::vector<int> found;
    for (int node = 0; node < cluster.node_count(); ++node) {
        const Node& one = cluster.nodes[static_cast<std::size_t>(node)];
        if (shared ? one.shared(*shared) == std::string_view(hosts).substr(hosts.find(':') + 1)
                   : matches(hosts, one.host))
            found.push_back(node);
    }
    return found;
}

void for_each_pair(const Cluster& cluster, const DegradedLink& link,
                   const std::function<void(int, int)>& take) {
    const std::vector<int> first = must_be_nodes(cluster, link.host_a),
                           second = must_be_nodes(cluster, link.host_b);
    if (first.size() == 1 && first == second)
        throw InputError("--degrade", {},
                         fmt::format("\"{}\" to itself is no link between nodes", link.host_a));
    if (!bounds::slowdown.hold(link.factor))
        throw InputError("--degrade", {},
                         fmt::format("factor {} of {} and {}, expected {}", link.factor, link.host_a,
                                     link.host_b, text_of(bounds::slowdown)));
    std::vector<char> in_first(cluster.nodes.size(), 0), in_second(cluster.nodes.size(), 0);
    for (const int node : first)
        in_first[static_cast<std::size_t>(node)] = 1;
    for (const int node : second)
        in_second[static_cast<std::size_t>(node)] = 1;
    const auto both = [&](int a, int b) {
        return in_first[static_cast<std::size_t>(a)] != 0 && in_second[static_cast<std::size_t>(b)] != 0;
    };
    for (const int a : first)
        for (const int b : second)
            if (a != b && (a < b || !both(b, a))) // a pair that both orders name comes once
                take(a, b);
}

BandwidthMatrix degraded(const Cluster& cluster, BandwidthMatrix matrix,
                         const std::vector<DegradedLink>& slow) {
    const auto range = [&](int node) {
        return cluster.inter_node.between == MatrixBetween::nodes
                   ? std::pair(node, node + 1)
                   : std::pair(cluster.first_gpu(node), cluster.first_gpu(node + 1));
    };
    for (const DegradedLink& link : slow)
        for_each_pair(cluster, link, [&](int a, int b) { scale(matrix, range(a), range(b), link.factor); });
    return matrix;
}

Cluster degraded(const Cluster& cluster, const std::vector<DegradedLink>& slow) {
    Cluster result = cluster;
    result.inter_node.bandwidth = degraded(cluster, cluster.inter_node.bandwidth, slow);
    for (BandwidthMatrix& snapshot : result.history.snapshots)
        snapshot = degraded(cluster, snapshot, slow);
    return result;
}

DegradedLink parse_degraded(const Cluster& cluster, const std::string& text, const std::string& option) {
    const auto refuse = [&](const std::string& reason) {
        return InputError(option, {}, fmt::format("\"{}\" {}, expected hostA-hostB=0.5", text, reason));
    };
    const std::size_t equals = text.rfind('=');
    if (equals == std::string::npos)
        throw refuse("has no \"=\"");
    DegradedLink link;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data() + equals + 1, end, link.factor);
    if (error != std::errc{} || stop != end || !bounds::slowdown.hold(link.factor))
        throw refuse(fmt::format("has no factor of {}", text_of(bounds::slowdown)));
    const std::string hosts = text.substr(0, equals);
    for (std::size_t dash = hosts.find('-'); dash != std::string::npos; dash = hosts.find('-', dash + 1)) {
        const std::string a = hosts.substr(0, dash), b = hosts.substr(dash + 1);
        if (nodes_named(cluster, a).empty() || nodes_named(cluster, b).empty())
            continue;
        if (!link.host_a.empty())
            throw refuse("can be read as two different pairs of hosts");
        link.host_a = a, link.host_b = b;
    }
    if (link.host_a.empty())
        throw refuse("does not name two hosts of the cluster");
    if (link.host_a == link.host_b && cluster.find_node(link.host_a) >= 0)
        throw refuse("names one host twice");
    return link;
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
