// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/space/enumeration.h"

#include "core/base/input_error.h"
#include "core/cost/offload_time.h"
#include "core/framework/framework.h"
#include "core/plan/context_kind.h"
#include "core/plan/kept_off.h"
#include "core/schedule/schedule_family.h"
#include "core/search/space/slot_layout.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <map>
#include <numeric>

namespace pipette {
namespace {

std::vector<int> divisors(int number, int most) {
    std::vector<int> found;
    for (int d = 1; d <= std::min(number, most); ++d)
        if (number % d == 0)
            found.push_back(d);
    return found;
}

/// Numbers of model chunks a device that a schedule can be tried with.
std::vector<int> chunk_counts(ScheduleKind schedule, int max_vpp) {
    const ScheduleFamily& family = family_of(schedule);
    if (!family.more_chunks)
        return {family.default_chunks};
    std::vector<int> counts;
    for (int vpp = family.default_chunks; vpp <= max_vpp; ++vpp)
        counts.push_back(vpp);
    return counts;
}

template <class T>
std::vector<T> listed(const std::vector<T>& limits, std::vector<T> otherwise) {
    return limits.empty() ? std::move(otherwise) : limits;
}

/// One dimension list of the space each; the product of them times the factorisations is the space.
struct Axes {
    int max_tp = 1, max_cp = 1, max_pp = 1, gpus_of_node = 1;
    bool tensor_grids = false; ///< Framework::tensor_grids
    std::vector<int> micro_batches, zero_stages;
    std::vector<double> offloads;
    std::vector<std::string> cp_kinds;
    std::vector<Recomputation> recompute;
    std::vector<std::pair<ScheduleKind, int>> schedules; ///< with chunks a device
};

/// GPUs that parameters may be spread over (ParallelConfig::shard): all that hold the same, those of a node,
/// of two nodes ... up to half of them; beside a tensor grid, whose third side they are, any.
std::vector<int> shard_sizes(const ParallelConfig& config, const Axes& axes) {
    std::vector<int> sizes{0};
    if (config.zero_stage < 2)
        return sizes;
    if (axes.tensor_grids) {
        if (config.sharers() == 1)
            return {}; // it is ZeRO 0
        for (const int size : divisors(config.sharers(), config.sharers() / 2))
            if (size > 1)
                sizes.push_back(size);
        return sizes;
    }
    for (int size = std::max(2, axes.gpus_of_node / config.tp); 2 * size <= config.sharers(); size *= 2)
        if (config.sharers() % size == 0)
            sizes.push_back(size);
    return sizes;
}

Axes axes_of(const PlanInputs& inputs) {
    const SearchLimits& limits = inputs.limits;
    Axes axes;
    const Framework& framework = framework_of(inputs.job);
    axes.tensor_grids = framework.tensor_grids;
    axes.max_tp = limits.max_tp;
    if (axes.max_tp <= 0)
        axes.max_tp = axes.tensor_grids ? inputs.cluster->gpu_count() : gpus_of_largest_node(*inputs.cluster);
    axes.max_cp = limits.max_cp > 0 ? limits.max_cp : usual_max_cp(inputs.job.sequence_length);
    axes.cp_kinds = limits.cp_kinds;
    if (axes.cp_kinds.empty())
        for (const ContextKind* kind : Registry<ContextKind>::all())
            if (kind->balanced)
                axes.cp_kinds.emplace_back(kind->name);
    axes.max_pp = inputs.cluster->gpu_count();
    if (framework.tensor_grids || framework.data_parallel_alone)
        axes.max_cp = axes.max_pp = 1;
    if (framework.data_parallel_alone)
        axes.max_tp = 1;
    axes.micro_batches = listed(limits.micro_batches, {1, 2, 4, 8});
    axes.zero_stages = listed(limits.zero_stages, framework.zero_stages);
    axes.offloads = listed(limits.offloads, {0});
    if (axes.offloads != std::vector<double>{0})
        for (const NodeKind& kind : inputs.cluster->node_kinds)
            check_host_updates(inputs.job, kind);
    axes.gpus_of_node = gpus_of_largest_node(*inputs.cluster);
    axes.recompute = recomputations(inputs);
    for (const ScheduleKind schedule :
         listed(limits.schedules, {ScheduleKind::one_f_one_b, ScheduleKind::interleaved}))
        for (const int vpp : chunk_counts(schedule, limits.max_vpp))
            axes.schedules.emplace_back(schedule, vpp);
    return axes;
}

/// Ways to lay the experts of a model, or its memory layers' values, over the ranks of a stage that hold its
/// attention: (ep, etp). Experts are given out whole, values by their elements.
std::vector<std::pair<int, int>> folds(const TransformerModel& model, const ParallelConfig& config) {
    if (!model.moe && !model.memory_layers)
        return {{1, 1}};
    const int experts = model.moe ? model.moe->experts : 0, widest = model.moe ? model.moe->ffn_hidden : 1,
              value = value_size(model);
    constexpr int most_ep = 64; // more are no faster: what goes to experts grows, what stays shrinks
    const int ranks = config.tp * config.cp * config.dp;
    std::vector<std::pair<int, int>> found;
    for (const int ep : divisors(std::gcd(experts, value), std::min(most_ep, ranks)))
        for (const int etp : {1, config.tp})
            if (ranks % (ep * etp) == 0 && widest % etp == 0 && value % (ep * etp) == 0 &&
                (found.empty() || found.back() != std::pair(ep, etp)))
                found.emplace_back(ep, etp);
    return found;
}

/// Sets of modules beside the core of attention, smaller ones first.
std::vector<RecomputeModules> module_sets(const TransformerModel& model) {
    using enum RecomputeModule;
    if (model.mla)
        return {{mla_up_proj}, {mla_up_proj, mlp}, {layernorm, mla_up_proj, moe_act}};
    if (model.moe)
        return {{moe_act}, {layernorm, moe_act}, {moe}, {layernorm, moe}};
    return {{mlp}};
}

/// Slots of a cluster, by size.
class Room {
public:
    Room(const Cluster& cluster, KeptOff kept_off, const std::optional<LauncherLimit>& launcher)
        : cluster_(cluster),
          kept_off_(std::move(kept_off)),
          equal_nodes_(launcher && launcher->reach.equal_nodes) {}

