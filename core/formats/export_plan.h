// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/exported_file.h"
#include "core/plan/plan.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace pipette {

/// Everything that a plan can be exported as.
enum class ExportFormat {
    mapping,
    json,
    csv,
    trace,
    megatron,
    torchrun,
    openmpi,
    openmpi_rankfile,
    mpich,
    slurm,
    deepspeed,
    kubernetes
};

struct ExportFormatInfo {
    ExportFormat format;
    std::string_view name;        ///< as on the command line: "openmpi-rankfile"
    std::string_view description; ///< for a person, half a line
    std::string_view main_file;   ///< the first of its files: "hostfile"
    bool is_launcher;             ///< makes a folder of several files; the others make one file
};

/// All formats in the order of menus.
std::span<const ExportFormatInfo> export_formats();
const ExportFormatInfo& info_of(ExportFormat format);
std::optional<ExportFormat> export_format_named(std::string_view name);

/// The files of one candidate, the main one first. A launcher's folder also holds mapping.tsv,
/// rank_wrapper.sh, probe.sh, megatron_args.txt (where Megatron-LM has the schedule) and a README.txt of four
/// lines. A trace is simulated anew with the calibrations of the resources. Throws InputError when the format
/// cannot express the mapping or a host name.
std::vector<ExportedFile> export_plan(const Plan& plan, const Candidate& candidate, ExportFormat format,
                                      const LaunchOptions& options = {});

} // namespace pipette
