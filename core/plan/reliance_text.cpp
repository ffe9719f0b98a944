// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/reliance_text.h"

#include "core/base/readable.h"
#include "core/base/units.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {

namespace {

constexpr std::size_t most_named = 8;

/// "a, b, c and 4 more"
std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < std::min(most_named, names.size()); ++i)
        text += (i > 0 ? ", " : "") + names[i];
    return names.size() > most_named ? fmt::format("{} and {} more", text, names.size() - most_named) : text;
}

std::string several(std::size_t count, const char* what) {
    return fmt::format("{}{}", what, count == 1 ? "" : "s");
}

} // namespace

std::string excluded_text(const Cluster& cluster, const std::vector<int>& gpus) {
    const auto excluded = [&](int gpu) { return std::binary_search(gpus.begin(), gpus.end(), gpu); };
    std::vector<std::string> nodes, single;
    int of_nodes = 0;
    for (int node = 0; node < cluster.node_count(); ++node) {
        std::vector<std::string> names;
        for (int gpu = cluster.first_gpu(node); gpu < cluster.first_gpu(node + 1); ++gpu)
            if (excluded(gpu))
                names.push_back(readable(cluster.gpu_name(gpu)));
        if (const int all = cluster.kind_of_node(node).gpus; static_cast<int>(names.size()) == all) {
            nodes.push_back(readable(cluster.nodes[static_cast<std::size_t>(node)].host));
            of_nodes += all;
        } else {
            single.insert(single.end(), names.begin(), names.end());
        }
    }
    std::string text;
    if (!nodes.empty())
        text = fmt::format("{} {} ({} GPUs)", several(nodes.size(), "node"), listed(nodes), of_nodes);
    if (!single.empty())
        text += fmt::format("{}the {} {}", text.empty() ? "" : " and ", several(single.size(), "GPU"),
                            listed(single));
    return text;
}

std::string degraded_text(const std::vector<DegradedLink>& links) {
    std::vector<std::string> texts;
    for (const DegradedLink& link : links)
        texts.push_back(fmt::format("{} - {} at {:g} times {}", readable(link.host_a), readable(link.host_b),
                                    link.factor, texts.empty() ? "their bandwidth" : "theirs"));
    return listed(texts);
}

std::string pinned_text(const PlanInputs& inputs) {
    if (inputs.pinned_ranks.empty() || !inputs.start)
        return {};
    std::vector<std::string> texts;
    for (const int rank : inputs.pinned_ranks)
        texts.push_back(fmt::format(
            "rank {} on {}", rank,
            readable(inputs.cluster->gpu_name(inputs.start->gpu_of_rank[static_cast<std::size_t>(rank)]))));
    return fmt::format("{} {}: {}", texts.size(), several(texts.size(), "rank"), listed(texts));
}

std::string crossing_text(const Cluster& cluster, const Candidate& candidate) {
    if (candidate.faults.empty())
        return {};
    const std::size_t others = candidate.faults.size() - 1;
    return fmt::format(
        "crosses {}{}",
        fault_text(cluster, cluster.faults[static_cast<std::size_t>(candidate.faults.front())]),
        others == 0   ? std::string()
        : others == 1 ? std::string(" and another known fault")
                      : fmt::format(" and {} other known faults", others));
}

std::string assumed_links_text(const Cluster& cluster, const Candidate& candidate) {
    if (candidate.assumed_links.empty())
        return {};
    const auto& [from, to] = candidate.assumed_links.front();
    const std::size_t count = candidate.assumed_links.size();
    return fmt::format(
        "relies on {} that nobody measured ({}{} to {})", counted(static_cast<long>(count), "link"),
        count == 1 ? "" : "the first: ", readable(cluster.nodes[static_cast<std::size_t>(from)].host),
        readable(cluster.nodes[static_cast<std::size_t>(to)].host));
}

std::string transfers_text(const Cluster& cluster, const Candidate& candidate) {
    return transfers_text(cluster, candidate.transfer_bytes, candidate.transfer_usd);
}

std::string transfers_text(const Cluster& cluster, double bytes, double usd) {
    if (bytes == 0)
        return {};
    std::string priced;
    for (const FabricLevel& level : cluster.fabric.levels)
        if (level.price_per_gb > 0)
            priced += (priced.empty() ? "" : ", ") + level.name;
    return fmt::format(
        "sends {:.3g} GB a step across levels of the network that have a price ({}): {:.3g} USD "
        "a step",
        bytes / bytes_per_gb, priced, usd);
}

std::vector<std::string> assumed_hosts(const Cluster& cluster, const ParallelConfig& config) {
    std::vector<std::string> lines;
    if (config.offload.any())
        for (const NodeKind& kind : cluster.node_kinds)
            if (std::string line = assumed_host_text(kind); !line.empty())
                lines.push_back(readable(line));
    return lines;
}

std::string known_faults_text(const PlanInputs& inputs) {
    const std::vector<Fault>& faults = inputs.cluster->faults;
    if (faults.empty())
        return {};
    constexpr std::size_t named = 3;
    std::string text =
        fmt::format("{} known, {}: ", faults.size(), inputs.limits.allow_faulty ? "allowed" : "kept off");
    for (std::size_t i = 0; i < std::min(named, faults.size()); ++i)
        text += (i > 0 ? ", " : "") + fault_text(*inputs.cluster, faults[i]);
    return faults.size() > named ? fmt::format("{} and {} more", text, faults.size() - named) : text;
}

} // namespace pipette
