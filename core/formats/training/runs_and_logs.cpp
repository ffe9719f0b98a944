// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/training/runs_and_logs.h"

#include "core/base/input_error.h"
#include "core/cluster/faults.h"
#include "core/formats/documents/csv_kind.h"
#include "core/formats/documents/resources.h"
#include "core/formats/evidence/runs_csv.h"
#include "core/formats/text/text_file.h"

#include <cstddef>
#include <iterator>
#include <memory>
#include <utility>

namespace pipette {
namespace {

/// The run as a reader of tables sees its row; one that lacks something says what.
MeasuredRun measured_run_of(const ImportedRun& imported, const std::vector<KnownGpu>& known) {
    AppendedRuns appended;
    const std::string table = with_runs_appended({}, imported.run.file, {imported.row}, appended);
    return parse_runs_csv(table, imported.run.file, known).front();
}

/// The plan that a run was started with, where it took from it what its log does not say; null: it did not,
/// or its log says otherwise.
std::shared_ptr<const PlannedStart> start_of(const ImportedRun& imported, const LogContext& context) {
    if (imported.from_plan.empty() || !disagreements(imported.row, context).empty())
        return nullptr;
    const PlanInputs& inputs = context.plan->inputs;
    auto start = std::make_shared<PlannedStart>();
    start->cluster = inputs.faults.degraded.empty()
                         ? inputs.cluster
                         : std::make_shared<const Cluster>(degraded(*inputs.cluster, inputs.faults.degraded));
    start->job = inputs.job;
    start->config = context.candidate->config;
    start->mapping = context.candidate->mapping;
    return start;
}

bool is_table_of_runs(const std::filesystem::path& file) {
    constexpr std::size_t header = std::size_t{1} << 16;
    try {
        return csv_kind(beginning_of_file(file, header)) == CsvKind::runs;
    } catch (const InputError&) {
        return false;
    }
}

} // namespace

RunsAndLogs read_runs_and_logs(const std::vector<std::filesystem::path>& files, const LogContext& context,
                               const std::stop_token& stop) {
    std::vector<std::filesystem::path> tables, logs;
    for (const std::filesystem::path& file : files)
        (is_training_log_file(file) ? logs : tables).push_back(file);
    RunsAndLogs all;
    if (!logs.empty()) // a folder of logs holds other files, too
        std::erase_if(tables, [&](const std::filesystem::path& file) {
            const bool other = !is_table_of_runs(file);
            if (other)
                all.skipped.push_back(file.string() + ": holds no step of a training run");
            return other;
        });
    if (!tables.empty())
        all.runs = read_runs_csv(tables);
    if (logs.empty())
        return all;
    LogImport import = import_logs(logs, context, stop);
    const std::vector<KnownGpu> known = known_gpus();
    for (ImportedRun& run : import.runs) {
        MeasuredRun& measured = all.runs.emplace_back(measured_run_of(run, known));
        if (measured.started = start_of(run, context); measured.started) {
            measured.model = context.plan->inputs.model;
            measured.framework = measured.started->job.framework;
        }
        all.logs.push_back({std::move(run), all.runs.size() - 1});
    }
    std::move(import.skipped.begin(), import.skipped.end(), std::back_inserter(all.skipped));
    all.notes = std::move(import.notes);
    return all;
}

} // namespace pipette
