// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/time/fastest_costs.h"

#include "core/base/index.h"
#include "core/cost/iteration_time.h"
#include "core/schedule/schedule_family.h"
#include "core/search/time/fastest_collective.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>

namespace pipette {
namespace {

/// Classes of slots are told apart where one takes so many times as long as the next faster one.
constexpr double worth_counting = 1.05;

/// Seconds of a microbatch, forward and backward, that every chunk waits for collectives of its layers.
struct LayerWaits {
    std::vector<double> forward, backward, units; ///< [chunk]; units: calls of a pass, 1 at least
};

/// The collectives of layers that lie over several blocks: the tokens of experts, and shards. Some replica
/// has the slowest group, but each collective and stage may have another one: one of them alone may count so.
/// With Groups::any none counts so, because the replica may be one without the slowest group.
class LayersOverBlocks {
public:
    LayersOverBlocks(const SearchTables& tables, const ConfigWork& work, const SlotShape& shape,
                     Groups groups)
        : work_(work) {
        work.traffic.each_inside(When::layer, [&](const Collective& inner) {
            if (inner.over_blocks())
                list_.emplace_back(FastestCollective(tables, work, shape, inner), work);
        });
        for (const HiddenBy hidden_by : {HiddenBy::nothing, HiddenBy::next_unit})
            if (groups == Groups::any || count_slowest(hidden_by)) // what nothing hides counts most
                break;
    }

    LayerWaits waits(HiddenBy hidden_by) const {
        const std::size_t chunks = index(work_.chunks());
        LayerWaits waits{std::vector<double>(chunks, 0), std::vector<double>(chunks, 0),
                         std::vector<double>(chunks, 1)};
        for (const Calls& calls : list_)
            for (std::size_t chunk = 0; chunk < chunks && calls.row->hidden_by == hidden_by; ++chunk) {
                const double call_s = calls.any_s[index(work_.device_of_chunk[chunk])];
                const double forward = calls.row->forward_calls[chunk],
                             backward = calls.row->backward_calls[chunk];
                waits.forward[chunk] += forward * call_s, waits.backward[chunk] += backward * call_s;
                waits.units[chunk] = std::max({waits.units[chunk], forward, backward});
            }
        return waits;
    }

private:
    struct Calls {
        Calls(const FastestCollective& fastest, const ConfigWork& work) : row(&fastest.collective()) {
            const int stages = fastest.differs_by_stage() ? work.config.pp : 1;
            for (int device = 0; device < stages; ++device) {
                slowest_s.push_back(fastest.call_s(device, Groups::slowest));
                any_s.push_back(fastest.in_every_replica() ? slowest_s.back()
                                                           : fastest.call_s(device, Groups::any));
            }
            for (std::vector<double>* times : {&slowest_s, &any_s})
                times->resize(index(work.config.pp), times->front());
        }
        const Collective* row;
        std::vector<double> any_s, slowest_s; ///< [device] seconds of a call
    };

    /// Takes the slowest group where a stage so waits longest. Returns whether there is one.
    bool count_slowest(HiddenBy hidden_by) {
        double most_s = 0, call_s = 0;
        double* at = nullptr;
        for (Calls& calls : list_) {
            if (calls.row->hidden_by != hidden_by)
                continue;
            std::vector<double> longer_s(calls.any_s.size(), 0);
            for (std::size_t chunk = 0; chunk < index(work_.chunks()); ++chunk) {
                const std::size_t device = index(work_.device_of_chunk[chunk]);
                longer_s[device] += (calls.row->forward_calls[chunk] + calls.row->backward_calls[chunk]) *
                                    (calls.slowest_s[device] - calls.any_s[device]);
            }
            for (std::size_t device = 0; device < longer_s.size(); ++device)
                if (longer_s[device] > most_s)
                    most_s = longer_s[device], call_s = calls.slowest_s[device], at = &calls.any_s[device];
        }
        if (at)
            *at = call_s;
        return at != nullptr;
    }

