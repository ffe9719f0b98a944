// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evidence/log_against_plan.h"
#include "core/formats/evidence/append_runs.h"
#include "core/formats/training/read_training_log.h"
#include "core/plan/plan.h"

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace pipette {

/// Which runs take from the plan what their log does not say.
enum class PlanFill {
    always,
    where_alike ///< those whose log says much as the plan does, and nothing otherwise: surely a run of the
                ///< plan
};

/// What a log cannot say, or does not say.
struct LogContext {
    /// The plan that the run was started with, and the candidate of it. Null: none. What the log says itself
    /// comes first.
    const Plan* plan = nullptr;
    const Candidate* candidate = nullptr;
    PlanFill fill = PlanFill::always;
    std::string gpu;       ///< GPU kind; empty: as the log or the plan says
    int gpus_per_node = 0; ///< 0: as the plan says
};

/// A run of a log, its steady step, and its row among measured runs.
struct ImportedRun {
    LogRun run;
    SteadySteps steady;
    RunColumns row;
    std::vector<std::string> from_plan; ///< columns that the log does not tell
    std::vector<std::string> missing;   ///< columns that a prediction needs and that nothing tells
    std::vector<std::string> conflicts; ///< where log and plan differ, in words
    std::optional<LogAgainstPlan> against;
};

/// Whether a run's row says anything by which its job can be told from another: shape, batch or layout.
bool tells_job(const RunColumns& row);

/// Where a run's row and the context's plan say different things, in words. Without a plan: empty.
std::vector<std::string> disagreements(const RunColumns& row, const LogContext& context);

/// The rows' id begins with `name`.
ImportedRun import_run(LogRun run, const std::string& name, const LogContext& context);

/// What became of the files of an import.
struct LogImport {
    std::vector<ImportedRun> runs;
    std::vector<std::string> skipped; ///< files that hold no step, with the reason
    std::vector<std::string> notes;
};

/// Reads all files; a folder stands for the files in it. Throws InputError when none holds a step.
LogImport import_logs(const std::vector<std::filesystem::path>& names, const LogContext& context,
                      const std::stop_token& stop = {});

/// The rows of all runs.
std::vector<RunColumns> rows_of(const LogImport& import);

} // namespace pipette
