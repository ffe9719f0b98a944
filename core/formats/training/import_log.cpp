// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/training/import_log.h"

#include "core/base/bounds.h"
#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/base/units.h"
#include "core/formats/documents/resources.h"
#include "core/formats/text/text_file.h"
#include "core/formats/training/plan_columns.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace pipette {
namespace {

namespace fs = std::filesystem;

/// Columns that more than a run's row may say: the names of a plan are no contradiction of a log's.
constexpr std::string_view free_names[] = {"model", "gpu", "gpu_memory_gib"};

int size_in(const RunColumns& row, const std::string& column) {
    const auto found = row.find(column);
    int value = 0;
    if (found != row.end())
        std::from_chars(found->second.data(), found->second.data() + found->second.size(), value);
    return std::max(0, value);
}

void put_figure(RunColumns& row, const char* column, double value) {
    row[column] = fmt::format("{:.6g}", value);
}

/// What the log says, in the words of measured runs.
RunColumns told_by(const LogRun& run) {
    RunColumns row;
    for (const auto& [column, text] : run.told)
        if (!column.starts_with('.') && !text.empty())
            row[column] = text;
    if (const auto gpu = row.find("gpu"); gpu != row.end()) {
        const std::vector<KnownGpu> all = known_gpus();
        if (const KnownGpu* known = find_gpu(all, gpu->second))
            gpu->second = known->kind.name;
    }
    const auto batch = std::find_if(run.steps.rbegin(), run.steps.rend(),
                                    [](const LogStep& step) { return step.batch > 0; });
    if (batch != run.steps.rend())
        row["global_batch"] = fmt::format("{}", batch->batch);
    return row;
}

/// A plan may call a model otherwise than the log does.
bool is_free_name(std::string_view column) {
    return std::find(std::begin(free_names), std::end(free_names), column) != std::end(free_names);
}

/// Whether the log says so much as the plan does, and nothing otherwise, that it is of a run of the plan.
bool is_alike(const RunColumns& row, const LogContext& context) {
    constexpr int enough = 6;
    int alike = 0;
    for (const auto& [column, text] : columns_of(*context.plan, *context.candidate)) {
        const auto told = row.find(column);
        alike += told != row.end() && told->second == text && !is_free_name(column);
    }
    return alike >= enough && disagreements(row, context).empty();
}

/// Takes from the plan what the log does not say.
void fill_from_plan(ImportedRun& imported, const LogContext& context) {
    if (!context.candidate || (context.fill == PlanFill::where_alike && !is_alike(imported.row, context)))
        return;
    for (std::string& words : disagreements(imported.row, context))
        imported.conflicts.push_back(std::move(words));
    for (const auto& [column, text] : columns_of(*context.plan, *context.candidate))
        if (imported.row.emplace(column, text).second)
            imported.from_plan.push_back(column);
}

/// How many GPUs the replicas, or how many replicas the GPUs make, where the log does not say both.
void complete_layout(RunColumns& row) {
    constexpr long most = bounds::parallel_size.most;
    long replica = 1; // GPUs of one
    for (const char* column : {"tp", "pp", "cp"}) {
        const int size = row.contains(column) || column != std::string_view("cp") ? size_in(row, column) : 1;
        if (size == 0 || replica > most / size)
            return;
        replica *= size;
    }
    const int gpus = size_in(row, "gpus"), replicas = size_in(row, "dp");
    if (gpus == 0 && replicas > 0 && replica <= most / replicas)
        row["gpus"] = fmt::format("{}", replica * replicas);
    else if (replicas == 0 && gpus > 0 && gpus % replica == 0)
        row["dp"] = fmt::format("{}", gpus / replica);
}

double tokens_a_step(const RunColumns& row) {
    const double tokens = static_cast<double>(size_in(row, "global_batch")) * size_in(row, "sequence_length");
    const int gpus = size_in(row, "gpus");
    return gpus > 0 ? tokens / gpus : 0;
}

/// The largest peak that ranks report, and whose it is.
void put_memory(const LogRun& run, RunColumns& row, std::string& notes) {
    const LogMemory& memory = run.memory;
    double bytes = memory.peak_allocated;
    if (bytes <= 0 && memory.peak_reserved > 0) {
        bytes = memory.peak_reserved;
        notes += "; memory is what the allocator reserved";
    }
    const auto limit = row.find("gpu_memory_gib");
    if (bytes <= 0 && memory.used_share > 0 && limit != row.end()) {
        bytes = memory.used_share * std::atof(limit->second.c_str()) * bytes_per_gib;
        notes += "; memory is the share in use of the GPU";
    }
    constexpr double least = 1e-3 * bytes_per_gib, most = 1e6 * bytes_per_gib;
    if (bytes < least || bytes > most)
        return;
    put_figure(row, "peak_memory_gib", bytes / bytes_per_gib);
    const int gpus = size_in(row, "gpus");
    const bool one = memory.ranks.size() == 1 && gpus != 1;
    row["memory_scope"] = one && *memory.ranks.begin() == 0                      ? "first_stage"
                          : one && gpus > 1 && *memory.ranks.begin() == gpus - 1 ? "last_rank"
                                                                                 : "max";
}

void put_measured(ImportedRun& imported) {
    const SteadySteps& steady = imported.steady;
    const LogRun& run = imported.run;
    RunColumns& row = imported.row;
    std::string notes = fmt::format("{} of {} steps count", steady.counted.size(), run.steps.size());
    constexpr double least_s = 1e-9, most_s = 1e9;
    if (steady.median_s > least_s && steady.median_s < most_s) {
        put_figure(row, "iteration_time_s", steady.median_s);
        row["time_from"] =
            run.time_from.empty() ? "median of the printed steps" : "median, from " + run.time_from;
    }
    double tokens = steady.tokens_per_s;
    if (tokens <= 0 && steady.median_s > 0)
        tokens = tokens_a_step(row) / steady.median_s;
    if (tokens > 0)
        put_figure(row, "tokens_per_s_per_gpu", tokens);
    if (steady.tflops > 0)
        put_figure(row, "tflops_per_gpu", steady.tflops);
    put_memory(run, row, notes);
    if (!steady.steady)
        notes += "; too few steady steps to stand for the run";
    row["status"] = "ok";
    row["clean"] = steady.steady ? "1" : "0";
    row["notes"] = notes;
}

std::vector<std::string> missing_in(const RunColumns& row) {
    std::vector<const char*> needed = {
        "layers", "hidden", "heads",         "kv_heads",        "ffn_hidden", "gated_mlp",
        "vocab",  "gpu",    "gpus_per_node", "sequence_length", "gpus",       "tp",
        "pp",     "dp",     "micro_batch",   "global_batch",    "precision"};
    const bool experts = size_in(row, "experts") > 1;
    if (experts)
        needed.insert(needed.end(), {"experts_per_token", "moe_ffn_hidden", "ep", "recompute"});
    if (size_in(row, "zero_stage") > 1)
        needed.push_back("recompute");
    const int node = size_in(row, "gpus_per_node");
    if (node > 0 && size_in(row, "gpus") > node)
        needed.push_back("node_bandwidth_gb_per_s");
    std::vector<std::string> missing;
    for (const char* column : needed)
        if (!row.contains(column))
            missing.emplace_back(column);
    if (experts)
        std::erase(missing, "ffn_hidden");
    return missing;
}

/// A job's sizes beyond what any job has.
void leave_out_absurd(ImportedRun& imported) {
    constexpr const char* columns[] = {"tp", "pp", "dp", "cp", "vpp", "ep", "etp", "micro_batch", "gpus"};
    for (const char* column : columns)
        if (size_in(imported.row, column) > bounds::parallel_size.most / 8) {
            imported.conflicts.push_back(
                fmt::format("{}: {} is told, which no job has", column, in_quotes(imported.row[column])));
            imported.row.erase(column);
        }
}

/// Takes out of a row what no reader of measured runs would take, such as a size that is absurd.
void leave_out_refused(ImportedRun& imported) {
    const auto is_refused = [&]() -> std::optional<InputError> {
        try {
            AppendedRuns appended;
            with_runs_appended({}, imported.run.file, {imported.row}, appended);
        } catch (const InputError& error) {
            return error;
        }
        return std::nullopt;
    };
    constexpr int most_tries = 20;
    for (int i = 0; i < most_tries; ++i) {
        const std::optional<InputError> error = is_refused();
        if (!error)
            return;
        const std::string column = error->place().substr(error->place().rfind(' ') + 1);
        if (imported.row.erase(column) == 0)
            break;
        imported.conflicts.push_back(fmt::format("{}: what is told {}", column, error->reason()));
    }
    RunColumns kept;
    for (const char* column : {"run_id", "source", "framework", "status", "clean", "notes", "time_from",
                               "iteration_time_s", "tokens_per_s_per_gpu", "src_path"})
        if (imported.row.contains(column))
            kept[column] = imported.row[column];
    if (is_refused())
        imported.row = std::move(kept);
}

} // namespace

