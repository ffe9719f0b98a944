// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/kept_off.h"

#include <algorithm>
#include <map>
#include <set>

namespace pipette {
namespace {

/// A launcher that runs as many ranks on every node, or ranks on GPUs 0, 1, ..., has no use for what is left
/// of a node, nor the former for nodes of another size than most.
void keep_off_parts_of_nodes(const Cluster& cluster, const LauncherReach& reach, std::vector<int>& gpus) {
    std::map<int, int> nodes_of_size;
    for (int node = 0; node < cluster.node_count(); ++node)
        ++nodes_of_size[cluster.kind_of_node(node).gpus];
    const int usual =
        std::max_element(nodes_of_size.begin(), nodes_of_size.end(), [](const auto& a, const auto& b) {
            return a.second < b.second;
        })->first;
    std::set<int> nodes;
    for (const int gpu : gpus)
        nodes.insert(cluster.node_of(gpu));
    for (int node = 0; node < cluster.node_count(); ++node)
        if (reach.equal_nodes && cluster.kind_of_node(node).gpus != usual)
            nodes.insert(node);
    for (const int node : nodes)
        for (int gpu = cluster.first_gpu(node); gpu < cluster.first_gpu(node + 1); ++gpu)
            gpus.push_back(gpu);
}

} // namespace

std::vector<int> gpus_kept_off(const PlanInputs& inputs) {
    std::vector<int> gpus = inputs.faults.excluded_gpus;
    const Cluster& cluster = *inputs.cluster;
    for (const Fault& fault : cluster.faults) {
        if (inputs.limits.allow_faulty || fault.is_link())
            continue;
        const int first = cluster.first_gpu(fault.node) + std::max(0, fault.gpu),
                  end = fault.gpu >= 0 ? first + 1 : cluster.first_gpu(fault.node + 1);
        for (int gpu = first; gpu < end; ++gpu)
            gpus.push_back(gpu);
    }
    if (const auto& launcher = inputs.limits.launcher;
        launcher && (launcher->reach.equal_nodes || launcher->reach.gpus_in_order))
        keep_off_parts_of_nodes(cluster, launcher->reach, gpus);
    std::sort(gpus.begin(), gpus.end());
    gpus.erase(std::unique(gpus.begin(), gpus.end()), gpus.end());
    return gpus;
}

KeptOff kept_off(const PlanInputs& inputs) {
    return {gpus_kept_off(inputs), inputs.limits.allow_faulty ? BrokenLinks() : BrokenLinks(*inputs.cluster)};
}

} // namespace pipette
