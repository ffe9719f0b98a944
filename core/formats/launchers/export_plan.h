// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/launchers/export_format.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace pipette {

/// The files of one candidate, the main one first. A launcher's folder also holds mapping.tsv,
/// rank_wrapper.sh, probe.sh, megatron_args.txt (where Megatron-LM has the schedule), a CHECKLIST.txt and a
/// README.txt that also says what was assumed. A trace is simulated anew from what the plan's times came from
/// (see plan_timeline). Throws InputError when the format cannot express the mapping or a host name.
std::vector<ExportedFile> export_plan(const Plan& plan, const Candidate& candidate,
                                      const ExportFormat& format, const LaunchOptions& options = {},
                                      const std::optional<Calibration>& calibration = std::nullopt);

/// The same, written: a launcher's files into the folder `output`, a single file to `output`, or under its
/// own name where that is a folder. Large files are never whole in memory. Throws InputError.
void write_export(const std::filesystem::path& output, const Plan& plan, const Candidate& candidate,
                  const ExportFormat& format, const LaunchOptions& options = {},
                  const std::optional<Calibration>& calibration = std::nullopt);

/// What a person must know of the export of a single file, a sentence each: what Megatron-LM does otherwise
/// than the plan; what the bars of a trace are with snapshots; that the cluster is assumed.
std::vector<std::string> export_notes(const Plan& plan, const Candidate& candidate,
                                      const ExportFormat& format,
                                      const std::optional<Calibration>& calibration = std::nullopt);

} // namespace pipette
