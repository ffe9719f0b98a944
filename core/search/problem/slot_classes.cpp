// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/problem/slot_classes.h"

#include "core/base/grid.h"
#include "core/base/units.h"
#include "core/cost/pipeline_costs.h"

#include <algorithm>
#include <limits>
#include <map>

namespace pipette {
namespace {

/// Appends what makes the links of GPUs on several nodes, where the hosts decide: which host, node and
/// network card each is on, by when the slot first touches them, and the links of the hosts.
void add_hosts(std::vector<double>& values, const Links& links, std::span<const int> gpus) {
    std::map<int, int> nodes, nics;
    std::map<int, std::vector<int>> on_host; // the first two GPUs
    std::vector<int> hosts;
    const auto ordinal = [](std::map<int, int>& known, int id) {
        return double(known.try_emplace(id, int(known.size())).first->second);
    };
    for (const int gpu : gpus) {
        const int host = links.host_of_gpu[index(gpu)];
        std::vector<int>& here = on_host[host];
        if (here.empty())
            hosts.push_back(host);
        if (here.size() < 2)
            here.push_back(gpu);
        values.push_back(double(std::find(hosts.begin(), hosts.end(), host) - hosts.begin()));
        values.push_back(ordinal(nodes, links.node_of_gpu[index(gpu)]));
        values.push_back(ordinal(nics, links.nic_of_gpu[index(gpu)]));
    }
    for (const int a : hosts)
        for (const int b : hosts) {
            const int from = on_host[a].front(), to = on_host[b].back();
            values.push_back(from == to ? 0 : links.s_per_byte(from, to));
            values.push_back(from == to ? 0 : links.latency_s(from, to));
        }
}

/// What makes the chunk times of a slot: the kinds of its GPUs and their inner links. Slots inside nodes of
/// one kind with uniform links share a signature; so do slots over several nodes whose hosts are linked
/// alike.
std::vector<double> signature(const Links& links, std::span<const int> gpus) {
    std::vector<double> values;
    const int first = gpus[0];
    bool one_node = true;
    for (const int gpu : gpus) {
        values.push_back(links.kind_of_gpu[index(gpu)]);
        one_node = one_node && links.same_node(first, gpu);
    }
    for (std::size_t i = 0; i < gpus.size(); ++i) {
        const int from = gpus[i], to = gpus[(i + 1) % gpus.size()];
        if (from != to) {
            values.push_back(links.s_per_byte(from, to));
            values.push_back(links.latency_s(from, to));
        }
    }
    if (!one_node && links.hosts_decide)
        add_hosts(values, links, gpus);
    else if (!one_node) // rings of single tp and cp groups cross nodes in their own ways
        values.push_back(first);
    return values;
}

/// Whether no node has slots for a whole pipeline.
bool always_spans_nodes(const SlotLayout& layout, int pp) {
    std::map<int, int> slots;
    int most = 0;
    for (const int node : layout.node_of_slot)
        most = std::max(most, ++slots[node]);
    return pp > most;
}

} // namespace

SlotGroups group_slots(const Cluster& cluster, const Links& links, const SlotLayout& layout) {
    SlotGroups groups;
    std::map<std::vector<double>, int> known;
    for (int slot = 0; slot < layout.size(); ++slot) {
        const auto gpus = layout.gpus_of(slot);
        const auto [at, is_new] = known.try_emplace(signature(links, gpus), groups.count());
        groups.class_of_slot.push_back(at->second);
        if (!is_new)
            continue;
        groups.example.push_back(slot);
        double memory = std::numeric_limits<double>::infinity();
        for (const int gpu : gpus)
            memory = std::min(memory, cluster.kind_of_gpu(gpu).gpu.memory_gib * bytes_per_gib);
        groups.memory_bytes.push_back(memory);
    }
    return groups;
}

namespace {

/// Of a traffic what goes on inside a block of one stage.
Traffic inside_a_block(Traffic traffic, int stage) {
    std::erase_if(traffic.collectives, [&](const Collective& c) { return !c.takes_part(stage); });
    return traffic.inside_a_block();
}

/// Costs of a block that holds all chunks by itself. Stages with a tp of their own do not share its network
/// cards with each other.
PipelineCosts costs_alone(const Links& links, ConfigWork& alone, const Traffic& traffic,
                          const RankMapping& mapping) {
    alone.traffic = inside_a_block(traffic, 0);
    PipelineCosts costs = pipeline_costs(links, alone, mapping);
    for (int tp = 1; tp < int(alone.by_tp.size()); ++tp) {
        const auto stage = std::find(alone.tp_of_device.begin(), alone.tp_of_device.end(), tp);
        alone.traffic = inside_a_block(traffic, int(stage - alone.tp_of_device.begin()));
        const PipelineCosts own = pipeline_costs(links, alone, mapping);
        for (auto member : {&PipelineCosts::forward, &PipelineCosts::backward,
                            &PipelineCosts::forward_compute, &PipelineCosts::backward_compute})
            for (std::size_t chunk = 0; chunk < alone.tp_of_chunk.size(); ++chunk)
                if (alone.tp_of_chunk[chunk] == tp)
                    (costs.*member)[chunk] = (own.*member)[chunk];
    }
    return costs;
}

} // namespace

ClassTimes class_times(const Links& links, const ConfigWork& work, const SlotLayout& layout,
                       const SlotGroups& groups) {
    // One replica that is one device, which holds all chunks in the slot: chunk times are those of any
    // mapping.
    ConfigWork alone = work;
    alone.config.dp = alone.config.pp = 1;
    alone.config.vpp = work.config.chunks();
    alone.device_of_chunk.assign(index(work.config.chunks()), 0);
    alone.always_spans_nodes = always_spans_nodes(layout, work.config.pp);
    ClassTimes times;
    times.classes = groups.count();
    RankMapping mapping;
    for (const int slot : groups.example) {
        const auto gpus = layout.gpus_of(slot);
        mapping.gpu_of_rank.assign(gpus.begin(), gpus.end());
        const PipelineCosts costs = costs_alone(links, alone, work.traffic, mapping);
        const auto add = [](std::vector<double>& all, const std::vector<double>& of_slot) {
            all.insert(all.end(), of_slot.begin(), of_slot.end());
        };
        add(times.forward, costs.forward), add(times.backward, costs.backward);
        add(times.forward_compute, costs.forward_compute);
        add(times.backward_compute, costs.backward_compute);
    }
    set_optimizer_times(times, links, work, layout, groups);
    return times;
}

ClassTimes compute_times(const ConfigWork& work) {
    ClassTimes times{int(work.launch_growth.size()), work.forward, work.backward, {}, {}, work.optimizer};
    for (std::size_t i = 0; i < times.forward.size(); ++i) {
        times.forward[i] = std::max(times.forward[i], work.forward_launch[i]);
        times.backward[i] = std::max(times.backward[i], work.backward_launch[i]);
    }
    times.forward_compute = times.forward, times.backward_compute = times.backward;
    return times;
}

void set_optimizer_times(ClassTimes& times, const Links& links, const ConfigWork& work,
                         const SlotLayout& layout, const SlotGroups& groups) {
    times.optimizer.clear();
    for (const int slot : groups.example)
        for (int device = 0; device < work.config.pp; ++device) {
            double slowest = 0;
            for (const int gpu : layout.gpus_of(slot))
                slowest = std::max(
                    slowest, Grid(work.optimizer, work.config.pp)(links.kind_of_gpu[index(gpu)], device));
            times.optimizer.push_back(slowest);
        }
}

} // namespace pipette
