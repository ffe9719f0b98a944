// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/hypothetical.h"

#include "core/base/bounds.h"
#include "core/base/input_error.h"
#include "core/base/random.h"
#include "core/base/readable.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace pipette {
namespace {

constexpr std::array kinds{NicKind{"edr", 12.5},   NicKind{"hdr", 25},        NicKind{"ndr", 50},
                           NicKind{"xdr", 100},    NicKind{"roce-100", 12.5}, NicKind{"roce-200", 25},
                           NicKind{"roce-400", 50}};

constexpr std::string_view assumed = "assumed";
constexpr double gpu_link_latency_us = 3; // NCCL inside a node

template <class Number, class Limits>
void require(const char* field, Number value, const Limits& bounds) {
    if (!bounds.hold(value))
        throw InputError({}, field, fmt::format("is {}, expected {}", value, text_of(bounds)));
}

void check(const HypotheticalCluster& choices) {
    require("nodes", choices.nodes, bounds::assumed_nodes);
    require("gpus-per-node", choices.gpus_per_node, bounds::node_gpus);
    require("nics", choices.nics, WholeBounds{1, choices.gpus_per_node, "NICs, no more than GPUs"});
    require("domain", choices.nodes_per_domain, domain_nodes);
    require("nodes-per-leaf", choices.nodes_per_leaf, bounds::leaf_nodes);
    require("oversubscription", choices.oversubscription, bounds::oversubscription);
    require("spread", choices.spread, bounds::spread);
    require("nic-rate", choices.nic_gb_per_s, bounds::bandwidth);
    require("gpu-link-rate", choices.gpu_link_gb_per_s, bounds::bandwidth);
}

std::string origin_of(const HypotheticalCluster& choices) {
    std::string text = fmt::format(
        "{}: {} of {} {}, {} NICs of {:g} GB/s a node, {:g} GB/s between GPUs of a "
        "node; of these line rates {:.0f} and {:.0f} % are reached",
        assumed, counted(choices.nodes, "node"), choices.gpus_per_node, choices.gpu.name, choices.nics,
        choices.nic_gb_per_s, choices.gpu_link_gb_per_s, 100 * nic_efficiency, 100 * gpu_link_efficiency);
    if (choices.nodes_per_domain > 1)
        text += fmt::format("; NVLink domains of {} nodes", choices.nodes_per_domain);
    if (choices.nodes_per_leaf > 0)
        text += fmt::format("; leaves of {} nodes, oversubscribed {:g} to 1", choices.nodes_per_leaf,
                            choices.oversubscription);
    if (choices.spread > 0)
        text += fmt::format("; links spread by {:g}, seed {}", choices.spread, choices.seed);
    return text;
}

/// What was measured between nodes. `node_of`: of each row.
std::vector<double> measured_links(const BandwidthMatrix& matrix, const std::vector<int>& node_of) {
    std::vector<double> found;
    for (int from = 0; from < matrix.size(); ++from)
        for (int to = 0; to < matrix.size(); ++to)
            if (node_of[static_cast<std::size_t>(from)] != node_of[static_cast<std::size_t>(to)] &&
                matrix.measured(from, to))
                found.push_back(matrix.at(from, to));
    return found;
}

/// Who the rows of a larger matrix are: the node of each, and the old row that it is like.
struct GrownRows {
    std::vector<int> node, like;
};

GrownRows rows_of(const Cluster& cluster, int more) {
    GrownRows rows;
    const bool by_gpu = cluster.inter_node.between == MatrixBetween::gpus;
    for (int node = 0; node < cluster.node_count() + more; ++node) {
        const int like = node % cluster.node_count();
        for (int gpu = 0; gpu < (by_gpu ? cluster.kind_of_node(like).gpus : 1); ++gpu) {
            rows.node.push_back(node);
            rows.like.push_back(by_gpu ? cluster.first_gpu(like) + gpu : like);
        }
    }
    return rows;
}

/// The matrix with rows and columns for more nodes: new links drawn from the measured ones, what is inside a
/// new node as in the one that it is like.
BandwidthMatrix grown(const BandwidthMatrix& matrix, const GrownRows& rows, Random& random) {
    const std::vector<double> found = measured_links(matrix, rows.node);
    const int size = static_cast<int>(rows.node.size());
    BandwidthMatrix more(size);
    for (int from = 0; from < size; ++from)
        for (int to = 0; to < size; ++to) {
            const auto at = static_cast<std::size_t>(from), end = static_cast<std::size_t>(to);
            if (from == to || found.empty())
                continue;
            if (rows.node[at] == rows.node[end] || (from < matrix.size() && to < matrix.size())) {
                if (const int a = rows.like[at], b = rows.like[end]; matrix.measured(a, b))
                    more.set(from, to, matrix.at(a, b));
            } else {
                more.set(from, to, found[random.below(static_cast<std::uint32_t>(found.size()))]);
            }
        }
    return more;
}

} // namespace

