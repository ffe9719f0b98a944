// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/evidence/runs_csv.h"

#include "core/base/bounds.h"
#include "core/base/input_error.h"
#include "core/base/units.h"
#include "core/formats/evidence/machine_columns.h"
#include "core/formats/evidence/model_columns.h"
#include "core/formats/evidence/run_columns.h"
#include "core/formats/evidence/tuning_columns.h"
#include "core/formats/text/text_file.h"
#include "core/framework/framework.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <set>

namespace pipette {
namespace {

constexpr std::size_t longest = 256; ///< bytes of a name

/// A name as tables and messages show it.
const std::string& words(const CsvTable& table, std::size_t row, const char* column) {
    const std::string& text = table.text(row, column);
    if (text.size() > longest)
        table.refuse(row, column, fmt::format("has {} bytes, expected {} at most", text.size(), longest));
    if (!is_printable(text))
        table.refuse(row, column,
                     fmt::format("is {}, expected UTF-8 without control characters", in_quotes(text)));
    return text;
}

using RunNames = std::set<std::pair<std::string, std::string>>; ///< source and id

std::string twice_text(const MeasuredRun& run) {
    return fmt::format("{} of {} appears twice", in_quotes(run.id), in_quotes(run.source));
}

std::optional<RunStatus> status_named(const std::string& word) {
    if (word == "ok")
        return RunStatus::ok;
    if (word == "oom")
        return RunStatus::oom;
    if (word == "crashed_or_oom")
        return RunStatus::crashed_or_oom;
    return std::nullopt;
}

std::optional<MemoryScope> scope_named(const std::string& word) {
    if (word == "first_stage")
        return MemoryScope::first_rank;
    if (word == "last_rank")
        return MemoryScope::last_rank;
    if (word == "max" || word.empty())
        return MemoryScope::fullest;
    return std::nullopt;
}

/// Precisions are named freely: "bf16 (amp, fp32 params)", "FP8-MX", "fp8 linear rowwise". What a name begins
/// with tells, and of what begins alike another word in it. Scales for blocks are MXFP8's or of no recipe
/// here.
std::optional<Precision> precision_called(const std::string& words, const GpuKind& gpu) {
    struct Called {
        std::string_view beginning, word;
        std::optional<Precision> precision;
    };
    const bool nvfp4 = gpu.supports(Precision::nvfp4); // other makers' four bits are not
    const Called called[] = {
        {"bf16", "", Precision::bf16},
        {"fp16", "", Precision::fp16},
        {"fp32", "", Precision::fp32},
        {"tf32", "", Precision::tf32},
        {"mxfp8", "", Precision::mxfp8},
        {"fp8", "mx", Precision::mxfp8},
        {"fp8", "rowwise", Precision::fp8_rowwise},
        {"fp8", "block", std::nullopt},
        {"fp8", "", Precision::fp8},
        {"nvfp4", "", Precision::nvfp4},
        {"fp4", "", nvfp4 ? std::optional(Precision::nvfp4) : std::nullopt},
    };
    const std::string small = small_letters(words);
    for (const Called& one : called)
        if (small.starts_with(one.beginning) && small.find(one.word) != small.npos)
            return one.precision;
    return std::nullopt;
}

/// NVIDIA's PyTorch containers compute products of fp32 matrices in TF32 unless told otherwise
/// (TORCH_ALLOW_TF32_CUBLAS_OVERRIDE=1; NVIDIA, "Accelerating AI Training with NVIDIA TF32 Tensor Cores",
/// 2021). Others leave PyTorch's default since 1.12: fp32.
Precision as_container_computes(Precision precision, std::string_view notes) {
    return precision == Precision::fp32 && notes.find("ngc container") != notes.npos ? Precision::tf32
                                                                                     : precision;
}

template <class Value>
Value understood(const std::optional<Value>& value, const CsvTable& table, std::size_t row,
                 const char* column) {
    if (!value)
        throw Lacking{fmt::format("{}: {} is not predicted", column, in_quotes(table.text(row, column)))};
    return *value;
}

const KnownGpu& set_gpu(MeasuredRun& run, const CsvTable& table, std::size_t row,
                        const std::vector<KnownGpu>& known) {
    run.gpu.name = words(table, row, "gpu");
    const KnownGpu* gpu = find_gpu(known, needed(table, row, "gpu"));
    if (!gpu)
        throw Lacking{fmt::format("gpu: {} is none of the known GPUs", in_quotes(run.gpu.name))};
    run.gpu = gpu->kind;
    run.nvlink_gb_per_s = gpu->nvlink_gb_per_s;
    if (!table.text(row, "gpu_memory_gib").empty())
        run.gpu.memory_gib = table.number(row, "gpu_memory_gib", bounds::memory);
    return *gpu;
}

/// Of nodes that share an NVLink domain the domain counts as the node: the largest part of it that the job
/// fills evenly.
void join_domain(MeasuredRun& run, int domain) {
    int joined = run.gpus_per_node;
    for (int size = joined; size <= std::min(domain, run.gpus); size += run.gpus_per_node)
        if (run.gpus % size == 0)
            joined = size;
    run.node_bandwidth_gb_per_s *= double(joined) / run.gpus_per_node;
    run.gpus_per_node = joined;
}

/// What a run between nodes of unknown links filled of its memory, or failed for, does not depend on them: it
/// counts without its time.
void set_links(MeasuredRun& run, const CsvTable& table, std::size_t row, const KnownGpu& gpu) {
    const bool tells_more = run.peak_memory_bytes > 0 || run.status != RunStatus::ok;
    if (!table.text(row, "node_bandwidth_gb_per_s").empty())
        run.node_bandwidth_gb_per_s = table.number(row, "node_bandwidth_gb_per_s", bounds::bandwidth);
    else if (run.gpus > run.gpus_per_node && tells_more)
        run.node_bandwidth_gb_per_s = gpu.nics_per_node * gpu.nic_gb_per_s, run.time_s = 0;
    else if (run.gpus > run.gpus_per_node)
        needed(table, row, "node_bandwidth_gb_per_s");
    join_domain(run, integer_or(table, row, "nvlink_domain", 0));
}

/// Training that is more than what the GPUs do, or that is told of elsewhere.
void refuse_other_work(const CsvTable& table, std::size_t row) {
    if (table.text(row, "source").find("since replaced") != std::string::npos)
        throw Lacking{"source: a newer table of the same runs has replaced it"};
}

/// What `gpu` says stays the name, for `gpu` may tell several kinds.
void set_machine(MeasuredRun& run, const CsvTable& table, std::size_t row) {
    const NodeKind& first = run.machine->kind_of_gpu(0);
    run.gpu = first.gpu;
    if (const std::string& name = words(table, row, "gpu"); !name.empty())
        run.gpu.name = name;
    run.gpus_per_node = first.gpus;
}

void set_job(MeasuredRun& run, const CsvTable& table, std::size_t row, const std::vector<KnownGpu>& known) {
    refuse_other_work(table, row);
    set_tuning(run, table, row);
    run.model = model_of(table, row, std::move(run.model.name));
    run.gpus = needed_integer(table, row, "gpus", most_gpus);
    if (run.machine)
        return set_machine(run, table, row);
    const KnownGpu& gpu = set_gpu(run, table, row, known);
    run.gpus_per_node = needed_integer(table, row, "gpus_per_node", 1024);
    set_links(run, table, row, gpu);
}

/// The whole number that begins at `at`; 0 where none does.
int number_at(std::string_view text, std::size_t at) {
    int number = 0;
    std::from_chars(text.data() + at, text.data() + text.size(), number);
    return number;
}

/// Of the rate at which a host updates parameters, what is left where its cores are not bound to
/// processes: 1.95 of 2.98 on one 32-core processor with 4 A100.
constexpr double with_cores_unbound = 0.65;

/// What the host keeps. Notes of Deep Optimizer States' logs name its switches: "prefetch1-flush_async1-
/// opt_gaps2" updates every second group on the GPU and lets gradients go down beside the backward pass.
void set_offload(MeasuredRun& run, const CsvTable& table, std::size_t row) {
    const std::string what = small_letters(table.text(row, "offload"));
    if (what.empty() || what == "0")
        return;
    constexpr std::string_view layers = "activations of ";
    if (what.starts_with(layers) && what.ends_with(" layers")) {
        run.offload.activations = std::min(1.0, number_at(what, layers.size()) / double(run.model.layers));
        return;
    }
    if (!what.starts_with("optimizer") || what.find("nvme") != what.npos)
        throw Lacking{"offload: of the optimizer, or of the activations of some layers, to the host's memory "
                      "alone is predicted"};
    needed(table, row, "offload_fraction");
    run.offload.optimizer = table.number(row, "offload_fraction", {0, 1, {}});
    const std::string notes = small_letters(table.text(row, "notes"));
    run.overlap_gradient_exchange = notes.find("flush_async1") != notes.npos;
    if (!table.text(row, "host_update_gparam_per_s").empty())
        run.gpu.host.update_gparam_per_s = table.number(row, "host_update_gparam_per_s", bounds::host_update);
    else if (notes.find("cores not bound") != notes.npos)
        run.gpu.host.update_gparam_per_s *= with_cores_unbound;
    constexpr std::string_view gaps = "opt_gaps";
    if (const std::size_t at = notes.find(gaps); notes.find("prefetch1") != notes.npos && at != notes.npos)
        run.offload.stride = number_at(notes, at + gaps.size());
}

/// Over how many GPUs what is spread. What jobs with sharded parameters compute again differs from one to the
/// next, so it must be said.
void set_sharding(MeasuredRun& run, const CsvTable& table, std::size_t row) {
    run.zero_stage = integer_or(table, row, "zero_stage", 0);
    run.shard = integer_or(table, row, "fsdp_shard", 0);
    if (run.shard > 1 && table.text(row, "zero_stage").empty())
        throw Lacking{"zero_stage: not published, though parameters are sharded"};
    if (run.zero_stage < 2)
        return;
    needed(table, row, "recompute");
    run.shard_replicas = integer_or(table, row, "hsdp_replicas", 0);
}

void set_recompute(MeasuredRun& run, const CsvTable& table, std::size_t row) {
    run.recompute_told = !table.text(row, "recompute").empty();
    if (!run.recompute_told)
        return;
    run.recompute = understood(recompute_named(table.text(row, "recompute")), table, row, "recompute");
    const std::string modules = small_letters(table.text(row, "recompute_modules"));
    const bool told = !modules.empty() && modules != "none";
    if (run.recompute == Recompute::selective && told &&
        framework_of(run.framework).selective == SelectiveKeeps::modules)
        run.recompute_modules =
            understood(set_named<RecomputeModule>(modules), table, row, "recompute_modules");
}

/// Where experts lie and how tokens come to them.
void set_expert_layout(MeasuredRun& run, const CsvTable& table, std::size_t row) {
    if (!run.model.moe)
        return;
    run.overlap_expert_exchange = table.text(row, "overlap").find("moe-expert-parallel") != std::string::npos;
    // Megatron overlaps them only without recomputation of whole layers or of the experts
    // (megatron/training/arguments.py): what else is recomputed is little.
    if (!run.overlap_expert_exchange)
        needed(table, row, "recompute");
    run.ep = needed_integer(table, row, "ep", most_gpus);
    if (run.tp > 1 || !table.text(row, "etp").empty())
        run.etp = needed_integer(table, row, "etp", most_gpus);
    const std::string dispatcher = small_letters(table.text(row, "dispatcher"));
    constexpr std::pair<std::string_view, const char*> called[] = {
        {"alltoall", "alltoall"}, {"allgather", "allgather"}, {"deepep", "deepep"}, {"hybridep", "deepep"}};
    for (const auto& [word, name] : called)
        if (dispatcher.find(word) != dispatcher.npos) {
            run.dispatcher = name;
            break;
        }
}

/// 'cuda graphs "none" ["full_iteration"]' of all of it, 'cuda graphs "transformer_engine"' of whole layers;
/// a list behind that is of the parts that are: the others are launched kernel by kernel.
bool launches_graphs(std::string_view notes) {
    constexpr std::string_view layers = "cuda graphs \"transformer_engine\"";
    const std::size_t at = notes.find(layers);
    return notes.find("[\"full_iteration\"]") != notes.npos ||
           (at != notes.npos && notes.substr(at).find('[') == notes.npos);
}

void set_layout(MeasuredRun& run, const CsvTable& table, std::size_t row) {
    const std::pair<const char*, int*> sizes[] = {
        {"tp", &run.tp}, {"pp", &run.pp}, {"dp", &run.dp}, {"micro_batch", &run.micro_batch}};
    for (const auto& [column, value] : sizes)
        *value = needed_integer(table, row, column, most_gpus);
    const std::pair<const char*, int*> mostly_one[] = {
        {"cp", &run.cp}, {"vpp", &run.vpp}, {"tp_x", &run.tp_x}};
    for (const auto& [column, value] : mostly_one)
        if (!table.text(row, column).empty())
            *value = table.integer(row, column, 1, most_gpus);
    run.global_batch = needed_integer(table, row, "global_batch", 10'000'000);
    needed(table, row, "precision");
    run.recipe = table.text(row, "precision");
    const std::string notes = small_letters(table.text(row, "notes"));
    run.precision = as_container_computes(
        understood(precision_called(table.text(row, "precision"), run.gpu), table, row, "precision"), notes);
    run.layers_per_stage = stated_layers(table, row, run.model.mtp_layers);
    set_recompute(run, table, row);
    set_expert_layout(run, table, row);
    run.sequence_parallel = stated_flag(table, row, "sequence_parallel").value_or(false);
    if (!table.text(row, "flash_attention").empty())
        run.flash_attention = table.flag(row, "flash_attention");
    set_sharding(run, table, row);
    set_offload(run, table, row);
    if (small_letters(table.text(row, "optimizer")).starts_with("muon"))
        run.optimizer = "muon";
    if (const std::string& weights = table.text(row, "primary_weights"); !weights.empty())
        run.primary_weights = understood(primary_weights_named(weights), table, row, "primary_weights");
    run.overlap_tensor_parallel =
        small_letters(table.text(row, "overlap")).find("async tp") != std::string::npos;
    run.fp8_activation_inputs = stated_flag(table, row, "fp8_activation_inputs").value_or(false);
    run.cuda_graphs = launches_graphs(notes);
}

void set_measured(MeasuredRun& run, const CsvTable& table, std::size_t row) {
    if (!table.text(row, "iteration_time_s").empty())
        run.time_s = table.number(row, "iteration_time_s", bounds::measured_time);
    if (!table.text(row, "peak_memory_gib").empty())
        run.peak_memory_bytes = table.number(row, "peak_memory_gib", bounds::memory) * bytes_per_gib;
    run.memory_scope = named(table, row, "memory_scope", scope_named);
    run.status = named(table, row, "status", status_named);
    run.clean = table.flag(row, "clean");
}

} // namespace

std::vector<MeasuredRun> parse_runs_csv(std::string_view text, const std::string& file,
                                        const std::vector<KnownGpu>& known) {
    const CsvTable table(text, file);
    table.require({"run_id", "source", "framework", "model", "gpu", "gpus", "status", "clean"});
    std::vector<MeasuredRun> runs;
    RunNames before;
    NamedMachines machines(std::filesystem::path(file).parent_path());
    runs.reserve(table.rows());
    for (std::size_t row = 0; row < table.rows(); ++row) {
        MeasuredRun& run = runs.emplace_back();
        run.id = words(table, row, "run_id");
        run.source = words(table, row, "source");
        if (!run.id.empty() && !before.emplace(run.source, run.id).second)
            table.refuse(row, "run_id", twice_text(run));
        run.model.name = words(table, row, "model");
        if (words(table, row, "framework").empty())
            table.refuse(row, "framework", "is empty");
        run.software = table.text(row, "framework");
        run.framework = framework_labelled(run.software, run.source);
        run.machine = machines.of(table, row);
        set_measured(run, table, row);
        try {
            set_job(run, table, row, known);
            set_layout(run, table, row);
        } catch (const Lacking& lacking) {
            run.lacks = lacking.reason;
        }
    }
    return runs;
}

std::vector<MeasuredRun> read_runs_csv(const std::vector<std::filesystem::path>& paths) {
    const std::vector<KnownGpu> known = known_gpus();
    std::vector<MeasuredRun> all;
    RunNames before;
    for (const std::filesystem::path& path : paths)
        for (MeasuredRun& run : parse_runs_csv(read_text_file(path), path.string(), known)) {
            if (!run.id.empty() && !before.emplace(run.source, run.id).second)
                throw InputError(path.string(), {}, twice_text(run) + ", in another file before");
            all.push_back(std::move(run));
        }
    mark_replaced(all);
    return all;
}

} // namespace pipette
