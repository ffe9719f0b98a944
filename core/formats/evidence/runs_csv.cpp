// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/evidence/runs_csv.h"

#include "core/base/input_error.h"
#include "core/base/units.h"
#include "core/formats/text/csv_table.h"
#include "core/formats/text/text_file.h"

#include <fmt/format.h>
#include <set>

namespace pipette {
namespace {

constexpr int most_gpus = 1 << 17;
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

TransformerModel model_of(const CsvTable& table, std::size_t row) {
    TransformerModel model;
    model.name = words(table, row, "model");
    model.layers = table.integer(row, "layers", 1, 10'000);
    model.hidden = table.integer(row, "hidden", 1, 1'000'000);
    model.heads = table.integer(row, "heads", 1, 100'000);
    model.kv_heads = table.integer(row, "kv_heads", 1, model.heads);
    model.ffn_hidden = table.integer(row, "ffn_hidden", 1, 10'000'000);
    model.vocab = table.integer(row, "vocab", 1, 100'000'000);
    model.sequence_length = table.integer(row, "sequence_length", 1, 100'000'000);
    model.gated_mlp = table.flag(row, "gated_mlp");
    model.biases = model.learned_positions = !model.gated_mlp;
    // GPT ties its embeddings; of the Llama family only the small ones do (1B and 3B).
    constexpr int widest_tied_llama = 3072;
    model.tied_embeddings =
        !model.gated_mlp || (model.name.starts_with("llama") && model.hidden <= widest_tied_llama);
    try {
        check(model);
    } catch (const InputError& error) {
        table.refuse(row, error.place(), error.reason());
    }
    return model;
}

template <class Named>
auto named(const CsvTable& table, std::size_t row, const char* column, Named lookup) {
    const std::string& word = table.text(row, column);
    const auto value = lookup(word);
    if (!value)
        table.refuse(row, column, fmt::format("{} is not known", in_quotes(word)));
    return *value;
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

std::optional<bool> of_rank_0_named(const std::string& word) {
    if (word == "first_stage")
        return true;
    if (word == "max" || word.empty())
        return false;
    return std::nullopt;
}

void set_gpu(MeasuredRun& run, const CsvTable& table, std::size_t row, const std::vector<KnownGpu>& known) {
    const KnownGpu* gpu = find_gpu(known, table.text(row, "gpu"));
    if (!gpu)
        table.refuse(row, "gpu",
                     fmt::format("{} is none of the known GPUs", in_quotes(table.text(row, "gpu"))));
    run.gpu = gpu->kind;
    run.nvlink_gb_per_s = gpu->nvlink_gb_per_s;
    run.gpu.memory_gib = table.number(row, "gpu_memory_gib", bounds::memory);
}

void require_columns(const CsvTable& table) {
    table.require({"run_id",
                   "source",
                   "framework",
                   "model",
                   "layers",
                   "hidden",
                   "heads",
                   "kv_heads",
                   "ffn_hidden",
                   "gated_mlp",
                   "sequence_length",
                   "vocab",
                   "gpu",
                   "gpu_memory_gib",
                   "gpus",
                   "gpus_per_node",
                   "node_bandwidth_gb_per_s",
                   "tp",
                   "pp",
                   "dp",
                   "cp",
                   "vpp",
                   "micro_batch",
                   "global_batch",
                   "precision",
                   "recompute",
                   "sequence_parallel",
                   "zero_stage",
                   "iteration_time_s",
                   "peak_memory_gib",
                   "memory_scope",
                   "status",
                   "clean"});
}

void set_job(MeasuredRun& run, const CsvTable& table, std::size_t row, const std::vector<KnownGpu>& known) {
    if (words(table, row, "framework").empty())
        table.refuse(row, "framework", "is empty");
    run.framework = framework_labelled(table.text(row, "framework"));
    run.model = model_of(table, row);
    set_gpu(run, table, row, known);
    run.gpus = table.integer(row, "gpus", 1, most_gpus);
    run.gpus_per_node = table.integer(row, "gpus_per_node", 1, 1024);
    run.node_bandwidth_gb_per_s = table.number(row, "node_bandwidth_gb_per_s", bounds::bandwidth);
}

void set_layout(MeasuredRun& run, const CsvTable& table, std::size_t row) {
    const std::pair<const char*, int*> sizes[] = {{"tp", &run.tp},   {"pp", &run.pp},
                                                  {"dp", &run.dp},   {"cp", &run.cp},
                                                  {"vpp", &run.vpp}, {"micro_batch", &run.micro_batch}};
    for (const auto& [column, value] : sizes)
        *value = table.integer(row, column, 1, most_gpus);
    run.global_batch = table.integer(row, "global_batch", 1, 10'000'000);
    run.precision = named(table, row, "precision", precision_named);
    run.recompute = named(table, row, "recompute", recompute_named);
    run.sequence_parallel = table.flag(row, "sequence_parallel");
    if (table.has("flash_attention") && !table.text(row, "flash_attention").empty())
        run.flash_attention = table.flag(row, "flash_attention");
    run.zero_stage = table.integer(row, "zero_stage", 0, 3);
}

void set_measured(MeasuredRun& run, const CsvTable& table, std::size_t row) {
    if (!table.text(row, "iteration_time_s").empty())
        run.time_s = table.number(row, "iteration_time_s", bounds::measured_time);
    if (!table.text(row, "peak_memory_gib").empty())
        run.peak_memory_bytes = table.number(row, "peak_memory_gib", bounds::memory) * bytes_per_gib;
    run.memory_of_rank_0 = named(table, row, "memory_scope", of_rank_0_named);
    run.status = named(table, row, "status", status_named);
    run.clean = table.flag(row, "clean");
}

} // namespace

std::vector<MeasuredRun> parse_runs_csv(std::string_view text, const std::string& file,
                                        const std::vector<KnownGpu>& known) {
    const CsvTable table(text, file);
    require_columns(table);
    std::vector<MeasuredRun> runs;
    RunNames before;
    runs.reserve(table.rows());
    for (std::size_t row = 0; row < table.rows(); ++row) {
        MeasuredRun& run = runs.emplace_back();
        run.id = words(table, row, "run_id");
        run.source = words(table, row, "source");
        if (!run.id.empty() && !before.emplace(run.source, run.id).second)
            table.refuse(row, "run_id", twice_text(run));
        set_job(run, table, row, known);
        set_layout(run, table, row);
        set_measured(run, table, row);
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
    return all;
}

} // namespace pipette