    /// Whether there are as many slots as blocks on nodes that reach each other: all GPUs of a job do, over
    /// however many hops.
    bool holds(const ParallelConfig& config) {
        const int size = config.peers();
        const auto [at, is_new] = slots_of_size_.try_emplace(size);
        Slots& slots = at->second;
        if (is_new) {
            const SlotLayout layout = empty_layout(cluster_, kept_off_, size);
            slots.most = most_slots(layout);
            if (!layout.node_of_slot.empty())
                slots.of_first_node = int(std::count(layout.node_of_slot.begin(), layout.node_of_slot.end(),
                                                     layout.node_of_slot.front()));
        }
        const int blocks = config.blocks();
        return blocks <= slots.most &&
               (!equal_nodes_ || blocks <= slots.of_first_node || blocks % slots.of_first_node == 0);
    }

private:
    /// Of one part of the cluster: without broken links, all.
    int most_slots(const SlotLayout& layout) {
        if (!kept_off_.links.any())
            return layout.size();
        const std::vector<int> part = part_of_node();
        std::vector<int> slots(part.size(), 0);
        int most = 0;
        for (const int node : layout.node_of_slot)
            most = std::max(most, ++slots[std::size_t(part[std::size_t(node)])]);
        return most;
    }

    std::vector<int> part_of_node() const {
        std::vector<int> part(std::size_t(cluster_.node_count()), -1);
        for (int first = 0; first < cluster_.node_count(); ++first) {
            if (part[std::size_t(first)] >= 0)
                continue;
            std::vector<int> reached{first};
            part[std::size_t(first)] = first;
            for (std::size_t i = 0; i < reached.size(); ++i)
                for (int node = 0; node < cluster_.node_count(); ++node)
                    if (part[std::size_t(node)] < 0 && !kept_off_.links.between(reached[i], node)) {
                        part[std::size_t(node)] = first;
                        reached.push_back(node);
                    }
        }
        return part;
    }

