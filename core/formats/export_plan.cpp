// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/export_plan.h"

#include "core/base/input_error.h"
#include "core/cost/candidate_timeline.h"
#include "core/cost/iteration_time.h"
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

#include <cmath>
#include <fmt/format.h>

namespace pipette {
namespace {

using enum ExportFormat;

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

std::vector<ExportedFile> launch_folder(const Plan& plan, const Candidate& candidate, ExportFormat format,
                                        LaunchOptions options) {
    const PlanInputs& inputs = plan.inputs;
    const std::vector<ExportedFile> shared = shared_launch_files(inputs, candidate, options);
    if (shared.back().name != "megatron_args.txt")
        options.program = "train.py";
    const Placement placement = placement_of(candidate.mapping, inputs.cluster);
    LauncherFiles launcher = launcher_files(format, placement, shared, options);
    const ExportedFile readme = launch_readme(plan, candidate, launcher, info_of(format).name);
    std::vector<ExportedFile> files = std::move(launcher.files);
    files.insert(files.end(), shared.begin(), shared.end());
    files.push_back(readme);
    return files;
}

std::string single_file(const Plan& plan, const Candidate& candidate, ExportFormat format,
                        const Calibration& calibration) {
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
        stream_chrome_trace(candidate_timeline(inputs, candidate.config, candidate.mapping, calibration),
                            [&](std::string_view piece) { text += piece; });
        return text;
    }
    default:
        return megatron_flags_text(inputs, candidate);
    }
}

Calibration calibration_of_trace(ExportFormat format, const std::optional<Calibration>& given) {
    return format != trace || given ? given.value_or(Calibration{}) : shipped_calibration();
}

} // namespace

std::vector<ExportedFile> export_plan(const Plan& plan, const Candidate& candidate, ExportFormat format,
                                      const LaunchOptions& options,
                                      const std::optional<Calibration>& calibration) {
    check(candidate.mapping, candidate.config.world(), plan.inputs.cluster.gpu_count());
    const ExportFormatInfo& info = info_of(format);
    if (info.is_launcher)
        return launch_folder(plan, candidate, format, options);
    return {{std::string(info.main_file),
             single_file(plan, candidate, format, calibration_of_trace(format, calibration)), false}};
}

std::vector<std::string> export_notes(const Plan& plan, const Candidate& candidate, ExportFormat format,
                                      const std::optional<Calibration>& calibration) {
    if (format == megatron) {
        const std::string caveat = megatron_caveat(candidate.config);
        return caveat.empty() ? std::vector<std::string>{} : std::vector{caveat};
    }
    if (format != trace)
        return {};
    constexpr double rounding = 1e-6;
    const double traced = estimate_time(plan.inputs, candidate.config, candidate.mapping,
                                        calibration_of_trace(format, calibration))
                              .iteration_time_s;
    if (std::abs(traced / candidate.iteration_time_s - 1) < rounding)
        return {};
    const std::string used = calibration_text(plan.calibrations);
    return {fmt::format("the trace lasts {:.4g} s and the plan says {:.4g} s: the plan was made with another "
                        "calibration, which --calibration names{}, or changed since",
                        traced, candidate.iteration_time_s, used.empty() ? "" : " (" + used + ")")};
}

} // namespace pipette