    const ConfigWork& work_;
    std::vector<Calls> list_;
};

/// Adds what layers over several blocks wait for to the passes of every chunk, as in pipeline_costs(): a pass
/// hides part of what gathers the next unit. No longer pass hides so much more that both together are
/// shorter.
void add_layers_over_blocks(PipelineCosts& costs, const LayersOverBlocks& layers) {
    const LayerWaits sharded = layers.waits(HiddenBy::next_unit), experts = layers.waits(HiddenBy::nothing);
    const auto exposed = [&](double all_s, double pass_s, double units) {
        return all_s / units + (units - 1) * std::max(0.0, (all_s - pass_s) / units);
    };
    for (std::size_t chunk = 0; chunk < costs.forward.size(); ++chunk) {
        const double units = sharded.units[chunk];
        double &forward = costs.forward[chunk], &backward = costs.backward[chunk];
        forward += exposed(sharded.forward[chunk], forward, units) + experts.forward[chunk];
        backward += exposed(sharded.backward[chunk], backward, units) + experts.backward[chunk];
    }
}

/// Costs that no mapping beats. Groups::slowest: the replica is the one with the slowest group of a
/// collective in its layers; Groups::any: it may be any replica.
PipelineCosts least_costs(const SearchTables& tables, const ConfigWork& work, const SlotShape& shape,
                          const ClassTimes& classes, Groups groups_of_layers) {
    const ParallelConfig& config = work.config;
    const std::size_t chunks = index(config.chunks()), devices = index(config.pp);
    PipelineCosts costs;
    costs.pp = config.pp, costs.vpp = config.vpp, costs.replicas = 1,
    costs.microbatches = config.microbatches();
    costs.weight_share = work.weight_share;
    const auto fastest = [&](const std::vector<double>& of_class, std::size_t size) {
        std::vector<double> best(of_class.begin(), of_class.begin() + static_cast<std::ptrdiff_t>(size));
        for (std::size_t i = size; i < of_class.size(); ++i)
            best[i % size] = std::min(best[i % size], of_class[i]);
        return best;
    };
    costs.forward = fastest(classes.forward, chunks);
    costs.backward = fastest(classes.backward, chunks);
    costs.optimizer = fastest(classes.optimizer, devices);
    costs.recompute.assign(chunks, 0), costs.tp = costs.cp = costs.ep = costs.dp = costs.recompute;
    // What a schedule need not always repeat counts as not repeated: on any GPU.
    if (family_of(config.schedule).recomputes)
        for (std::size_t i = 0; i < work.recompute.size(); ++i)
            costs.recompute[i % chunks] = std::max(costs.recompute[i % chunks], work.recompute[i]);
    add_layers_over_blocks(costs, LayersOverBlocks(tables, work, shape, groups_of_layers));

    const int blocks_of_node = std::max(1, tables.gpus_of_node / shape.layout.block_size);
    costs.send_forward.assign(chunks, 0);
    work.traffic.each_between(When::boundary, [&](const Collective& sends) {
        const double bytes = sends.bytes_of(0);
        double send = tables.inter_latency_s + bytes * tables.inter_s_per_byte * shape.least_streams;
        if (blocks_of_node > 1)
            send = std::min(send, tables.intra_latency_s + bytes * tables.intra_s_per_byte);
        for (std::size_t chunk = 0; chunk + 1 < chunks; ++chunk)
            if (sends.joins({work.device_of_chunk[chunk], work.device_of_chunk[chunk + 1]})) {
                const std::vector<double>& latency = work.of_chunk(int(chunk)).send_latency;
                costs.send_forward[chunk] += send + *std::min_element(latency.begin(), latency.end());
            }
    });
    costs.send_backward = costs.send_forward;

    const LinkUse use = best_of(work.exchange_use);
    costs.exchange.assign(devices, work.exchange_wait_s);
    work.traffic.each_inside(When::iteration, [&](const Collective& last) {
        // What stages with a tp of their own exchange is left out.
        if (hides(last) || last.of_shards() || !last.stages.empty())
            return;
        const FastestCollective at_best(tables, work, shape, last);
        const Groups groups = at_best.in_every_replica() ? Groups::slowest : Groups::any;
        for (std::size_t device = 0; device < devices; ++device)
            costs.exchange[device] += at_best.ring_s(int(device), groups, use);
    });
    return costs;
}

/// Times on some of the classes alone.
ClassTimes of_classes(const ClassTimes& all, std::span<const int> classes) {
    ClassTimes some;
    some.classes = int(classes.size());
    const auto add = [&](std::vector<double>& to, const std::vector<double>& from) {
        const std::size_t row = from.size() / index(all.classes);
        for (const int c : classes)
            to.insert(to.end(), from.begin() + std::ptrdiff_t(index(c) * row),
                      from.begin() + std::ptrdiff_t(index(c + 1) * row));
    };
    add(some.forward, all.forward), add(some.backward, all.backward);
    add(some.forward_compute, all.forward_compute), add(some.backward_compute, all.backward_compute);
    add(some.optimizer, all.optimizer);
    return some;
}

/// Seconds that a replica takes at least if `stages` or more of its stages have the costs of `slower`, and
/// the others those of `fastest`. For each stage there is a time that the replica takes at least if that
/// stage alone is slow. Of any `stages` stages, one has no less than the `stages`-th smallest of these times.
double time_with_slow_stages(const PipelineCosts& fastest, const PipelineCosts& slower,
                             const ConfigWork& work, long stages) {
    std::vector<double> times_s;
    for (int device = 0; device < fastest.pp; ++device) {
        PipelineCosts costs = fastest;
        for (std::size_t chunk = 0; chunk < costs.forward.size(); ++chunk)
            if (work.device_of_chunk[chunk] == device)
                costs.forward[chunk] = slower.forward[chunk], costs.backward[chunk] = slower.backward[chunk];
        costs.optimizer[index(device)] = slower.optimizer[index(device)];
        times_s.push_back(bound_time(costs, work.config));
    }
    const auto at = times_s.begin() + (std::min(stages, long(times_s.size())) - 1);
    std::nth_element(times_s.begin(), at, times_s.end());
    return *at;
}

/// Seconds that no mapping goes below because the fast slots are too few for all blocks: some replica has
/// stages on slower ones. 0 where the fastest class has a slot for every block.
double time_beyond_fast_slots(const SearchTables& tables, const ConfigWork& work, const SlotShape& shape,
                              const ClassTimes& classes) {
    const ParallelConfig& config = work.config;
    const PipelineCosts of_any = least_costs(tables, work, shape, classes, Groups::any);
    std::vector<double> pass_s(index(classes.classes), 0); // of all chunks
    for (std::size_t i = 0; i < classes.forward.size(); ++i)
        pass_s[i / index(config.chunks())] += classes.forward[i] + classes.backward[i];
    std::vector<int> order(pass_s.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return pass_s[index(a)] < pass_s[index(b)]; });
    const std::vector<int>& class_of_slot = shape.groups.class_of_slot;
    double least_s = 0;
    long faster_slots = 0;
    for (std::size_t i = 0; i + 1 < order.size(); ++i) {
        faster_slots += std::count(class_of_slot.begin(), class_of_slot.end(), order[i]);
        const long on_slower = config.blocks() - faster_slots;
        if (on_slower <= 0)
            break;
        if (pass_s[index(order[i + 1])] < worth_counting * pass_s[index(order[i])])
            continue;
        const PipelineCosts slower = least_costs(
            tables, work, shape, of_classes(classes, std::span(order).subspan(i + 1)), Groups::any);
        // Not all replicas can have fewer stages on slower slots than the mean of all replicas.
        const long stages = (on_slower + config.dp - 1) / config.dp;
        least_s = std::max(least_s, time_with_slow_stages(of_any, slower, work, stages));
    }
    return least_s;
}

} // namespace

