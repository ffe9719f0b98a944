// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/topology/plan_links.h"

#include "core/base/index.h"
#include "widgets/cluster/gpus/shown_gpus.h"

#include <algorithm>

namespace pipette {
namespace {

constexpr int most_links = 1024;      // that are looked for where nothing is selected
constexpr long most_of_pipeline = 10; // links of the selected GPU's pipeline that are all its own

std::vector<PlanLink> linksOfGroup(const ShownGpus& gpus) {
    const Cluster& cluster = *gpus.cluster();
    std::vector<PlanLink> links;
    std::vector<int> firsts; // GPU on each of its nodes
    for (const int gpu : gpus.selection().gpus)
        if (firsts.empty() || cluster.node_of(firsts.back()) != cluster.node_of(gpu))
            firsts.push_back(gpu);
    if (const auto nodes = static_cast<int>(firsts.size()); nodes * (nodes - 1) / 2 > most_links)
        return links;
    for (std::size_t a = 0; a < firsts.size(); ++a)
        for (std::size_t b = a + 1; b < firsts.size(); ++b) {
            const bool back =
                linkBandwidth(cluster, firsts[b], firsts[a]) < linkBandwidth(cluster, firsts[a], firsts[b]);
            links.push_back({firsts[back ? b : a], firsts[back ? a : b], true});
        }
    return links;
}

std::vector<PlanLink> linksOfStages(const ShownGpus& gpus) {
    const Candidate& candidate = *gpus.shown().candidate;
    const RankGrid grid(candidate.config);
    const int stages = grid.size(Spread::stages), replicas = grid.size(Spread::replicas);
    const Selection& chosen = gpus.selection();
    const bool any = chosen.device >= 0 || chosen.replica >= 0;
    std::vector<PlanLink> links;
    if (!any && grid.blocks() > most_links)
        return links;
    int peer = 0; // the selected GPU's own place in its block
    if (chosen.gpus.size() == 1 && chosen.gpus[0] < gpus.count() && gpus.role(chosen.gpus[0]).rank >= 0)
        peer = gpus.role(chosen.gpus[0]).place.peer;
    const auto gpu = [&](int stage, int replica) {
        return candidate.mapping.gpu_of_rank[index(grid.rank({stage, replica, peer}))];
    };
    for (int replica = 0; replica < replicas; ++replica)
        for (int stage = 0; stage + 1 < stages; ++stage)
            if (!any || chosen.replica == replica)
                links.push_back({gpu(stage, replica), gpu(stage + 1, replica), false});
    for (int stage = 0; stage < stages && replicas > 1; ++stage)
        for (int replica = 0; replica < replicas; ++replica)
            if ((any && chosen.device == stage) && (replicas > 2 || replica == 0))
                links.push_back({gpu(stage, replica), gpu(stage, (replica + 1) % replicas), true});
    return links;
}

} // namespace

std::vector<PlanLink> planLinks(const ShownGpus& gpus) {
    if (!gpus.shown().candidate)
        return {};
    std::vector<PlanLink> links = gpus.groupSelected() ? linksOfGroup(gpus) : linksOfStages(gpus);
    const std::vector<int>& chosen = gpus.selection().gpus;
    if (chosen.size() != 1)
        return links;
    const auto pipeline =
        std::count_if(links.begin(), links.end(), [](const PlanLink& link) { return !link.ring; });
    for (PlanLink& link : links)
        link.selected =
            link.from == chosen[0] || link.to == chosen[0] || (!link.ring && pipeline <= most_of_pipeline);
    return links;
}

} // namespace pipette
