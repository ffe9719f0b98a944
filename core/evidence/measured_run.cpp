// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/measured_run.h"

#include "core/base/input_error.h"
#include "core/base/units.h"
#include "core/cost/offload_time.h"
#include "core/memory/memory_model.h"
#include "core/plan/flash_attention.h"
#include "core/schedule/schedule_family.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace pipette {
namespace {

/// The numbers of the last word that has some with dots between: "Megatron-Core 26.04.01" is 26, 4, 1.
std::vector<int> version_of(const std::string& software) {
    std::vector<int> version;
    const std::size_t begin = software.find_last_of(' ') + 1; // 0 where there is no space
    const char *at = software.data() + begin, *const end = software.data() + software.size();
    for (int number = 0; at < end; ++at) {
        const auto [next, error] = std::from_chars(at, end, number);
        if (error != std::errc())
            return {};
        version.push_back(number);
        if (at = next; at < end && *at != '.')
            return {};
    }
    return version.size() > 1 ? version : std::vector<int>{};
}

constexpr double nic_gb_per_s = 25; ///< of 200 Gbit/s; faster nodes have at most one NIC a GPU

} // namespace

const Cluster* uneven_cluster(const MeasuredRun& run) {
    return run.started ? run.started->cluster.get() : run.machine.get();
}

Cluster cluster_of(const MeasuredRun& run) {
    if (const Cluster* cluster = uneven_cluster(run))
        return *cluster;
    Cluster cluster;
    cluster.name = run.id;
    cluster.origin = "nominal rates of " + run.source;
    NodeKind kind;
    kind.name = run.gpu.name;
    kind.gpu = run.gpu;
    kind.gpus = run.gpus_per_node;
    kind.nics =
        std::clamp(static_cast<int>(std::lround(run.node_bandwidth_gb_per_s / nic_gb_per_s)), 1, kind.gpus);
    constexpr double pcie_gb_per_s = 25;
    kind.intra_node.bandwidth_gb_per_s =
        reached_of_nominal * (run.nvlink_gb_per_s > 0 ? run.nvlink_gb_per_s : pcie_gb_per_s);
    kind.intra_node.latency_us = 3;
    cluster.node_kinds = {kind};
    const int nodes = (run.gpus + run.gpus_per_node - 1) / run.gpus_per_node;
    cluster.inter_node.bandwidth = BandwidthMatrix(nodes);
    for (int a = 0; a < nodes; ++a) {
        cluster.nodes.push_back({fmt::format("n{}", a), 0, {}});
        for (int b = 0; b < nodes; ++b)
            if (a != b)
                cluster.inter_node.bandwidth.set(
                    a, b, reached_of_nominal * run.node_bandwidth_gb_per_s / kind.nics);
    }
    return make_cluster(std::move(cluster));
}

RankMapping mapping_of(const MeasuredRun& run) {
    if (run.started)
        return run.started->mapping;
    const Cluster* cluster = uneven_cluster(run);
    const int world = config_of(run).world();
    return host_order_mapping(cluster ? cluster->gpu_count() : world, world, {});
}

TrainingJob job_of(const MeasuredRun& run) {
    if (run.started)
        return run.started->job;
    TrainingJob job;
    job.global_batch = run.global_batch;
    job.sequence_length = run.model.sequence_length;
    job.precision = run.precision;
    job.framework = run.framework;
    job.overlap_gradient_exchange = run.overlap_gradient_exchange;
    job.overlap_tensor_parallel = run.overlap_tensor_parallel;
    job.tuning = run.tuning;
    job.optimizer = run.optimizer;
    job.primary_weights = run.primary_weights;
    job.cuda_graphs = run.cuda_graphs;
    job.fp8_activation_inputs = run.fp8_activation_inputs;
    job.dispatcher = run.dispatcher, job.overlap_expert_exchange = run.overlap_expert_exchange;
    const bool older = run.gpu.architecture == "volta" || run.gpu.architecture == "ampere";
    const Framework& framework = framework_of(job);
    job.flash_attention =
        run.flash_attention.value_or(run.model.gated_mlp || !older || !framework.predates_flash_attention);
    job.flash_attention = fuses_attention(job, run.gpu);
    return job;
}

ParallelConfig config_of(const MeasuredRun& run) {
    if (run.started)
        return run.started->config;
    ParallelConfig config;
    config.pp = run.pp, config.tp = run.tp, config.cp = run.cp, config.dp = run.dp, config.vpp = run.vpp;
    config.ep = run.ep, config.etp = run.etp, config.tp_x = run.tp_x;
    config.micro_batch = run.micro_batch, config.global_batch = run.global_batch;
    config.schedule = run.vpp > 1 ? ScheduleKind::interleaved : ScheduleKind::one_f_one_b;
    const Framework& framework = framework_of(run.framework);
    config.p2p = usual_p2p(config.schedule, framework);
    const bool mislabelled = framework.recomputes_beyond_node && run.gpus <= run.gpus_per_node;
    config.recompute = mislabelled ? Recompute::none : run.recompute;
    config.recompute_modules = run.recompute_modules;
    config.zero_stage = run.zero_stage, config.shard = run.zero_stage > 1 ? run.shard : 0;
    config.offload = run.offload;
    config.sequence_parallel = run.sequence_parallel && run.tp > 1;
    config.layers_per_stage =
        run.layers_per_stage.empty() ? split_layers(run.model, config, framework) : run.layers_per_stage;
    return config;
}

std::string layout_name(const MeasuredRun& run) {
    return short_name(config_of(run)) + (run.zero_stage == 1 ? " zero=1" : "");
}

ModelShape shape_of(const TransformerModel& model) {
    return {model.layers,   model.hidden,     model.heads,
            model.kv_heads, model.ffn_hidden, model.moe ? model.moe->experts : 0};
}

