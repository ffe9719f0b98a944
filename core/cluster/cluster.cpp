// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/cluster.h"

#include "core/base/bounds.h"
#include "core/base/input_error.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <unordered_set>

namespace pipette {
namespace {

void require(bool holds, const std::string& place, const std::string& reason) {
    if (!holds)
        throw InputError({}, place, reason);
}

void require_within(double value, const Bounds& bounds, const std::string& place) {
    if (!bounds.hold(value))
        throw InputError({}, place, fmt::format("is {}, expected {}", value, text_of(bounds)));
}

void check_matrix(const BandwidthMatrix& matrix, const Bounds& bounds, int size, const std::string& place) {
    require(matrix.size() == size, place,
            fmt::format("has {} rows, expected {} (one a node or GPU)", matrix.size(), size));
    for (int from = 0; from < size; ++from)
        for (int to = 0; to < size; ++to) {
            const double value = matrix.at(from, to);
            if (matrix.measured(from, to) && !(value > 0 && bounds.hold(value)))
                throw InputError(
                    {}, fmt::format("{}[{}][{}]", place, from, to),
                    fmt::format("is {}, expected {}, or null when not measured", value, text_of(bounds)));
        }
}

void check_kind(const NodeKind& kind) {
    const std::string place = fmt::format("$.node_kinds[\"{}\"]", kind.name);
    require(bounds::node_gpus.hold(kind.gpus), place + ".gpus", "expected " + text_of(bounds::node_gpus));
    require(bounds::node_nics.hold(kind.nics), place + ".nics", "expected " + text_of(bounds::node_nics));
    require_within(kind.gpu.memory_gib, bounds::memory, place + ".gpu.memory_gib");
    require_within(kind.intra_node.bandwidth_gb_per_s, bounds::bandwidth,
                   place + ".intra_node.bandwidth_gb_per_s");
    require_within(kind.intra_node.latency_us, bounds::latency, place + ".intra_node.latency_us");
    if (!kind.intra_node.matrix.empty())
        check_matrix(kind.intra_node.matrix, bounds::bandwidth, kind.gpus, place + ".intra_node.matrix");
    if (!kind.intra_node.latency.empty())
        check_matrix(kind.intra_node.latency, bounds::latency, kind.gpus, place + ".intra_node.latency");
    require(kind.nic_of_gpu.empty() || static_cast<int>(kind.nic_of_gpu.size()) == kind.gpus,
            place + ".nic_of_gpu", fmt::format("expected {} entries, one a GPU", kind.gpus));
    for (const int nic : kind.nic_of_gpu)
        require(nic >= 0 && nic < kind.nics, place + ".nic_of_gpu",
                fmt::format("{} is not a NIC, expected 0 to {}", nic, kind.nics - 1));
}

void check_fault(const Cluster& cluster, const Fault& fault, const std::string& place) {
    const auto is_node = [&](int node) { return node >= 0 && node < cluster.node_count(); };
    require(is_node(fault.node) && (!fault.is_link() || (is_node(fault.other) && fault.gpu < 0)), place,
            "expected two hosts, a GPU or a host of the cluster");
    require(fault.node != fault.other, place + ".between", "expected two different hosts");
    require(fault.gpu < cluster.kind_of_node(fault.node).gpus, place + ".gpu",
            fmt::format("is not there, {} has GPUs 0 to {}",
                        cluster.nodes[static_cast<std::size_t>(fault.node)].host,
                        cluster.kind_of_node(fault.node).gpus - 1));
}

/// A level by rack or zone needs to know the rack or the zone of every node.
void check_shared_names(const Cluster& cluster) {
    for (std::size_t i = 0; i < cluster.fabric.levels.size(); ++i)
        if (const FabricLevel& level = cluster.fabric.levels[i]; level.nodes_per == 0)
            for (const Node& node : cluster.nodes)
                require(!node.shared(level.by).empty(), fmt::format("$.fabric.levels[{}].by", i),
                        fmt::format("is the {}, and {} has none", name_of(level.by), node.host));
}

} // namespace

std::string Cluster::gpu_name(int gpu) const {
    const GpuPlace place = place_of(gpu);
    return fmt::format("{}:{}", nodes[static_cast<std::size_t>(place.node)].host, place.local);
}

int Cluster::find_node(const std::string& host) const {
    for (int node = 0; node < node_count(); ++node)
        if (nodes[static_cast<std::size_t>(node)].host == host)
            return node;
    return -1;
}

int Cluster::find_gpu(const std::string& host, int local) const {
    const int node = find_node(host);
    return node >= 0 && local >= 0 && local < kind_of_node(node).gpus ? first_gpu(node) + local : -1;
}

std::vector<int> Cluster::domain_of_node() const {
    std::map<std::string, int> known;
    std::vector<int> domains;
    int count = 0;
    for (const Node& node : nodes) {
        if (node.domain.empty()) {
            domains.push_back(count++);
            continue;
        }
        const auto [at, is_new] = known.try_emplace(node.domain, count);
        count += is_new;
        domains.push_back(at->second);
    }
    return domains;
}

Cluster make_cluster(Cluster parts) {
    parts.file = {};
    require(!parts.nodes.empty(), "$.nodes", "expected at least one node");
    for (const NodeKind& kind : parts.node_kinds)
        check_kind(kind);
    std::unordered_set<std::string> hosts;
    parts.first_gpu_.assign(1, 0);
    parts.node_of_gpu_.clear();
    for (std::size_t i = 0; i < parts.nodes.size(); ++i) {
        const Node& node = parts.nodes[i];
        const std::string place = fmt::format("$.nodes[{}]", i);
        require(!node.host.empty(), place + ".host", "expected a host name");
        require(hosts.insert(node.host).second, place + ".host",
                fmt::format("\"{}\" appears twice", node.host));
        require(node.kind >= 0 && node.kind < static_cast<int>(parts.node_kinds.size()), place + ".kind",
                "is not in node_kinds");
        require(node.domain.empty() ||
                    parts.node_kinds[static_cast<std::size_t>(node.kind)].domain_bandwidth_gb_per_s > 0,
                place + ".domain", "needs domain_bandwidth_gb_per_s in the node's kind");
        const int gpus = parts.node_kinds[static_cast<std::size_t>(node.kind)].gpus;
        parts.node_of_gpu_.insert(parts.node_of_gpu_.end(), static_cast<std::size_t>(gpus),
                                  static_cast<int>(i));
        parts.first_gpu_.push_back(parts.first_gpu_.back() + gpus);
    }
    const InterNode& links = parts.inter_node;
    const int size = links.between == MatrixBetween::nodes ? parts.node_count() : parts.gpu_count();
    require_within(links.latency_us, bounds::latency, "$.inter_node.latency_us");
    if (parts.node_count() > 1 || !links.bandwidth.empty())
        check_matrix(links.bandwidth, bounds::bandwidth, size, "$.inter_node.bandwidth_gb_per_s");
    if (!links.latency.empty())
        check_matrix(links.latency, bounds::latency, size, "$.inter_node.latency_us");
    require(parts.history.times.size() == parts.history.snapshots.size(), "$.history.times",
            "expected one time a snapshot");
    for (std::size_t i = 0; i < parts.history.snapshots.size(); ++i)
        check_matrix(parts.history.snapshots[i], bounds::bandwidth, size,
                     fmt::format("$.history.snapshots[{}]", i));
    check_fabric(parts.fabric);
    check_shared_names(parts);
    for (std::size_t i = 0; i < parts.faults.size(); ++i)
        check_fault(parts, parts.faults[i], fmt::format("$.faults[{}]", i));
    return parts;
}

bool has_like_gpus(const Cluster& cluster) {
    const std::vector<NodeKind>& kinds = cluster.node_kinds;
    return std::all_of(kinds.begin(), kinds.end(),
                       [&](const NodeKind& kind) { return kind.gpu.name == kinds.front().gpu.name; });
}

} // namespace pipette