std::span<const NicKind> nic_kinds() {
    return kinds;
}

std::optional<double> nic_rate(std::string_view name) {
    const auto found =
        std::find_if(kinds.begin(), kinds.end(), [&](const NicKind& kind) { return kind.name == name; });
    return found == kinds.end() ? std::nullopt : std::optional(found->gb_per_s);
}

std::string nic_names() {
    std::string names;
    for (const NicKind& kind : kinds)
        names += (names.empty() ? "" : ", ") + std::string(kind.name);
    return names;
}

Cluster hypothetical_cluster(const HypotheticalCluster& choices) {
    check(choices);
    Cluster parts;
    parts.name = choices.name.empty() ? fmt::format("{} of {} {} (assumed)", counted(choices.nodes, "node"),
                                                    choices.gpus_per_node, choices.gpu.name)
                                      : choices.name;
    parts.origin = origin_of(choices);
    NodeKind kind;
    kind.name = fmt::format("{}x{}", choices.gpus_per_node, choices.gpu.name);
    kind.gpu = choices.gpu;
    kind.gpus = choices.gpus_per_node;
    kind.nics = choices.nics;
    kind.intra_node = {gpu_link_efficiency * choices.gpu_link_gb_per_s, gpu_link_latency_us, {}, {}};
    const bool domains = choices.nodes_per_domain > 1;
    if (domains) // a GPU's links to others of its domain are those to its own node
        kind.domain_bandwidth_gb_per_s = kind.intra_node.bandwidth_gb_per_s;
    parts.node_kinds.push_back(std::move(kind));
    for (int node = 0; node < choices.nodes; ++node)
        parts.nodes.push_back(
            {fmt::format("n{:04}", node + 1), 0,
             choices.nodes_per_leaf > 0 ? fmt::format("leaf{}", node / choices.nodes_per_leaf + 1) : "",
             domains ? fmt::format("domain{}", node / choices.nodes_per_domain + 1) : ""});
    const double reached = nic_efficiency * choices.nic_gb_per_s;
    Random random(choices.seed);
    parts.inter_node.bandwidth = BandwidthMatrix(choices.nodes);
    for (int from = 0; from < choices.nodes; ++from)
        for (int to = 0; to < choices.nodes; ++to)
            if (from != to)
                parts.inter_node.bandwidth.set(
                    from, to,
                    choices.spread > 0
                        ? std::min(choices.nic_gb_per_s, reached * random.lognormal(0, choices.spread))
                        : reached);
    if (choices.nodes_per_leaf > 0 && choices.nodes_per_leaf < choices.nodes)
        parts.fabric.levels.push_back(
            {"leaf", choices.nodes_per_leaf, choices.nics * reached / choices.oversubscription});
    return make_cluster(std::move(parts));
}

Cluster grown(const Cluster& cluster, int more, std::uint64_t seed) {
    require("nodes", cluster.node_count() + more, bounds::assumed_nodes);
    const GrownRows rows = rows_of(cluster, more);
    if (measured_links(cluster.inter_node.bandwidth, rows.node).empty())
        throw InputError({}, "nodes", "cannot be more like these: no link between nodes was measured");
    Cluster parts = cluster;
    Random random(seed);
    for (int i = 0, number = 1; i < more; ++number) {
        const std::string host = fmt::format("assumed{:04}", number);
        if (cluster.find_node(host) >= 0)
            continue;
        const Node& like = cluster.nodes[static_cast<std::size_t>(i % cluster.node_count())];
        // Copies of the nodes of a rack or a domain are one of their own.
        const auto copy = [&](const std::string& name) {
            return name.empty() ? name : fmt::format("assumed{}-{}", i / cluster.node_count() + 1, name);
        };
        parts.nodes.push_back({host, like.kind, copy(like.rack), copy(like.domain), like.zone});
        ++i;
    }
    parts.inter_node.bandwidth = grown(cluster.inter_node.bandwidth, rows, random);
    if (!cluster.inter_node.latency.empty())
        parts.inter_node.latency = grown(cluster.inter_node.latency, rows, random);
    parts.history = {};
    parts.origin = fmt::format("{}: {} more nodes like those of {}, their links drawn from its own, seed {}",
                               assumed, more, cluster.name, seed);
    return make_cluster(std::move(parts));
}

bool is_assumed(const Cluster& cluster) {
    return cluster.origin.starts_with(assumed);
}

std::string assumed_text(const Cluster& cluster) {
    return is_assumed(cluster) ? "the cluster is " + cluster.origin : std::string();
}

std::string made_up_hosts_text(const Cluster& cluster) {
    return is_assumed(cluster)
               ? "host names of an assumed cluster are made up: put those of your hosts in their "
                 "place"
               : std::string();
}

} // namespace pipette
