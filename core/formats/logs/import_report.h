// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/logs/import_cluster.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace pipette {

/// A part of an import's report: its title and a line for each thing in it.
struct ReportSection {
    std::string title;
    std::vector<std::string> lines;
};

/// Measured, failed, skipped, missing, conflicts, assumed, notes; those without a line are left out.
std::vector<ReportSection> report_sections(const ImportReport& report);

/// What was made of the inputs in one line: "10 nodes, 80 GPUs (flows: one stream between two nodes)".
std::string size_of_import(const Cluster& cluster);

/// What became of them in one line: "44 of 45 pairs measured, 1 failed, 3 inputs skipped"; what there is none
/// of is left out.
std::string counts_of_import(const ImportReport& report);

/// {cluster, nodes, gpus, measured: [{between, gb_per_s}], failed: [{between | host, reason, source}],
/// missing, skipped: [{file, place, reason}], conflicts, assumptions, notes}. `gb_per_s`: forth and back.
/// Lists without members named are of lines.
nlohmann::ordered_json import_report_to_json(const Cluster& cluster, const ImportReport& report);

} // namespace pipette
