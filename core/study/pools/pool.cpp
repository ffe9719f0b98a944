// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/pools/pool.h"

#include "core/base/input_error.h"
#include "core/search/space/enumeration.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {

std::string_view name_of(PoolsBy by) {
    return by == PoolsBy::gpu_kind ? "kind" : "zone";
}

const std::vector<PoolsBy>& all_pools_by() {
    static const std::vector<PoolsBy> all{PoolsBy::gpu_kind, PoolsBy::zone};
    return all;
}

std::optional<PoolsBy> pools_by_named(std::string_view name) {
    for (const PoolsBy by : all_pools_by())
        if (name_of(by) == name)
            return by;
    return std::nullopt;
}

std::vector<Pool> pools_of(const PlanInputs& inputs, PoolsBy by) {
    const Cluster& cluster = *inputs.cluster;
    std::vector<Pool> pools;
    for (const int gpu : usable_gpus(inputs)) {
        const Node& node = cluster.nodes[static_cast<std::size_t>(cluster.node_of(gpu))];
        const std::string& name = by == PoolsBy::gpu_kind ? cluster.kind_of_gpu(gpu).gpu.name : node.zone;
        if (name.empty())
            throw InputError({}, "pools", fmt::format("host {} has no zone", node.host));
        auto pool = std::find_if(pools.begin(), pools.end(), [&](const Pool& p) { return p.name == name; });
        if (pool == pools.end())
            pool = pools.insert(pool, Pool{name, {}});
        pool->gpus.push_back(gpu);
    }
    const bool by_kind = by == PoolsBy::gpu_kind;
    if (pools.size() < 2)
        throw InputError({}, "pools",
                         fmt::format("all GPUs that can be used are of one {}: a plan has like replicas",
                                     by_kind ? "kind of GPU" : "zone"));
    if (pools.size() > most_pools)
        throw InputError({}, "pools",
                         fmt::format("the GPUs are of {} {}, expected {} at most", pools.size(),
                                     by_kind ? "kinds" : "zones", most_pools));
    return pools;
}

PlanInputs inputs_on(const PlanInputs& inputs, const Pool& pool, int sequences) {
    PlanInputs alone = inputs;
    alone.job.global_batch = sequences;
    std::vector<int>& excluded = alone.faults.excluded_gpus;
    excluded.clear();
    for (int gpu = 0; gpu < inputs.cluster->gpu_count(); ++gpu)
        if (!std::binary_search(pool.gpus.begin(), pool.gpus.end(), gpu))
            excluded.push_back(gpu);
    return alone;
}

} // namespace pipette
