// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/export_plan.h"

#include "core/base/input_error.h"
#include "core/cost/candidate_timeline.h"
#include "core/formats/calibration_json.h"
#include "core/formats/candidates_csv.h"
#include "core/formats/chrome_trace.h"
#include "core/formats/deepspeed.h"
#include "core/formats/kubernetes.h"
#include "core/formats/launch_folder.h"
#include "core/formats/mapping_json.h"
#include "core/formats/mapping_tsv.h"
#include "core/formats/megatron_flags.h"
#include "core/formats/mpich.h"
#include "core/formats/openmpi.h"
#include "core/formats/placement.h"
#include "core/formats/slurm.h"
#include "core/formats/torchrun.h"

#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pipette {
namespace {

using enum ExportFormat;

constexpr std::array formats{
    ExportFormatInfo{mapping, "mapping", "where each rank runs: rank, host, local_gpu (TSV)", "mapping.tsv",
                     false},
    ExportFormatInfo{json, "json", "where each rank runs, and the configuration (JSON)", "mapping.json",
                     false},
    ExportFormatInfo{csv, "csv", "all candidates of the plan as a table", "candidates.csv", false},
    ExportFormatInfo{trace, "trace", "timeline of one iteration as Chrome trace, for Perfetto", "trace.json",
                     false},
    ExportFormatInfo{megatron, "megatron", "Megatron-LM flags of the whole configuration",
                     "megatron_args.txt", false},
    ExportFormatInfo{torchrun, "torchrun", "torchrun, a command line a node; whole nodes in order only",
                     "torchrun.txt", true},
    ExportFormatInfo{openmpi, "openmpi", "Open MPI with a sequential hostfile", "hostfile", true},
    ExportFormatInfo{openmpi_rankfile, "openmpi-rankfile",
                     "Open MPI with a rankfile, ranks bound to CPU cores", "rankfile", true},
    ExportFormatInfo{mpich, "mpich", "MPICH and other users of Hydra (Intel MPI)", "hostfile", true},
    ExportFormatInfo{slurm, "slurm", "SLURM batch script with an arbitrary distribution", "job.sbatch", true},
    ExportFormatInfo{deepspeed, "deepspeed", "DeepSpeed hostfile; whole nodes in order only", "hostfile",
                     true},
    ExportFormatInfo{kubernetes, "kubernetes", "Kubernetes MPIJob (v2beta1) with its ConfigMap",
                     "mpijob.yaml", true}};

LauncherFiles launcher_files(ExportFormat format, const Placement& placement,
                             const std::vector<ExportedFile>& shared, const LaunchOptions& options) {
    switch (format) {
    case torchrun:
        return torchrun_files(placement, options);
    case openmpi:
        return openmpi_files(placement, options);
    case openmpi_rankfile:
        return openmpi_rankfile_files(placement, options);
    case mpich:
        return mpich_files(placement, options);
    case slurm:
        return slurm_files(placement, options);
    case deepspeed:
        return deepspeed_files(placement, options);
    default:
        return kubernetes_files(placement, shared, options);
    }
}

std::vector<ExportedFile> launch_folder(const PlanInputs& inputs, const Candidate& candidate,
                                        ExportFormat format, LaunchOptions options) {
    const std::vector<ExportedFile> shared = shared_launch_files(inputs, candidate, options);
    if (shared.back().name != "megatron_args.txt")
        options.program = "train.py";
    const Placement placement = placement_of(candidate.mapping, inputs.cluster);
    LauncherFiles launcher = launcher_files(format, placement, shared, options);
    const ExportedFile readme = launch_readme(inputs, candidate, launcher, info_of(format).name);
    std::vector<ExportedFile> files = std::move(launcher.files);
    files.insert(files.end(), shared.begin(), shared.end());
    files.push_back(readme);
    return files;
}

std::string single_file(const Plan& plan, const Candidate& candidate, ExportFormat format) {
    const PlanInputs& inputs = plan.inputs;
    switch (format) {
    case mapping:
        return mapping_tsv(candidate.mapping, inputs.cluster);
    case json:
        return mapping_to_text(inputs.cluster, candidate);
    case csv:
        return candidates_csv(plan);
    case trace: {
        std::string text;
        stream_chrome_trace(
            candidate_timeline(inputs, candidate.config, candidate.mapping, shipped_calibration()),
            [&](std::string_view piece) { text += piece; });
        return text;
    }
    default:
        return fmt::format("{}\n",
                           fmt::join(megatron_flags(candidate.config, inputs.model, inputs.job), "\n"));
    }
}

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

std::vector<ExportedFile> export_plan(const Plan& plan, const Candidate& candidate, ExportFormat format,
                                      const LaunchOptions& options) {
    check(candidate.mapping, candidate.config.world(), plan.inputs.cluster.gpu_count());
    const ExportFormatInfo& info = info_of(format);
    if (info.is_launcher)
        return launch_folder(plan.inputs, candidate, format, options);
    return {{std::string(info.main_file), single_file(plan, candidate, format), false}};
}

} // namespace pipette
