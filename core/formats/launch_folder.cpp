// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/launch_folder.h"

#include "core/base/input_error.h"
#include "core/formats/mapping_tsv.h"
#include "core/formats/megatron_flags.h"
#include "core/formats/placement.h"
#include "core/formats/rank_wrapper.h"
#include "core/formats/text_file.h"

#include <fmt/format.h>

namespace pipette {

std::vector<ExportedFile> shared_launch_files(const PlanInputs& inputs, const Candidate& candidate,
                                              const LaunchOptions& options) {
    std::vector<ExportedFile> files{{"mapping.tsv", mapping_tsv(candidate.mapping, inputs.cluster)},
                                    rank_wrapper_file(options),
                                    probe_file()};
    try {
        files.push_back({"megatron_args.txt", megatron_flags_text(inputs, candidate)});
    } catch (const InputError&) {
        // Megatron-LM does not have the schedule; the placement holds for whatever program does.
    }
    return files;
}

ExportedFile launch_readme(const Plan& plan, const Candidate& candidate, const LauncherFiles& launcher,
                           std::string_view launcher_name) {
    const PlanInputs& inputs = plan.inputs;
    const std::string calibration = calibration_text(plan.calibrations);
    const Placement placement = placement_of(candidate.mapping, inputs.cluster);
    const std::string caveat = megatron_caveat(candidate.config);
    return {
        "README.txt",
        fmt::format("What it is: {} of {} on {} GPUs of {} hosts for {}; {:.4g} s an iteration as planned{}; "
                    "mapping.tsv says where each rank runs.\n"
                    "To launch: {}: {} (add your data, tokenizer and optimizer flags)\n"
                    "To check: {}\n"
                    "To know: {}{}{}\n",
                    short_name(candidate.config), in_quotes(inputs.model.name), placement.world(),
                    placement.nodes.size(), launcher_name, candidate.iteration_time_s,
                    calibration.empty() ? "" : fmt::format(" ({})", calibration), launcher.place,
                    launcher.launch, launcher.check, launcher.note, caveat.empty() ? "" : " ", caveat)};
}

} // namespace pipette
