// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/export_format.h"

#include <array>

namespace pipette {
namespace {

using enum ExportFormat;

constexpr std::array formats{
    ExportFormatInfo{mapping, "mapping", "where each rank runs: rank, host, local_gpu (TSV)", "mapping.tsv",
                     false, true},
    ExportFormatInfo{json, "json", "where each rank runs, and the configuration (JSON)", "mapping.json",
                     false, true},
    ExportFormatInfo{csv, "csv", "all candidates of the plan as a table", "candidates.csv", false, false},
    ExportFormatInfo{trace, "trace", "timeline of one iteration as Chrome trace, for Perfetto", "trace.json",
                     false, false},
    ExportFormatInfo{megatron, "megatron", "Megatron-LM flags of the whole configuration",
                     "megatron_args.txt", false, false},
    ExportFormatInfo{torchrun, "torchrun", "torchrun, a command line a node; whole nodes in order only",
                     "torchrun.txt", true, false},
    ExportFormatInfo{openmpi, "openmpi", "Open MPI with a sequential hostfile", "hostfile", true, true},
    ExportFormatInfo{openmpi_rankfile, "openmpi-rankfile",
                     "Open MPI with a rankfile, ranks bound to CPU cores", "rankfile", true, true},
    ExportFormatInfo{mpich, "mpich", "MPICH and other users of Hydra (Intel MPI)", "hostfile", true, true},
    ExportFormatInfo{slurm, "slurm", "SLURM batch script with an arbitrary distribution", "job.sbatch", true,
                     true},
    ExportFormatInfo{deepspeed, "deepspeed", "DeepSpeed hostfile; whole nodes in order only", "hostfile",
                     true, false},
    ExportFormatInfo{kubernetes, "kubernetes", "Kubernetes MPIJob (v2beta1) with its ConfigMap",
                     "mpijob.yaml", true, false}};

} // namespace

std::span<const ExportFormatInfo> export_formats() {
    return formats;
}

const ExportFormatInfo& info_of(ExportFormat format) {
    return formats[static_cast<std::size_t>(format)];
}

std::optional<ExportFormat> export_format_named(std::string_view name) {
    for (const ExportFormatInfo& info : formats)
        if (info.name == name)
            return info.format;
    return std::nullopt;
}

std::string formats_for_any_mapping() {
    std::string names;
    for (const ExportFormatInfo& info : formats)
        if (info.places_any_mapping)
            names += (names.empty() ? "" : ", ") + std::string(info.name);
    return names;
}

} // namespace pipette
