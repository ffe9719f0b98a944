// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/problem/exchange_problem.h"

#include "core/base/grid.h"
#include "core/cost/group_time.h"
#include "core/search/problem/alike_groups.h"
#include "core/search/problem/placement_problem.h"

#include <algorithm>

namespace pipette {
namespace {

/// A collective's groups in the first stage, a rank counted as replica * peers + peer.
RankGroups groups_of_a_stage(const Traffic& traffic, const Collective& collective) {
    const RankGroups all = traffic.groups(collective);
    const RankGrid& grid = traffic.grid;
    const auto counted = [&](int rank) {
        const RankPlace place = grid.place(rank);
        return place.replica * grid.size(Spread::peers) + place.peer;
    };
    RankGroups groups;
    for (const int first : all.first)
        if (grid.place(first).stage == 0)
            groups.first.push_back(counted(first));
    for (const int offset : all.offset)
        groups.offset.push_back(counted(offset));
    return groups;
}

/// On the fastest class of slots.
void add_passes_that_hide(StageExchange& exchange, const PlacementProblem& problem,
                          const ParallelConfig& config) {
    const PipelineProblem& pipeline = problem.pipeline;
    std::vector<double> layers(index(problem.devices), 0);
    exchange.hiding.resize(index(problem.devices));
    for (int chunk = 0; chunk < pipeline.chunks; ++chunk) {
        const std::size_t device = index(pipeline.device_of_chunk[index(chunk)]);
        const auto fastest = [&](const std::vector<double>& passes) {
            const Grid of(passes, pipeline.chunks);
            double time = of(0, chunk);
            for (int c = 1; c < pipeline.classes; ++c)
                time = std::min(time, of(c, chunk));
            return time;
        };
        layers[device] += config.layers_per_stage[index(chunk)];
        exchange.hiding[device].reduce_s += fastest(pipeline.backward);
        exchange.hiding[device].gather_s += fastest(pipeline.forward);
    }
    for (int device = 0; device < problem.devices; ++device) {
        Hiding& hiding = exchange.hiding[index(device)];
        hiding = but_one_layer(hiding, layers[index(device)], exchange.collective, device);
        exchange.hiding_share.push_back(
            but_one_layer({1, 1}, layers[index(device)], exchange.collective, device));
    }
}

StageExchange stage_exchange(const PlacementProblem& problem, const ConfigWork& work,
                             const Collective& collective) {
    StageExchange exchange;
    exchange.collective = collective;
    exchange.use = collective.when == When::layer ? work.link_use : work.exchange_use;
    exchange.groups = groups_of_a_stage(work.traffic, collective);
    for (int device = 0; device < problem.devices; ++device) {
        exchange.reduce_share.push_back(collective.reduce_share(device));
        exchange.last_share.push_back(collective.last_share_of(device));
    }
    if (hides(collective))
        add_passes_that_hide(exchange, problem, work.config);
    // Groups of different peers differ only where the links of single GPUs do.
    exchange.alike = !collective.over_blocks() && problem.table->sites == problem.nodes &&
                     problem.links->nodes_decide() && !problem.slots_span_nodes && problem.one_nic_group;
    for (int group = 0; group < exchange.groups.count(); ++group)
        if (!exchange.alike || exchange.groups.first[index(group)] % problem.layout.block_size == 0)
            exchange.different.push_back(group);
    return exchange;
}

/// Those of all microbatches of an iteration; what other compute hides is taken off.
void add_calls(StageExchange& exchange, const ConfigWork& work) {
    const Collective& inner = exchange.collective;
    std::vector<Hiding> passes(index(work.config.pp)); // how many calls each pass of one microbatch makes
    for (std::size_t chunk = 0; chunk < index(work.chunks()); ++chunk) {
        Hiding& device = passes[index(work.device_of_chunk[chunk])];
        device.reduce_s += inner.backward_calls[chunk];
        device.gather_s += inner.forward_calls[chunk];
    }
    for (const Hiding& device : passes) {
        const double both = device.reduce_s + device.gather_s, microbatches = work.config.microbatches();
        exchange.calls.push_back(microbatches * (1 - inner.hidden_share) * both);
        const double share = both > 0 ? 1 / both / microbatches : 0;
        exchange.pass_share.push_back({device.reduce_s * share, device.gather_s * share});
    }
}

/// What hides the collective: on each device the compute of a layer in the passes in which it goes on, on the
/// first class of slots.
void add_hiding(StageExchange& exchange, const PlacementProblem& problem, const ConfigWork& work) {
    const Collective& inner = exchange.collective;
    std::vector<double> passes(index(work.config.pp), 0), units = passes;
    exchange.firsts = passes;
    for (std::size_t chunk = 0; chunk < index(work.chunks()); ++chunk) {
        const std::size_t device = index(work.device_of_chunk[chunk]);
        const double forward = inner.forward_calls[chunk], backward = inner.backward_calls[chunk];
        passes[device] += (forward > 0 ? problem.pipeline.forward_compute[chunk] : 0) +
                          (backward > 0 ? problem.pipeline.backward_compute[chunk] : 0);
        units[device] += forward + backward;
        exchange.firsts[device] += work.config.microbatches() * (double(forward > 0) + double(backward > 0));
    }
    for (std::size_t device = 0; device < passes.size(); ++device)
        passes[device] /= std::max(1.0, units[device]);
    exchange.hidden_s = passes;
}

/// The first of the collectives that hide in the passes in which the last of them does.
std::size_t hidden_with_last(const std::vector<StageExchange>& collectives) {
    const StageExchange& last = collectives.back();
    const auto first = std::find_if(collectives.begin(), collectives.end(), [&](const StageExchange& other) {
        return other.hidden_s == last.hidden_s && other.firsts == last.firsts && other.calls == last.calls &&
               (other.collective.forward_calls.front() > 0) == (last.collective.forward_calls.front() > 0);
    });
    return std::size_t(first - collectives.begin());
}

void leave_out_alike(ExchangeProblem& exchange, const PlacementProblem& problem) {
    std::vector<StageExchange>& all = exchange.collectives;
    if (std::all_of(all.begin(), all.end(), [](const StageExchange& each) { return each.alike; }))
        return; // each works out one group of a block already
    std::vector<const RankGroups*> groups;
    for (const StageExchange& each : all)
        groups.push_back(&each.groups);
    const std::vector<std::vector<int>> unlike = unlike_groups(*problem.links, problem.layout, groups);
    for (std::size_t i = 0; i < unlike.size(); ++i)
        if (!all[i].alike)
            all[i].different = unlike[i];
}

/// A ring of one rank of every replica, as GroupTime::exchange_s draws it.
bool is_ring_of_replicas(const PlacementProblem& problem, const StageExchange& exchange) {
    const CollectiveKind kind = exchange.collective.kind;
    return (kind == CollectiveKind::all_reduce || kind == CollectiveKind::reduce_and_gather) &&
           exchange.groups.size() == problem.replicas && exchange.groups.count() == problem.layout.block_size;
}

/// Whether nodes alone decide: one ring over all replicas of a stage, links measured node by node without
/// latencies of their own, links alike inside each node, and as many streams on every NIC whatever the
/// placement.
bool nodes_suffice(const PlacementProblem& problem) {
    const ExchangeProblem& exchange = problem.exchange;
    return exchange.one_ring && exchange.collectives.front().alike && problem.table->latency_s.empty() &&
           streams_of_every_nic(problem) > 0;
}

} // namespace

ExchangeProblem exchange_problem(const PlacementProblem& problem, const ConfigWork& work) {
    ExchangeProblem exchange;
    exchange.use = work.exchange_use;
    exchange.wait_s = work.exchange_wait_s;
    exchange.ring_part_bytes.assign(index(problem.devices), 0);
    const LinkUse& use = exchange.use.front();
    const auto add = [&](const Collective& collective) -> StageExchange& {
        exchange.collectives.push_back(stage_exchange(problem, work, collective));
        exchange.collectives.back().hidden_with = exchange.collectives.size() - 1;
        return exchange.collectives.back();
    };
    work.traffic.each_inside(When::iteration, [&](const Collective& last) {
        add(last);
        for (int device = 0; device < problem.devices; ++device)
            exchange.ring_part_bytes[index(device)] +=
                (last.bytes_of(device) + last.gathered_of(device)) / problem.replicas / use.inter_efficiency;
    });
    work.traffic.each_inside(When::layer, [&](const Collective& inner) {
        if (!inner.over_blocks())
            return;
        StageExchange& added = add(inner);
        add_calls(added, work);
        if (inner.hidden_by == HiddenBy::next_unit) {
            add_hiding(added, problem, work);
            added.hidden_with = hidden_with_last(exchange.collectives);
        }
    });
    if (problem.links->nodes_decide() && !problem.nics_shared)
        leave_out_alike(exchange, problem);
    exchange.one_ring =
        exchange.collectives.size() == 1 && is_ring_of_replicas(problem, exchange.collectives.front());
    exchange.ring_steps = problem.replicas - 1;
    exchange.ring_wait_s = problem.replicas > 1 ? use.between_nodes_s(problem.replicas) : 0;
    return exchange;
}

ExchangeForm exchange_form(const PlacementProblem& problem) {
    const ExchangeProblem& exchange = problem.exchange;
    if (exchange.collectives.empty())
        return ExchangeForm::none;
    if (problem.links->nodes != problem.links->hosts) // the others know nodes alone, no domains of them
        return ExchangeForm::groups;
    if (exchange.one_ring && problem.most_local == 1 && !problem.slots_span_nodes && exchange.use.size() == 1)
        return ExchangeForm::hops;
    return nodes_suffice(problem) ? ExchangeForm::nodes : ExchangeForm::groups;
}

int streams_of_every_nic(const PlacementProblem& problem) {
    // Where no NIC is shared a block's own GPUs are all that use it. Where all slots are in use and no stage
    // fits into a node, all GPUs of every NIC send at the same time.
    std::vector<int> users;
    if (!problem.nics_shared) {
        for (const SlotFacts& slot : problem.slots)
            users.push_back(int(slot.streams));
    } else if (problem.places() == problem.blocks() && problem.replicas > problem.most_local) {
        users.assign(index(problem.links->nics), 0);
        for (const int gpu : problem.layout.gpus)
            ++users[index(problem.links->nic_of_gpu[index(gpu)])];
        std::erase(users, 0);
    }
    const bool alike =
        std::all_of(users.begin(), users.end(), [&](int count) { return count == users.front(); });
    return users.empty() || !alike ? 0 : std::max(1, users.front());
}

} // namespace pipette
