// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/chosen_candidate.h"
#include "app/cli/commands.h"
#include "app/cli/file_checks.h"
#include "app/cli/idle_options.h"
#include "app/cli/option_checks.h"
#include "app/cli/output.h"
#include "app/cli/row_list.h"
#include "core/base/input_error.h"
#include "core/formats/documents/plan_json.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/launchers/export_plan.h"
#include "core/formats/text/text_file.h"
#include "core/plan/reliance_text.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <memory>

namespace pipette {
namespace {

struct ExportArguments {
    std::string plan, format, output = "-", calibration;
    std::string candidate; ///< empty: the fastest that meets no known fault it should keep off
    LaunchOptions launch;
};

/// A single file that the plan does not give is refused in the plan's name.
void write(const ExportArguments& arguments, const Plan& plan, const Candidate& candidate,
           const ExportFormat& format, const std::optional<Calibration>& calibration) try {
    if (format.is_launcher()) {
        const std::vector<ExportedFile> files = export_plan(plan, candidate, format, arguments.launch);
        if (arguments.output == "-")
            return write_out("-", files.front().text);
        for (const ExportedFile& file : files)
            check_not_over("--output", (std::filesystem::path(arguments.output) / file.name).string(),
                           arguments.plan, "plan");
        write_folder(arguments.output, files);
    } else if (arguments.output != "-")
        write_export(arguments.output, plan, candidate, format, arguments.launch, calibration);
    else // piece by piece: traces of large plans are larger than what is kept of them in memory
        format.write({plan, candidate, calibration},
                     [](std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); });
} catch (const InputError& error) {
    if (!error.file().empty() || format.is_launcher())
        throw;
    throw InputError(arguments.plan, error.place(), error.reason());
}

void run(const ExportArguments& arguments, const CLI::App& command) {
    const ExportFormat& format = export_format_named(arguments.format);
    check_idle_options(command, format);
    std::optional<Calibration> calibration;
    if (!arguments.calibration.empty())
        calibration = read_calibration(arguments.calibration);
    const Plan plan = read_plan(arguments.plan);
    const Candidate& candidate = chosen_candidate(plan, arguments.plan, arguments.candidate);
    write(arguments, plan, candidate, format, calibration);
    if (!candidate.faults.empty())
        print_note("the candidate " + crossing_text(*plan.inputs.cluster, candidate));
    for (const std::string& note : export_notes(plan, candidate, format, calibration))
        print_note(note);
}

} // namespace

void add_export_command(CLI::App& app) {
    auto arguments = std::make_shared<ExportArguments>();
    CLI::App* command =
        app.add_subcommand("export", "Write a candidate of a plan for a launcher or another program");
    command->footer(
        row_list<ExportFormat>("Formats", [](const ExportFormat& format) { return format.description; }));
    command->add_option("plan", arguments->plan, "Plan document of pipette plan --json")->required();
    command
        ->add_option(
            "--candidate", arguments->candidate,
            "Number of the candidate in the plan, from 0, or the name of a baseline, such as host-order "
            "(default: the fastest that keeps off faults)")
        ->check(candidate_name());
    command->add_option("--format", arguments->format, "What to write, see below")->required();
    command->add_option("-o,--output", arguments->output,
                        "Folder of a launcher, or file of another format; - prints the main file");
    command->add_option(
        "--calibration", arguments->calibration,
        "Calibration that the plan was made with; a trace needs it if the plan does not hold it");
    command
        ->add_flag("--one-visible", arguments->launch.one_visible,
                   "Each rank sees its GPU alone, as LOCAL_RANK 0 (older frameworks want that)")
        ->disable_flag_override();
    command->add_option("--master-port", arguments->launch.master_port, "Port of rank 0")
        ->check(CLI::Range(1, 65535));
    command
        ->add_option("--cores-per-gpu", arguments->launch.cores_per_gpu, "CPU cores of a rank in a rankfile")
        ->check(CLI::Range(1, 4096));
    command->add_option("--image", arguments->launch.image, "Container image of a Kubernetes job")
        ->check(words());
    command
        ->add_option("--domain-label", arguments->launch.domain_label,
                     "Label whose value all Kubernetes nodes of one NVLink domain share")
        ->check(words());
    command->callback([arguments, command] { run(*arguments, *command); });
}

} // namespace pipette
