// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

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
    bool places_any_mapping;      ///< says where every rank runs, whatever the mapping
};

/// All formats in the order of menus.
std::span<const ExportFormatInfo> export_formats();
const ExportFormatInfo& info_of(ExportFormat format);
std::optional<ExportFormat> export_format_named(std::string_view name);
/// "openmpi, openmpi-rankfile, ...": the formats that carry any mapping, for messages.
std::string formats_for_any_mapping();

} // namespace pipette
