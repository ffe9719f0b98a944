// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evidence/measured_run.h"
#include "core/formats/training/import_log.h"

#include <cstddef>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace pipette {

/// A run of a training log, and its place among the measured runs.
struct LoggedRun {
    ImportedRun imported;
    std::size_t run = 0; ///< index into RunsAndLogs::runs
};

/// Measured runs of tables and of training logs.
struct RunsAndLogs {
    std::vector<MeasuredRun> runs;    ///< those of tables first
    std::vector<LoggedRun> logs;      ///< in the order of the files
    std::vector<std::string> skipped; ///< files beside logs that hold no step, with the reason
    std::vector<std::string> notes;
};

/// Reads files that hold measured runs: tables (see read_runs_csv) and training logs (see import_logs), in
/// any order. Throws InputError for a table that cannot be read, and where none of the logs can.
RunsAndLogs read_runs_and_logs(const std::vector<std::filesystem::path>& files, const LogContext& context,
                               const std::stop_token& stop = {});

} // namespace pipette
