// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/launchers/launch_folder.h"

#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/base/units.h"
#include "core/cluster/hypothetical.h"
#include "core/formats/documents/mapping_tsv.h"
#include "core/formats/launchers/export_format.h"
#include "core/formats/launchers/megatron_flags.h"
#include "core/formats/launchers/rank_wrapper.h"
#include "core/formats/text/text_file.h"
#include "core/plan/reliance_text.h"
#include "core/workload/encoder.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

/// "1.234 s an iteration (1.1 to 1.4 s; CALIBRATION), 249300 tokens/s, memory safe: at most 56.8 of 80.0 GiB
/// on the fullest GPU"
std::string expectation(const Plan& plan, const Candidate& candidate) {
    const std::string calibration = calibration_text(plan.calibrations);
    std::string text =
        fmt::format("{:.4g} s an iteration as planned ({:.4g} to {:.4g} s{}{}), {:.0f} tokens/s",
                    candidate.iteration_time_s, candidate.low_s, candidate.high_s,
                    calibration.empty() ? "" : "; ", calibration, candidate.tokens_per_s);
    if (const DeviceMemory* device = fullest(candidate))
        text += fmt::format(", memory {}: at most {:.1f} of {:.1f} GiB on the fullest GPU",
                            name_of(verdict_of(candidate)), device->upper / bytes_per_gib,
                            device->limit / bytes_per_gib);
    return text;
}

} // namespace

SharedLaunchFiles shared_launch_files(const PlanInputs& inputs, const Candidate& candidate,
                                      const LaunchOptions& options) {
    SharedLaunchFiles shared;
    shared.files = {{"mapping.tsv", mapping_tsv(candidate.mapping, *inputs.cluster)},
                    rank_wrapper_file(options),
                    probe_file()};
    try {
        shared.files.push_back({"megatron_args.txt", megatron_flags_text(inputs, candidate)});
        shared.has_megatron_flags = true;
    } catch (const InputError&) {
        // Megatron-LM does not have the schedule or the layers; the placement holds for whatever program
        // does.
    }
    return shared;
}

ExportedFile launch_check_list(const Candidate& candidate, const Placement& placement,
                               const LauncherFiles& launcher) {
    std::string text = fmt::format(
        "Before the start\n"
        "[ ] {} of mapping.tsv: up, and the GPUs named there are free.\n"
        "[ ] This folder, the training program, its data and its tokenizer lie where every host finds them.\n"
        "[ ] The command has your data, tokenizer and optimizer flags: {}\n"
        "[ ] Every rank runs where the plan says: {}\n"
        "After the start\n"
        "[ ] A step takes {:.4g} to {:.4g} s once the first steps are over (planned: {:.4g} s).\n",
        counted(static_cast<long>(placement.nodes.size()), "host"), launcher.launch, launcher.check,
        candidate.low_s, candidate.high_s, candidate.iteration_time_s);
    if (const DeviceMemory* device = fullest(candidate))
        text += fmt::format("[ ] No GPU holds more than {:.1f} GiB.\n", device->upper / bytes_per_gib);
    text += "[ ] The log of the run is held against the plan: pipette compare-log PLAN LOG, or in the window "
            "Plan, Compare a training log.\n";
    return {"CHECKLIST.txt", std::move(text)};
}

ExportedFile launch_readme(const Plan& plan, const Candidate& candidate, const Placement& placement,
                           const LauncherFiles& launcher, std::string_view launcher_name) {
    const PlanInputs& inputs = plan.inputs;
    const std::string caveat = megatron_caveat(candidate.config, inputs.job),
                      tuning = tuning_note(inputs.job);
    std::string text = fmt::format(
        "What it is: {} of {} on {} GPUs of {} hosts for {}; mapping.tsv says where each rank runs.\n"
        "To expect: {}\n"
        "To launch: {}: {} (add your data, tokenizer and optimizer flags)\n"
        "To check: {}\n"
        "To know: {}{}{}{}{}\n",
        short_name(candidate.config), in_quotes(inputs.model.name), placement.world(), placement.nodes.size(),
        launcher_name, expectation(plan, candidate), launcher.place, launcher.launch, launcher.check,
        launcher.note, caveat.empty() ? "" : " ", caveat, tuning.empty() ? "" : " ", tuning);
    if (!candidate.recipe.empty())
        text += fmt::format("Recipe: {}, in host order; times and memory are ours.\n",
                            readable(candidate.recipe, longest_shown_sentence));
    if (inputs.model.memory_layers)
        text +=
            fmt::format("Memory layers: nothing here tells the training program of them; the plan spreads "
                        "their values over groups of {} neighbouring ranks.\n",
                        candidate.config.ep * candidate.config.etp);
    if (inputs.model.encoder)
        text +=
            fmt::format("Encoder: nothing here tells the training program of the {}; it belongs to the first "
                        "pipeline stage.\n",
                        encoder_text(inputs.model));
    if (!candidate.faults.empty())
        text += fmt::format("Warning: it {}; its times are as if that worked.\n",
                            crossing_text(*inputs.cluster, candidate));
    if (!candidate.assumed_links.empty())
        text += fmt::format("Assumed: it {}.\n", assumed_links_text(*inputs.cluster, candidate));
    if (const std::string made_up = made_up_hosts_text(*inputs.cluster); !made_up.empty())
        text += fmt::format("Hosts: {}.\n", made_up);
    for (const std::string& assumption : plan.assumptions)
        text += fmt::format("Assumed: {}.\n", readable(assumption, longest_shown_sentence));
    return {"README.txt", std::move(text)};
}

} // namespace pipette
