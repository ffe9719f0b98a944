// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/setting.h"

#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/cluster/joined.h"
#include "core/search/space/enumeration.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

template <class Value>
const Value& named(const std::map<std::string, Value>& known, const std::string& name, const char* what) {
    const auto found = known.find(name);
    if (found == known.end())
        throw InputError({}, what, fmt::format("{} is not known", in_quotes(name)));
    return found->second;
}

void scale_all(BandwidthMatrix& matrix, double factor) {
    for (int from = 0; from < matrix.size(); ++from)
        for (int to = 0; to < matrix.size(); ++to)
            matrix.set(from, to, matrix.at(from, to) * factor);
}

std::string factor_text(const char* what, double factor) {
    return factor == 1 ? std::string() : fmt::format("; {} times {:g}", what, factor);
}

/// What was wished, for the origin.
std::string wish_text(const StudySetting& setting) {
    const GpuWish& gpu = setting.gpu;
    std::string text = setting.cluster.empty() || gpu.kind.empty()
                           ? std::string()
                           : fmt::format("; {} in the place of its GPUs", gpu.kind);
    text += factor_text("bandwidth between nodes", setting.links.between_nodes) +
            factor_text("bandwidth inside nodes", setting.links.inside_nodes) +
            factor_text("bandwidth above the nodes", setting.links.levels);
    if (gpu.hbm_gb_per_s > 0)
        text += fmt::format("; HBM at {:g} GB/s", gpu.hbm_gb_per_s);
    if (gpu.memory_gib > 0)
        text += fmt::format("; {:g} GiB of memory", gpu.memory_gib);
    return text + factor_text("HBM bandwidth", gpu.hbm_factor) + factor_text("peak", gpu.peak_factor) +
           factor_text("memory", gpu.memory_factor);
}

void apply(Cluster& parts, const Cluster& whole, const StudySetting& setting, const GpuKind* other) {
    const LinkWish& links = setting.links;
    if (links.between_nodes != 1 && whole.node_count() > 1)
        parts = degraded(whole, {{"*", "*", links.between_nodes}});
    for (FabricLevel& level : parts.fabric.levels)
        level.bandwidth_gb_per_s *= links.levels;
    for (NodeKind& kind : parts.node_kinds) {
        kind.intra_node.bandwidth_gb_per_s *= links.inside_nodes;
        scale_all(kind.intra_node.matrix, links.inside_nodes);
        GpuKind& gpu = kind.gpu;
        const GpuWish& wish = setting.gpu;
        if (other != nullptr)
            gpu = *other;
        if (wish.hbm_gb_per_s > 0)
            gpu.hbm_gb_per_s = wish.hbm_gb_per_s;
        if (wish.memory_gib > 0)
            gpu.memory_gib = wish.memory_gib;
        gpu.hbm_gb_per_s *= wish.hbm_factor;
        gpu.memory_gib *= wish.memory_factor;
        for (double& peak : gpu.peak_tflops)
            peak *= wish.peak_factor;
    }
}

/// The cluster as the setting wishes it, which says so.
std::shared_ptr<const Cluster> wished(const std::shared_ptr<const Cluster>& measured,
                                      const StudySetting& setting, const StudySources& sources) {
    const std::string text = wish_text(setting);
    if (text.empty())
        return measured;
    const Cluster& cluster = *measured;
    Cluster parts = cluster;
    const bool swapped = !setting.cluster.empty() && !setting.gpu.kind.empty();
    apply(parts, cluster, setting, swapped ? &named(sources.machines, setting.gpu.kind, "gpu").gpu : nullptr);
    parts.origin =
        is_assumed(cluster) ? cluster.origin + text : fmt::format("assumed: {}{}", cluster.name, text);
    return share(make_cluster(std::move(parts)));
}

