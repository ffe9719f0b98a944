// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/stages/unlike_gpus.h"

#include "core/base/index.h"
#include "core/base/readable.h"
#include "core/plan/stages/layers_text.h"
#include "core/plan/stages/stage_tp.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {

std::vector<GpusOfKind> by_kind(const Cluster& cluster, std::span<const int> gpus) {
    const std::vector<NodeKind>& kinds = cluster.node_kinds;
    std::vector<GpusOfKind> counts;
    for (const int gpu : gpus) {
        const std::string& name = cluster.kind_of_gpu(gpu).gpu.name;
        auto known =
            std::find_if(counts.begin(), counts.end(), [&](const auto& count) { return count.kind == name; });
        if (known == counts.end()) {
            const auto first = std::find_if(kinds.begin(), kinds.end(),
                                            [&](const NodeKind& kind) { return kind.gpu.name == name; });
            known = counts.insert(counts.end(), {name, int(first - kinds.begin()), 0});
        }
        ++known->gpus;
    }
    return counts;
}

std::vector<int> gpus_of_stage(const Candidate& candidate, int stage) {
    const RankGrid grid(candidate.config);
    std::vector<int> gpus;
    for (int replica = 0; replica < grid.size(Spread::replicas); ++replica)
        for (int peer = 0; peer < grid.size(Spread::peers); ++peer)
            gpus.push_back(candidate.mapping.gpu_of_rank[index(grid.rank({stage, replica, peer}))]);
    return gpus;
}

int layers_of_stage(const ParallelConfig& config, int stage) {
    int layers = 0;
    for (int chunk = 0; chunk < config.chunks(); ++chunk)
        if (device_of_chunk(config, chunk) == stage)
            layers += config.layers_per_stage[index(chunk)];
    return layers;
}

std::vector<std::string> brief_kinds(const Cluster& cluster) {
    const auto beginning = [](const std::string& name) { return name.substr(0, name.find('-')); };
    const std::vector<NodeKind>& kinds = cluster.node_kinds;
    if (has_like_gpus(cluster))
        return {};
    std::vector<std::string> names;
    for (const NodeKind& kind : kinds) {
        const std::string& name = kind.gpu.name;
        const bool shared = std::any_of(kinds.begin(), kinds.end(), [&](const NodeKind& other) {
            return other.gpu.name != name && beginning(other.gpu.name) == beginning(name);
        });
        names.push_back(readable(shared ? name : beginning(name)));
    }
    return names;
}

std::string brief_text(const Cluster& cluster, const std::vector<GpusOfKind>& gpus) {
    const std::vector<std::string> names = brief_kinds(cluster);
    std::string text;
    for (const GpusOfKind& of : gpus)
        text += fmt::format("{}{} {}", text.empty() ? "" : " + ", of.gpus, names[index(of.node_kind)]);
    return text;
}

std::string gpus_text(const Cluster& cluster, const Candidate& candidate) {
    std::vector<int> gpus = candidate.mapping.gpu_of_rank;
    if (gpus.empty() || has_like_gpus(cluster))
        return std::to_string(candidate.config.world());
    std::sort(gpus.begin(), gpus.end());
    return brief_text(cluster, by_kind(cluster, gpus));
}

std::string layers_on_kinds_text(const Cluster& cluster, const Candidate& candidate) {
    if (has_like_gpus(cluster))
        return {};
    std::vector<int> layers;
    std::vector<GpusOfKind> along; // stages in a row on GPUs of one kind are told as one
    for (int stage = 0; stage < candidate.config.pp; ++stage) {
        layers.push_back(layers_of_stage(candidate.config, stage));
        for (const GpusOfKind& gpus : by_kind(cluster, gpus_of_stage(candidate, stage)))
            if (!along.empty() && along.back().kind == gpus.kind)
                along.back().gpus += gpus.gpus;
            else
                along.push_back(gpus);
    }
    const ParallelConfig& config = candidate.config;
    const std::string tp = has_stage_tp(config)
                               ? fmt::format(" with tp {}", layers_text(config.tp_per_stage, " + "))
                               : std::string();
    return fmt::format("{} layers{} on {}", layers_text(layers, " + "), tp, brief_text(cluster, along));
}

} // namespace pipette
