// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/own_cluster.h"
#include "tests/core/search/random_cluster.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace pipette {

/// random_inputs() with `faults` broken links.
inline PlanInputs faulty_inputs(const ClusterSketch& sketch, std::uint64_t seed, int faults) {
    PlanInputs inputs = random_inputs(sketch, seed);
    Random random(seed * 77);
    std::set<std::pair<int, int>> broken;
    while (int(broken.size()) < faults) {
        const int a = int(random.below(std::uint32_t(sketch.nodes))),
                  b = int(random.below(std::uint32_t(sketch.nodes)));
        if (a < b)
            broken.emplace(a, b);
    }
    for (const auto& [a, b] : broken)
        own_cluster(inputs).faults.push_back({a, b, -1, "Test NCCL failure", "a.log:3", {}});
    return inputs;
}

/// Every two nodes between which a mapping sends, worked out rank by rank from the numbering of ranks alone.
/// Lower node first.
inline std::set<std::pair<int, int>> pairs_by_hand(const PlanInputs& inputs, const ParallelConfig& config,
                                                   const RankMapping& mapping) {
    const RankGrid grid(config);
    std::set<std::pair<int, int>> pairs;
    const auto node = [&](int rank) {
        return inputs.cluster->node_of(mapping.gpu_of_rank[std::size_t(rank)]);
    };
    const auto add = [&](int a, int b) {
        if (a != b)
            pairs.emplace(std::min(a, b), std::max(a, b));
    };
    for (int rank = 0; rank < grid.world(); ++rank) {
        const RankPlace place = grid.place(rank);
        const int first = rank - place.peer; // peers are neighbours in rank
        for (int peer = 0; peer < config.peers(); ++peer)
            if (peer / config.tp == place.peer / config.tp || peer % config.tp == place.peer % config.tp)
                add(node(rank), node(first + peer));
        for (int chunk = 0; chunk + 1 < config.chunks(); ++chunk)
            if (device_of_chunk(config, chunk) == place.stage) {
                RankPlace next = place;
                next.stage = device_of_chunk(config, chunk + 1);
                add(node(rank), node(grid.rank(next)));
            }
        if (inputs.model.tied_embeddings && place.stage == 0) {
            RankPlace last = place;
            last.stage = device_of_chunk(config, config.chunks() - 1);
            add(node(rank), node(grid.rank(last)));
        }
        if (place.replica > 0 || place.peer >= config.tp)
            continue;
        std::vector<int> ring, nodes; // of the gradients: in rank order, and node after node
        for (int replica = 0; replica < config.dp; ++replica)
            for (int c = 0; c < config.cp; ++c)
                ring.push_back(node(grid.rank({place.stage, replica, place.peer + c * config.tp})));
        for (const int at : ring)
            if (std::find(nodes.begin(), nodes.end(), at) == nodes.end())
                nodes.push_back(at);
        for (const std::vector<int>* list : {&ring, &nodes})
            for (std::size_t i = 0; i < list->size(); ++i)
                add((*list)[i], (*list)[(i + 1) % list->size()]);
    }
    return pairs;
}

/// Whether one of these pairs is broken.
inline bool any_broken(const PlanInputs& inputs, const std::set<std::pair<int, int>>& pairs) {
    return std::any_of(inputs.cluster->faults.begin(), inputs.cluster->faults.end(), [&](const Fault& fault) {
        return fault.is_link() && pairs.contains(std::pair(std::min(fault.node, fault.other),
                                                           std::max(fault.node, fault.other)));
    });
}

} // namespace pipette