Task task_of(const MeasuredRun& run) {
    return {run.source,   run.model.name, shape_of(run.model), run.model.sequence_length,
            run.gpu.name, run.gpus,       run.global_batch};
}

std::string task_name(const MeasuredRun& run) {
    return fmt::format("{}, {} tokens, batch {} on {} {}", run.model.name, run.model.sequence_length,
                       run.global_batch, run.gpus, run.gpu.name);
}

std::string whole_layout(const MeasuredRun& run) {
    return fmt::format("{}; {}; {} layers, {} heads, {}{}{}{}{}{}", task_name(run), layout_name(run),
                       run.model.layers, run.model.heads, name_of(run.precision),
                       run.sequence_parallel ? ", sequence parallel" : "",
                       run.model.moe ? ", " + run.dispatcher : "",
                       run.overlap_expert_exchange || run.overlap_tensor_parallel ? ", overlapped" : "",
                       run.cuda_graphs ? ", in CUDA graphs" : "",
                       run.fp8_activation_inputs ? ", inputs of activations in 8 bits" : "");
}

void mark_replaced(std::vector<MeasuredRun>& runs) {
    std::map<std::string, std::pair<std::vector<int>, std::string>> newest; // layout: version, software
    const auto counts = [](const MeasuredRun& run) {
        return run.lacks.empty() && run.clean && run.time_s > 0;
    };
    for (const MeasuredRun& run : runs)
        if (counts(run)) {
            auto& [version, software] = newest[run.source + whole_layout(run)];
            if (std::vector<int> of = version_of(run.software); of > version)
                version = std::move(of), software = run.software;
        }
    for (MeasuredRun& run : runs)
        if (counts(run))
            if (const auto& [version, software] = newest[run.source + whole_layout(run)];
                version_of(run.software) < version)
                run.lacks = fmt::format("framework: {} ran the same layout", software);
}

bool tells_memory(const MeasuredRun& run) {
    return run.clean && !run.fine_tunes && run.status == RunStatus::ok && run.peak_memory_bytes > 0 &&
           why_inexpressible(run).empty();
}

namespace {

/// The run's node as far as its host goes.
NodeKind host_kind(const MeasuredRun& run) {
    NodeKind kind;
    kind.name = run.gpu.name, kind.gpu = run.gpu, kind.gpus = run.gpus_per_node;
    return kind;
}

/// Why the GPUs that the run names cannot have run it; empty: they can.
std::string why_not_on_machine(const MeasuredRun& run) {
    if (run.machine && run.gpus > run.machine->gpu_count())
        return fmt::format("cluster: has {} GPUs, fewer than the {} of the run", run.machine->gpu_count(),
                           run.gpus);
    std::vector<GpuKind> kinds{run.gpu};
    for (int gpu = 0; run.machine && gpu < run.gpus; ++gpu)
        kinds.push_back(run.machine->kind_of_gpu(gpu).gpu);
    for (const GpuKind& gpu : kinds)
        if (!gpu.supports(run.precision))
            return "precision: " + unsupported_text(gpu, run.precision);
    return {};
}

/// Nothing is taken to be computed again where nobody says what is. A run that ended well without the memory
/// for that contradicts it.
std::string why_recomputed(const MeasuredRun& run, const ParallelConfig& config) {
    if (run.recompute_told || run.status != RunStatus::ok)
        return {};
    const double limit = run.gpu.memory_gib * bytes_per_gib;
    const std::vector<DeviceRoom> rooms(std::size_t(config.pp),
                                        {.gpu_bytes = limit, .layouts = run.gpu.layouts()});
    const TrainingJob job = job_of(run);
    double most = 0;
    for (const DeviceMemory& device : analytic_memory(run.model, job, config, rooms))
        most = std::max(most, device.estimate);
    if (most <= (1 + framework_of(job).memory.margin) * limit)
        return {};
    return fmt::format("recompute: not published, and without any the run needs {:.0f} of {:.0f} GiB",
                       most / bytes_per_gib, run.gpu.memory_gib);
}

} // namespace

std::string why_inexpressible(const MeasuredRun& run) {
    if (!run.lacks.empty())
        return run.lacks;
    if (static_cast<long>(run.tp) * run.pp * run.dp * run.cp != run.gpus)
        return fmt::format("tp*pp*dp*cp: {}*{}*{}*{} is not the {} GPUs", run.tp, run.pp, run.dp, run.cp,
                           run.gpus);
    if (run.shard > 1 && run.shard_replicas > 0 && run.shard * run.shard_replicas != run.dp * run.cp)
        return fmt::format("hsdp_replicas: {} of {} GPUs are not the dp*cp = {}*{}", run.shard_replicas,
                           run.shard, run.dp, run.cp);
    if (std::string why = why_not_on_machine(run); !why.empty())
        return why;
    constexpr int most_nodes = 4096; // the links of more take gigabytes
    if (const int nodes = (run.gpus - 1) / run.gpus_per_node + 1; nodes > most_nodes)
        return fmt::format("gpus: {} nodes are more than {}", nodes, most_nodes);
    const ParallelConfig config = config_of(run);
    try {
        check(config, run.model, job_of(run));
        check_habits(config, run.model, job_of(run));
        if (run.offload.any())
            check_host(host_kind(run));
        if (run.offload.optimizer > 0)
            check_host_updates(job_of(run), host_kind(run));
    } catch (const InputError& error) {
        return error.place() + ": " + error.reason();
    }
    if (const ScheduleSize size = schedule_size(config); !allows(config.schedule, size))
        return "schedule: " + refusal(config.schedule, size);
    return why_recomputed(run, config);
}

} // namespace pipette