std::shared_ptr<const Cluster> machine_of(const StudySetting& setting, const StudySources& sources) {
    if (!setting.machine.parts.empty()) {
        if (!setting.gpu.kind.empty())
            throw InputError({}, "gpu", "cannot take the place of several kinds of GPUs");
        if (!setting.machine.nic.empty())
            throw InputError({}, "nic",
                             "is of one kind of nodes, but the machine has several: say it for each");
        auto cluster = share(cluster_of_parts(setting.machine, sources.machines));
        if (setting.gpus > cluster->gpu_count())
            throw InputError({}, "gpus",
                             fmt::format("is {}, the kinds of nodes have {} GPUs together", setting.gpus,
                                         cluster->gpu_count()));
        return cluster;
    }
    const HypotheticalCluster& reference =
        named(sources.machines, setting.gpu.kind.empty() ? setting.machine.gpu : setting.gpu.kind, "gpu");
    return share(hypothetical_cluster(choices_of(setting.machine, reference, setting.gpus)));
}

/// The named cluster, with more nodes like its own where it has too few.
std::shared_ptr<const Cluster> cluster_named(const StudySetting& setting, const StudySources& sources) {
    const auto& cluster = named(sources.clusters, setting.cluster, "cluster");
    int more = 0; // nodes, like those of the cluster in turn
    for (int gpus = cluster->gpu_count(); gpus < setting.gpus; ++more)
        gpus += cluster->kind_of_node(more % cluster->node_count()).gpus;
    return more == 0 ? cluster : share(grown(*cluster, more, setting.machine.seed));
}

void lose(PlanInputs& inputs, int nodes) {
    const Cluster& cluster = *inputs.cluster;
    if (nodes >= cluster.node_count())
        throw InputError({}, "lost_nodes",
                         fmt::format("is {}, the cluster has {} nodes", nodes, cluster.node_count()));
    std::vector<int>& gone = inputs.faults.excluded_gpus;
    for (int gpu = cluster.first_gpu(cluster.node_count() - nodes); gpu < cluster.gpu_count(); ++gpu)
        gone.push_back(gpu);
    std::sort(gone.begin(), gone.end());
    gone.erase(std::unique(gone.begin(), gone.end()), gone.end());
}

/// A cluster that is named is there as it is.
void check_machine(const StudySetting& setting) {
    const AssumedMachine& machine = setting.machine;
    if (setting.cluster.empty())
        return;
    const auto refuse = [&](const char* what) {
        throw InputError(
            {}, what,
            fmt::format("is of an assumed machine, but the study is on the cluster {}: vary link_factor, "
                        "level_factor or machine",
                        in_quotes(setting.cluster)));
    };
    if (!machine.nic.empty())
        refuse("nic");
    if (machine.oversubscription != AssumedMachine{}.oversubscription)
        refuse("oversubscription");
}

} // namespace

HypotheticalCluster choices_of(const AssumedMachine& machine, const HypotheticalCluster& reference,
                               int gpus) {
    HypotheticalCluster choices = reference;
    if (machine.gpus_per_node > 0)
        choices.gpus_per_node = machine.gpus_per_node;
    if (gpus > 0 && gpus < choices.gpus_per_node)
        choices.gpus_per_node = gpus;
    choices.nodes = gpus > 0 ? (gpus + choices.gpus_per_node - 1) / choices.gpus_per_node : reference.nodes;
    choices.nics = machine.nics > 0 ? machine.nics : std::min(reference.nics, choices.gpus_per_node);
    if (gpus > 0 && gpus < choices.nics)
        choices.nics = gpus;
    if (!machine.nic.empty()) {
        const auto rate = nic_rate(machine.nic);
        if (!rate)
            throw InputError(
                {}, "nic",
                fmt::format("{} is not known, expected one of {}", in_quotes(machine.nic), nic_names()));
        choices.nic_gb_per_s = *rate;
    }
    if (machine.nodes_per_domain > 0)
        choices.nodes_per_domain = machine.nodes_per_domain;
    choices.nodes_per_leaf = machine.nodes_per_leaf;
    choices.oversubscription = machine.oversubscription;
    choices.spread = machine.spread;
    choices.seed = machine.seed;
    return choices;
}

