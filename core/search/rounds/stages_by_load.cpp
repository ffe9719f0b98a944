// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/rounds/stages_by_load.h"

#include "core/base/index.h"
#include "core/search/space/balanced_layers.h"
#include "core/search/space/memory_check.h"
#include "core/search/time/fastest_costs.h"

#include <algorithm>

namespace pipette {
namespace {

/// Loads of the chunks, on the best links that any placement can have. A pipeline with each layer in a chunk
/// of its own, between a chunk with the embedding alone and one with the head alone, tells what each takes.
PipelineLoads loads_of(const SearchTables& tables, const ParallelConfig& usual) {
    ParallelConfig apart = usual;
    apart.pp = tables.inputs.model.layers + 2, apart.vpp = 1, apart.schedule = ScheduleKind::one_f_one_b;
    apart.layers_per_stage.assign(index(apart.pp), 1);
    apart.layers_per_stage.front() = apart.layers_per_stage.back() = 0;
    const PipelineCosts costs = fastest_costs(tables, apart);
    PipelineLoads loads;
    for (std::size_t chunk = 0; chunk < costs.forward.size(); ++chunk)
        loads.layer_s.push_back(costs.forward[chunk] + costs.backward[chunk]);
    loads.first_s = loads.layer_s.front(), loads.last_s = loads.layer_s.back();
    loads.layer_s.pop_back();
    loads.layer_s.erase(loads.layer_s.begin());
    for (int chunk = 0; chunk < usual.chunks(); ++chunk)
        loads.device_of_chunk.push_back(device_of_chunk(usual, chunk));
    loads.most_layers.assign(index(usual.pp), tables.inputs.model.layers);
    return loads;
}

double slowest_s(const PipelineLoads& loads, const std::vector<int>& layers) {
    const std::vector<double> devices = device_loads(loads, layers);
    return *std::max_element(devices.begin(), devices.end());
}

/// Lowers the most layers of every device that is too full to one fewer than it has. False: none is.
bool make_room(PipelineLoads& loads, const std::vector<int>& layers, const std::vector<double>& device_bytes,
               double gpu_bytes) {
    std::vector<int> held(loads.most_layers.size(), 0);
    for (std::size_t chunk = 0; chunk < layers.size(); ++chunk)
        held[index(loads.device_of_chunk[chunk])] += layers[chunk];
    bool made = false;
    for (std::size_t device = 0; device < held.size(); ++device)
        if (device_bytes[device] > gpu_bytes)
            loads.most_layers[device] = std::max(0, held[device] - 1), made = true;
    return made;
}

} // namespace

bool may_balance_stages(const PlanInputs& inputs) {
    return framework_of(inputs.job).layouts != LayerLayouts::usual && has_like_gpus(*inputs.cluster);
}

std::optional<ParallelConfig> balanced(const SearchTables& tables, const ParallelConfig& usual,
                                       double gpu_bytes) {
    const PlanInputs& inputs = tables.inputs;
    PipelineLoads loads = loads_of(tables, usual);
    const double enough_s = worth_balancing * slowest_s(loads, usual.layers_per_stage);
    ParallelConfig found = usual;
    found.recompute_layers = 0;
    constexpr int tries = 16;
    for (int i = 0; i < tries; ++i) {
        found.layers_per_stage =
            balanced_layers(loads, framework_of(inputs.job).layouts, usual.layers_per_stage);
        if (slowest_s(loads, found.layers_per_stage) > enough_s)
            return std::nullopt;
        const MemoryCheck memory = check_memory(inputs, tables.knowledge, found, gpu_bytes);
        if (memory.fits())
            return found;
        if (!make_room(loads, found.layers_per_stage, memory.device_bytes, gpu_bytes))
            return std::nullopt; // a host is too full
    }
    return std::nullopt;
}

} // namespace pipette
