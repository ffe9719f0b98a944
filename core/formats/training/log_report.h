// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/logs/import_report.h"
#include "core/formats/training/import_log.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace pipette {

/// What became of one run, in sentences: steps, median, throughput, memory, what was left out, what the log
/// does not tell, and how it stands against the plan.
ReportSection section_of(const ImportedRun& run);
/// One section for each run, then what was skipped.
std::vector<ReportSection> report_sections(const LogImport& import);

/// {measured, failed, missing, skipped, conflicts, notes: lists of lines, runs: [{file, lines, format,
/// framework, run_id, steps, counted, median_step_s, ...}]} (help: formats.md, "Training logs").
nlohmann::ordered_json log_import_to_json(const LogImport& import);

} // namespace pipette
