// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/problem/search_tables.h"

#include "core/base/units.h"
#include "core/cost/iteration_time.h"
#include "core/plan/flash_attention.h"
#include "core/search/space/enumeration.h"

#include <algorithm>
#include <limits>
#include <set>

namespace pipette {
namespace {

/// Smallest positive value (the cells of a node with itself are 0); 0 when there is none.
template <class Values>
double least_positive(const Values& values) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] > 0)
            least = std::min<double>(least, values[i]);
    return least < std::numeric_limits<double>::infinity() ? least : 0;
}

template <class Values>
double least(const Values& values, double otherwise) {
    double least = values.empty() ? otherwise : values[0];
    for (std::size_t i = 1; i < values.size(); ++i)
        least = std::min<double>(least, values[i]);
    return least;
}

/// GPUs of the block that send through its busiest NIC.
int streams(const Links& links, std::span<const int> gpus) {
    std::map<int, int> on_nic;
    int most = 1;
    for (const int gpu : gpus)
        most = std::max(most, ++on_nic[links.nic_of_gpu[static_cast<std::size_t>(gpu)]]);
    return most;
}

bool of_whole_nodes(const Links& links, const SlotLayout& layout, int gpus_of_node) {
    if (layout.block_size % gpus_of_node != 0)
        return false;
    for (std::size_t i = 0; i < layout.gpus.size(); ++i)
        if (!links.same_node(layout.gpus[i], layout.gpus[i - i % std::size_t(gpus_of_node)]))
            return false;
    return true;
}

} // namespace

SearchTables::SearchTables(const PlanInputs& given, const Knowledge& known)
    : inputs(given),
      knowledge(known),
      kept_off(pipette::kept_off(given)),
      links(links_of(given)),
      nodes(node_table(links)),
      reach(links) {
    for (const int gpu : usable_gpus(inputs)) {
        const GpuKind& kind = inputs.cluster->kind_of_gpu(gpu).gpu;
        gpu_memory_bytes.push_back(kind.memory_gib * bytes_per_gib);
        if (fuses_attention(inputs.job, kind))
            fusing_memory_bytes.push_back(gpu_memory_bytes.back());
    }
    for (auto* bytes : {&gpu_memory_bytes, &fusing_memory_bytes})
        std::sort(bytes->begin(), bytes->end(), std::greater<>());
    inter_s_per_byte = least_positive(links.inter_s_per_byte);
    inter_latency_s = least(links.inter_latency_s, links.uniform_latency_s);
    intra_s_per_byte = least_positive(links.intra_s_per_byte);
    intra_latency_s = least(links.intra_latency_s, 0);
    std::vector<int> gpus(static_cast<std::size_t>(links.nodes), 0);
    for (const int node : links.node_of_gpu)
        gpus_of_node = std::max(gpus_of_node, ++gpus[static_cast<std::size_t>(node)]);
    std::map<int, std::set<int>> nics;
    for (std::size_t gpu = 0; gpu < links.node_of_gpu.size(); ++gpu)
        if (std::set<int>& of_node = nics[links.node_of_gpu[gpu]];
            of_node.insert(links.nic_of_gpu[gpu]).second)
            nics_of_node = std::max(nics_of_node, int(of_node.size()));
}

const SlotShape& SearchTables::shape(int block_size) {
    const auto [at, is_new] = shapes_.try_emplace(block_size);
    SlotShape& shape = at->second;
    if (!is_new)
        return shape;
    shape.layout = empty_layout(*inputs.cluster, kept_off, block_size);
    shape.groups = group_slots(*inputs.cluster, links, shape.layout);
    shape.whole_nodes = of_whole_nodes(links, shape.layout, gpus_of_node);
    std::map<int, int> on_nic;
    for (const int gpu : shape.layout.gpus)
        ++on_nic[links.nic_of_gpu[static_cast<std::size_t>(gpu)]];
    shape.least_streams = shape.least_full = std::numeric_limits<int>::max();
    for (int slot = 0; slot < shape.layout.size(); ++slot) {
        shape.least_streams = std::min(shape.least_streams, streams(links, shape.layout.gpus_of(slot)));
        int busiest = 1;
        for (const int gpu : shape.layout.gpus_of(slot))
            busiest = std::max(busiest, on_nic[links.nic_of_gpu[static_cast<std::size_t>(gpu)]]);
        shape.least_full = std::min(shape.least_full, busiest);
    }
    return shape;
}

ConfigWork config_work(const SearchTables& tables, const ParallelConfig& config) {
    return config_work(*tables.inputs.cluster, tables.inputs.model, tables.inputs.job, config,
                       tables.knowledge.calibration);
}

} // namespace pipette