bool tells_job(const RunColumns& row) {
    constexpr const char* telling[]{"layers", "hidden", "global_batch", "sequence_length",
                                    "gpus",   "pp",     "tp",           "dp"};
    return std::any_of(std::begin(telling), std::end(telling),
                       [&](const char* column) { return row.contains(column); });
}

std::vector<std::string> disagreements(const RunColumns& row, const LogContext& context) {
    std::vector<std::string> found;
    if (!context.candidate)
        return found;
    for (const auto& [column, text] : columns_of(*context.plan, *context.candidate)) {
        const auto told = row.find(column);
        if (told != row.end() && told->second != text && !is_free_name(column))
            found.push_back(fmt::format("{}: the log says {}, the plan {}", column, in_quotes(told->second),
                                        in_quotes(text)));
    }
    return found;
}

ImportedRun import_run(LogRun run, const std::string& name, const LogContext& context) {
    ImportedRun imported;
    imported.row = told_by(run);
    if (!context.gpu.empty())
        imported.row["gpu"] = context.gpu;
    if (context.gpus_per_node > 0)
        imported.row["gpus_per_node"] = fmt::format("{}", context.gpus_per_node);
    leave_out_absurd(imported);
    fill_from_plan(imported, context);
    complete_layout(imported.row);
    resolve_times(run, tokens_a_step(imported.row), size_in(imported.row, "global_batch"));
    imported.steady = steady_steps(run);
    imported.run = std::move(run);
    put_measured(imported);
    imported.row["run_id"] = name;
    imported.row["source"] = own_runs_source;
    imported.row["framework"] = imported.run.framework;
    imported.row["src_path"] =
        readable(fmt::format("{}, lines {} to {}", fs::path(imported.run.file).filename().string(),
                             imported.run.first_line, imported.run.last_line));
    leave_out_refused(imported);
    imported.missing = missing_in(imported.row);
    if (context.candidate && !imported.steady.levels.empty())
        imported.against = log_against_plan(imported.run, imported.steady, *context.candidate);
    return imported;
}