Cluster cluster_of_parts(const AssumedMachine& machine,
                         const std::map<std::string, HypotheticalCluster>& references) {
    std::vector<JoinedPart> parts;
    for (const MachinePart& part : machine.parts) {
        AssumedMachine alone = machine;
        alone.nic = part.nic;
        HypotheticalCluster choices = choices_of(alone, named(references, part.gpu, "gpu"), part.gpus);
        if (part.gpus % choices.gpus_per_node != 0)
            throw InputError({}, "machine",
                             fmt::format("has {} {}, expected a multiple of {}, the GPUs of a node",
                                         part.gpus, part.gpu, choices.gpus_per_node));
        if (part.price > 0)
            choices.gpu.price_per_hour = part.price, choices.gpu.price_source = "price as entered";
        parts.push_back({share(hypothetical_cluster(choices)), nic_efficiency * choices.nic_gb_per_s, {}});
    }
    return parts.size() == 1 ? *parts.front().cluster : joined(parts, {});
}

PlanInputs inputs_of(const StudySetting& setting, const StudySources& sources) {
    check_machine(setting);
    PlanInputs inputs;
    inputs.cluster =
        wished(setting.cluster.empty() ? machine_of(setting, sources) : cluster_named(setting, sources),
               setting, sources);
    inputs.model =
        setting.other_model.empty() ? setting.model : named(sources.models, setting.other_model, "model");
    if (setting.layers > 0)
        inputs.model.layers = setting.layers;
    inputs.job = setting.job;
    if (inputs.job.sequence_length == 0)
        inputs.job.sequence_length = inputs.model.sequence_length;
    FineTuning& tuning = inputs.job.tuning; // a shorter sequence holds none that are longer
    tuning.mean_sequence = std::min(tuning.mean_sequence, inputs.job.sequence_length);
    if (setting.tokens_per_step > 0)
        inputs.job.global_batch = batch_of(setting.tokens_per_step, inputs.job.sequence_length);
    inputs.limits = setting.limits;
    inputs.limits.world_sizes.clear();
    if (setting.gpus > 0 && setting.gpus < inputs.cluster->gpu_count())
        inputs.limits.world_sizes = worlds_up_to(setting.gpus, inputs.cluster->kind_of_node(0).gpus);
    inputs.limits.launcher.reset();
    if (!setting.launcher.empty())
        inputs.limits.launcher = named(sources.launchers, setting.launcher, "launcher");
    inputs.budget = setting.budget;
    inputs.faults = {setting.excluded_gpus, setting.degraded};
    if (const int gpus = inputs.cluster->gpu_count();
        !setting.excluded_gpus.empty() && setting.excluded_gpus.back() >= gpus)
        throw InputError({}, "excluded_gpus",
                         fmt::format("holds {}, expected 0 to {}: the cluster has {} GPUs",
                                     setting.excluded_gpus.back(), gpus - 1, gpus));
    if (setting.lost_nodes > 0)
        lose(inputs, setting.lost_nodes);
    inputs.top = 1;
    return inputs;
}

std::string job_text(const StudySetting& setting) {
    const int sequence =
        setting.job.sequence_length > 0 ? setting.job.sequence_length : setting.model.sequence_length;
    const std::string step =
        setting.tokens_per_step > 0
            ? fmt::format("{} tokens a step ({} sequences of {} tokens)",
                          tokens_words(setting.tokens_per_step), batch_of(setting.tokens_per_step, sequence),
                          sequence)
            : fmt::format("{} sequences of {} tokens a step", setting.job.global_batch, sequence);
    return fmt::format("{} in {}, {}{}", step, name_of(setting.job.precision), setting.job.framework,
                       tuning_clause(setting.job.tuning));
}

StudySetting setting_of(const PlanInputs& inputs, const std::string& cluster) {
    StudySetting setting;
    setting.cluster = cluster;
    setting.model = inputs.model;
    setting.job = inputs.job;
    if (const std::vector<int>& sizes = inputs.limits.world_sizes; !sizes.empty())
        setting.gpus = *std::max_element(sizes.begin(), sizes.end());
    setting.limits = inputs.limits;
    setting.limits.world_sizes.clear();
    if (inputs.limits.launcher)
        setting.launcher = inputs.limits.launcher->name;
    setting.limits.launcher.reset();
    const long usual_moves = setting.budget.moves;
    setting.budget = inputs.budget;
    setting.budget.moves = std::min(setting.budget.moves, usual_moves);
    setting.degraded = inputs.faults.degraded;
    setting.excluded_gpus = inputs.faults.excluded_gpus;
    return setting;
}

} // namespace pipette
