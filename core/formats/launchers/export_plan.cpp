// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/launchers/export_plan.h"

#include "core/cluster/hypothetical.h"
#include "core/formats/launchers/launch_folder.h"
#include "core/formats/text/atomic_file.h"
#include "core/formats/text/new_folder.h"

namespace pipette {
namespace {

namespace fs = std::filesystem;

std::vector<ExportedFile> launch_folder(const Plan& plan, const Candidate& candidate,
                                        const ExportFormat& format, LaunchOptions options) {
    const PlanInputs& inputs = plan.inputs;
    const SharedLaunchFiles shared = shared_launch_files(inputs, candidate, options);
    if (!shared.has_megatron_flags)
        options.program = "train.py";
    const Placement placement = placement_of(candidate.mapping, *inputs.cluster, candidate.config);
    LauncherFiles launcher = format.launch(placement, shared.files, options);
    std::vector<ExportedFile> files = launcher.files;
    files.insert(files.end(), shared.files.begin(), shared.files.end());
    files.push_back(launch_check_list(candidate, placement, launcher));
    files.push_back(launch_readme(plan, candidate, placement, launcher, format.name));
    return files;
}

} // namespace

std::vector<ExportedFile> export_plan(const Plan& plan, const Candidate& candidate,
                                      const ExportFormat& format, const LaunchOptions& options,
                                      const std::optional<Calibration>& calibration) {
    check(candidate.mapping, candidate.config.world(), plan.inputs.cluster->gpu_count());
    if (format.is_launcher())
        return launch_folder(plan, candidate, format, options);
    std::string text;
    format.write({plan, candidate, calibration}, [&](std::string_view piece) { text += piece; });
    return {{std::string(format.main_file), std::move(text), false}};
}

void write_export(const fs::path& output, const Plan& plan, const Candidate& candidate,
                  const ExportFormat& format, const LaunchOptions& options,
                  const std::optional<Calibration>& calibration) {
    if (format.is_launcher()) {
        write_folder(output, export_plan(plan, candidate, format, options, calibration));
        return;
    }
    check(candidate.mapping, candidate.config.world(), plan.inputs.cluster->gpu_count());
    std::error_code error;
    const bool folder = fs::is_directory(output, error) || !output.has_filename();
    std::optional<NewFolder> made;
    if (folder)
        made.emplace(output);
    write_atomically(folder ? output / format.main_file : output, [&](const ByteSink& sink) {
        format.write({plan, candidate, calibration}, sink);
    });
    if (made)
        made->keep();
}

std::vector<std::string> export_notes(const Plan& plan, const Candidate& candidate,
                                      const ExportFormat& format,
                                      const std::optional<Calibration>& calibration) {
    std::vector<std::string> notes =
        format.notes ? format.notes({plan, candidate, calibration}) : std::vector<std::string>{};
    if (format.is_launcher())
        for (std::string& note : notes_of_tuning({plan, candidate, calibration}))
            notes.push_back(std::move(note));
    if (std::string made_up = made_up_hosts_text(*plan.inputs.cluster);
        !made_up.empty() && format.is_launcher())
        notes.push_back(std::move(made_up));
    if (std::string assumed = assumed_text(*plan.inputs.cluster); !assumed.empty())
        notes.push_back(std::move(assumed));
    return notes;
}

} // namespace pipette