PipelineCosts fastest_costs(const SearchTables& tables, const ConfigWork& work, const SlotShape& shape,
                            const ClassTimes& classes) {
    return least_costs(tables, work, shape, classes, Groups::slowest);
}

PipelineCosts fastest_costs(const SearchTables& tables, const ParallelConfig& config) {
    const SlotShape& shape = tables.known_shape(config.peers());
    const ConfigWork work = config_work(tables, config);
    return fastest_costs(tables, work, shape, class_times(tables.links, work, shape.layout, shape.groups));
}

PipelineCosts fastest_computing(const SearchTables& tables, const ParallelConfig& config) {
    const ConfigWork work = config_work(tables, config);
    return fastest_costs(tables, work, tables.known_shape(config.peers()), compute_times(work));
}

double fastest_time(const PipelineCosts& fastest, const ParallelConfig& config) {
    const double bound_s = bound_time(fastest, config);
    // Their recomputation is the longest, for the bound, which leaves it out.
    if (family_of(config.schedule).recomputes)
        return bound_s;
    constexpr double rounding = 1e-9; // of rounds that are extended
    return std::max(bound_s, exact_time(fastest, config) * (1 - rounding));
}

double fastest_time(const SearchTables& tables, const ParallelConfig& config) {
    const SlotShape& shape = tables.known_shape(config.peers());
    const ConfigWork work = config_work(tables, config);
    const ClassTimes classes = class_times(tables.links, work, shape.layout, shape.groups);
    const double least_s = fastest_time(fastest_costs(tables, work, shape, classes), config);
    return has_like_gpus(*tables.inputs.cluster)
               ? least_s
               : std::max(least_s, time_beyond_fast_slots(tables, work, shape, classes));
}

double evenly_spread_time(const PipelineCosts& fastest) {
    double all_chunks_s = 0, after_s = std::numeric_limits<double>::infinity();
    for (std::size_t chunk = 0; chunk < fastest.forward.size(); ++chunk)
        all_chunks_s += fastest.forward[chunk] + fastest.backward[chunk];
    for (std::size_t device = 0; device < fastest.exchange.size(); ++device)
        after_s = std::min(after_s, fastest.exchange[device] + fastest.optimizer[device]);
    const double turns = fastest.microbatches + double(fastest.pp - 1) / fastest.vpp;
    return turns * all_chunks_s / fastest.pp + after_s;
}

} // namespace pipette