LogImport import_logs(const std::vector<fs::path>& all, const LogContext& context,
                      const std::stop_token& stop) {
    LogImport import;
    std::vector<InputError> refused;
    std::vector<fs::path> files;
    for (const fs::path& name : all)
        for (fs::path& file : files_of(name))
            files.push_back(std::move(file));
    for (const fs::path& path : files) {
        if (stop.stop_requested())
            break;
        try {
            TrainingLog log = read_training_log(path, stop);
            const std::string stem = readable(path.stem().string(), 100);
            std::size_t number = 0;
            for (LogRun& run : log.runs) {
                ++number;
                import.runs.push_back(
                    import_run(std::move(run),
                               log.runs.size() == 1 ? stem : fmt::format("{}-{}", stem, number), context));
            }
            if (log.cut_lines > 0)
                import.notes.push_back(fmt::format("{}: {} lines of more than 64 KiB were read in pieces",
                                                   path.string(), log.cut_lines));
        } catch (const InputError& error) {
            refused.push_back(error);
            import.skipped.emplace_back(error.what());
        }
    }
    if (import.runs.empty() && !refused.empty())
        throw refused.front();
    if (import.runs.empty() && !stop.stop_requested())
        throw InputError(all.empty() ? std::string() : all.front().string(), {}, "is a folder without files");
    return import;
}

std::vector<RunColumns> rows_of(const LogImport& import) {
    std::vector<RunColumns> rows;
    for (const ImportedRun& run : import.runs)
        rows.push_back(run.row);
    return rows;
}

} // namespace pipette