    const Cluster& cluster_;
    const KeptOff kept_off_;
    const bool equal_nodes_; // the launcher wants as many ranks on every node, all of which are alike
    struct Slots {
        int most = 0, of_first_node = 1;
    };
    std::map<int, Slots> slots_of_size_;
};

/// Of so many nodes the numbers down to seven eighths, all of them or the eight that have the most factors of
/// two: batches, layers and heads seldom divide by anything else.
std::vector<int> fewer_nodes(int nodes) {
    std::vector<int> counts;
    for (int count = nodes; 8 * count >= 7 * nodes; --count)
        counts.push_back(count);
    std::stable_sort(counts.begin() + 1, counts.end(), [](int a, int b) {
        return std::countr_zero(unsigned(a)) > std::countr_zero(unsigned(b));
    });
    constexpr std::size_t most = 8;
    counts.resize(std::min(counts.size(), most));
    return counts;
}

/// Usable GPUs of each choice of kinds of GPUs: kinds that would slow the others stay idle. Many kinds: none.
std::vector<int> gpus_of_some_kinds(const Cluster& cluster, const std::vector<int>& usable) {
    std::map<std::string, int> of_kind;
    for (const int gpu : usable)
        ++of_kind[cluster.kind_of_gpu(gpu).gpu.name];
    constexpr std::size_t most_kinds = 4;
    std::vector<int> counts;
    if (of_kind.size() < 2 || of_kind.size() > most_kinds)
        return counts;
    counts.push_back(0);
    for (const auto& [name, gpus] : of_kind)
        for (std::size_t others = counts.size(); others-- > 0;)
            counts.push_back(counts[others] + gpus);
    counts.erase(counts.begin()); // of no kind
    return counts;
}

std::vector<int> default_worlds(const PlanInputs& inputs, const std::vector<int>& gpus) {
    const Cluster& cluster = *inputs.cluster;
    const int usable = static_cast<int>(gpus.size());
    std::vector<int> worlds{usable};
    std::map<int, int> in_node;
    for (const int gpu : gpus)
        ++in_node[cluster.node_of(gpu)];
    int whole = 0, whole_gpus = 0, largest = 0;
    for (const auto& [node, count] : in_node)
        if (count == cluster.kind_of_node(node).gpus)
            ++whole, whole_gpus += count, largest = std::max(largest, count);
    if (whole == 0)
        return worlds;
    if (usable < cluster.gpu_count()) {
        worlds.push_back(whole_gpus);
        worlds.push_back(whole_gpus / whole * int(std::bit_floor(unsigned(whole))));
    }
    if (!inputs.start)
        for (const int some : gpus_of_some_kinds(cluster, gpus))
            worlds.push_back(some);
    if (!inputs.start && whole_gpus == whole * largest)
        for (const int nodes : fewer_nodes(whole))
            worlds.push_back(nodes * largest);
    return worlds;
}

} // namespace

std::vector<Recomputation> recomputations(const PlanInputs& inputs) {
    const std::vector<Recompute> kinds =
        listed(inputs.limits.recompute, {Recompute::none, Recompute::selective, Recompute::full});
    const Framework& framework = framework_of(inputs.job);
    std::vector<Recomputation> ways;
    for (const Recompute kind : kinds) {
        if (kind == Recompute::selective && framework.selective == SelectiveKeeps::none)
            continue;
        ways.push_back({kind});
        if (kind == Recompute::selective && framework.selective == SelectiveKeeps::modules)
            for (const RecomputeModules modules : module_sets(inputs.model))
                ways.push_back({kind, modules});
    }
    if (ways.empty())
        throw InputError({}, "recompute",
                         fmt::format("is selective alone, expected none or full with {}", framework.title));
    return ways;
}

std::vector<ParallelConfig> lighter_ways(const PlanInputs& inputs, const ParallelConfig& config) {
    std::vector<ParallelConfig> ways;
    const bool whole = config.recompute == Recompute::full;
    const RecomputeModules own = repeated_modules(config);
    if (!whole && own.empty())
        return ways;
    for (const Recomputation& way : recomputations(inputs)) {
        ParallelConfig lighter = config;
        lighter.recompute = way.kind, lighter.recompute_modules = way.modules;
        const RecomputeModules repeated = repeated_modules(lighter);
        if (way.kind != Recompute::full && (whole || (repeated != own && repeated.within(own))))
            ways.push_back(lighter);
    }
    return ways;
}

bool divides(const ParallelConfig& config, const PlanInputs& inputs) {
    const TransformerModel& model = inputs.model;
    const TrainingJob& job = inputs.job;
    // The cheap tests first: most of the space ends here.
    if (static_cast<long long>(config.pp) * config.vpp > model.layers || model.heads % config.tp_y() != 0 ||
        job.global_batch % (static_cast<long long>(config.dp) * config.micro_batch) != 0)
        return false;
    // A single device has no pipeline: only the plain schedule, accumulating gradients.
    if (config.pp == 1 && (config.vpp > 1 || config.schedule != ScheduleKind::one_f_one_b))
        return false;
    if (!allows(config.schedule, schedule_size(config)))
        return false;
    try {
        check(config, model, job);
        check_habits(config, model, job);
    } catch (const InputError&) {
        return false;
    }
    return true;
}

int gpus_of_largest_node(const Cluster& cluster) {
    int most = 1;
    for (const Node& node : cluster.nodes)
        most = std::max(most, cluster.node_kinds[std::size_t(node.kind)].gpus);
    return most;
}

std::vector<int> worlds_up_to(int gpus, int a_node) {
    std::vector<int> worlds{gpus};
    if (gpus >= a_node)
        for (const int nodes : fewer_nodes(gpus / a_node))
            worlds.push_back(nodes * a_node);
    return worlds;
}

std::vector<int> usable_gpus(const PlanInputs& inputs) {
    std::vector<int> gpus;
    const std::vector<int> kept_off = gpus_kept_off(inputs);
    for (int gpu = 0; gpu < inputs.cluster->gpu_count(); ++gpu)
        if (!std::binary_search(kept_off.begin(), kept_off.end(), gpu))
            gpus.push_back(gpu);
    return gpus;
}

std::vector<int> allowed_worlds(const PlanInputs& inputs) {
    const std::vector<int> gpus = usable_gpus(inputs);
    const int usable = static_cast<int>(gpus.size());
    const bool keeps_off = !inputs.limits.allow_faulty && !inputs.cluster->faults.empty();
    const std::string why =
        keeps_off
            ? fmt::format(" ({} is kept off)", fault_text(*inputs.cluster, inputs.cluster->faults.front()))
            : std::string();
    if (usable == 0)
        throw InputError({}, "cluster", "no GPU is left to plan for" + why);
    std::vector<int> worlds = inputs.limits.world_sizes;
    for (const int world : worlds)
        if (world < 1 || world > usable)
            throw InputError(
                {}, "gpus",
                fmt::format("is {}, expected 1 to {} GPUs that may be used{}", world, usable, why));
    if (worlds.empty())
        worlds = default_worlds(inputs, gpus);
    std::sort(worlds.begin(), worlds.end(), std::greater<>());
    worlds.erase(std::unique(worlds.begin(), worlds.end()), worlds.end());
    return worlds;
}

RankMapping fitted_start(const PlanInputs& inputs, int world) {
    RankMapping mapping = *inputs.start;
    check(mapping, static_cast<int>(mapping.gpu_of_rank.size()), inputs.cluster->gpu_count());
    mapping.gpu_of_rank.resize(std::min(mapping.gpu_of_rank.size(), std::size_t(world)));
    std::vector<char> used(std::size_t(inputs.cluster->gpu_count()), 0);
    for (const int gpu : mapping.gpu_of_rank)
        used[std::size_t(gpu)] = 1;
    for (const int gpu : usable_gpus(inputs))
        if (static_cast<int>(mapping.gpu_of_rank.size()) < world && !used[std::size_t(gpu)])
            mapping.gpu_of_rank.push_back(gpu);
    check(mapping, world, inputs.cluster->gpu_count());
    return mapping;
}

ConfigSpace enumerate(const PlanInputs& inputs) {
    const Axes axes = axes_of(inputs);
    ConfigSpace space;
    const std::optional<LauncherLimit>& launcher = inputs.limits.launcher;
    Room all(*inputs.cluster, {gpus_kept_off(inputs), {}}, launcher),
        connected(*inputs.cluster, kept_off(inputs), launcher);
    const std::vector<std::string> none{ParallelConfig{}.cp_kind};
    // What is left to choose: how attention is split, where experts lie, what is spread.
    const auto add_ways = [&](ParallelConfig config) {
        const auto ways = folds(inputs.model, config);
        const auto shards = shard_sizes(config, axes);
        const long count = long(ways.size() * shards.size());
        for (const std::string& kind : config.cp > 1 ? axes.cp_kinds : none) {
            config.cp_kind = kind, config.ep = config.etp = 1, config.shard = 0;
            space.enumerated += count;
            if (!divides(config, inputs) || !all.holds(config)) {
                space.indivisible += count;
                continue;
            }
            auto& list = connected.holds(config) ? space.configs : space.parted;
            for (const auto& [ep, etp] : ways)
                for (const int shard : shards) {
                    config.ep = ep, config.etp = etp, config.shard = shard;
                    if (config.edp() % config.shard_replicas() == 0)
                        list.push_back(config);
                    else
                        ++space.indivisible;
                }
        }
    };
    for (const int world : allowed_worlds(inputs))
        for (const int tp : divisors(world, axes.max_tp))
            for (const int cp : divisors(world / tp, axes.max_cp))
                for (const int pp : divisors(world / (tp * cp), axes.max_pp))
                    for (const int x : divisors(tp, axes.tensor_grids ? tp : 1))
                        for (const auto& [schedule, vpp] : axes.schedules)
                            for (const int micro_batch : axes.micro_batches)
                                for (const Recomputation& recompute : axes.recompute)
                                    for (const int zero : axes.zero_stages) {
                                        ParallelConfig config;
                                        config.pp = pp, config.tp = tp, config.tp_x = x, config.cp = cp;
                                        config.dp = world / (tp * cp * pp), config.zero_stage = zero;
                                        config.vpp = vpp, config.micro_batch = micro_batch;
                                        config.global_batch = inputs.job.global_batch;
                                        config.schedule = schedule, config.recompute = recompute.kind;
                                        config.recompute_modules = recompute.modules;
                                        config.p2p = inputs.limits.p2p.value_or(
                                            usual_p2p(schedule, framework_of(inputs.job)));
                                        config.sequence_parallel =
                                            usual_sequence_parallel(config, inputs.job);
                                        if (pp <= inputs.model.layers / vpp)
                                            config.layers_per_stage =
                                                usual_layers(inputs.model, config.chunks());
                                        for (const double share : axes.offloads) {
                                            config.offload.optimizer = share;
                                            add_ways(config);
                                        }
                                    }
    return space;
}

} // namespace pipette
