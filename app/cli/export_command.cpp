// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/option_checks.h"
#include "app/cli/output.h"
#include "core/base/input_error.h"
#include "core/cost/candidate_timeline.h"
#include "core/formats/atomic_file.h"
#include "core/formats/calibration_json.h"
#include "core/formats/chrome_trace.h"
#include "core/formats/export_plan.h"
#include "core/formats/plan_json.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <memory>

namespace pipette {
namespace {

namespace fs = std::filesystem;

struct ExportArguments {
    std::string plan, format, output = "-", calibration;
    std::size_t candidate = 0;
    LaunchOptions launch;
};

std::string names_of_formats() {
    std::string names;
    for (const ExportFormatInfo& info : export_formats())
        names += (names.empty() ? "" : ", ") + std::string(info.name);
    return names;
}

std::string descriptions_of_formats() {
    std::string lines = "Formats:\n";
    for (const ExportFormatInfo& info : export_formats())
        lines += fmt::format("  {:<17} {}\n", info.name, info.description);
    return lines;
}

const Candidate& chosen(const std::vector<const Candidate*>& ranked, const ExportArguments& arguments) {
    if (ranked.empty())
        throw InputError(arguments.plan, "$.candidates", "is empty: the plan found nothing to export");
    if (arguments.candidate >= ranked.size())
        throw InputError("--candidate", {},
                         fmt::format("is {}, expected 0 to {}: a candidate of {}", arguments.candidate,
                                     ranked.size() - 1, arguments.plan));
    return *ranked[arguments.candidate];
}

void write(const ExportArguments& arguments, const ExportFormatInfo& info,
           const std::vector<ExportedFile>& files) {
    const fs::path output = arguments.output;
    std::error_code error;
    const bool folder = info.is_launcher || fs::is_directory(output, error) || !output.has_filename();
    if (folder && arguments.output != "-")
        write_folder(output, files);
    else
        write_out(arguments.output, files.front().text);
}

// Piece by piece: traces of large plans are larger than what is kept of them in memory.
void write_trace(const ExportArguments& arguments, const Timeline& timeline) {
    fs::path output = arguments.output;
    std::error_code error;
    if (arguments.output == "-") {
        stream_chrome_trace(timeline,
                            [](std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); });
        return;
    }
    if (fs::is_directory(output, error) || !output.has_filename()) {
        write_folder(output, {}); // makes it
        output /= info_of(ExportFormat::trace).main_file;
    }
    write_chrome_trace(output, timeline);
}

void run(const ExportArguments& arguments) {
    const auto format = export_format_named(arguments.format);
    if (!format)
        throw InputError(
            "--format", {},
            fmt::format("there is no \"{}\", expected one of {}", arguments.format, names_of_formats()));
    std::optional<Calibration> calibration;
    if (!arguments.calibration.empty())
        calibration = read_calibration(arguments.calibration);
    const Plan plan = read_plan(arguments.plan);
    const auto ranked = ranked_candidates(plan);
    const Candidate& candidate = chosen(ranked, arguments);
    if (*format == ExportFormat::trace)
        write_trace(arguments, candidate_timeline(plan.inputs, candidate.config, candidate.mapping,
                                                  calibration ? *calibration : shipped_calibration()));
    else
        write(arguments, info_of(*format),
              export_plan(plan, candidate, *format, arguments.launch, calibration));
    for (const std::string& note : export_notes(plan, candidate, *format, calibration))
        print_note(note);
}

} // namespace

void add_export_command(CLI::App& app) {
    auto arguments = std::make_shared<ExportArguments>();
    CLI::App* command =
        app.add_subcommand("export", "Write a candidate of a plan for a launcher or another program");
    command->footer(descriptions_of_formats());
    command->add_option("plan", arguments->plan, "Plan document of pipette plan --json")->required();
    command->add_option("--candidate", arguments->candidate, "Number of the candidate in the plan, from 0")
        ->check(whole_number());
    command->add_option("--format", arguments->format, "What to write, see below")->required();
    command->add_option("-o,--output", arguments->output,
                        "Folder for launchers, else file or folder; - prints the main file");
    command->add_option("--calibration", arguments->calibration,
                        "Calibration that the plan was made with, for a trace");
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
    command->callback([arguments] { run(*arguments); });
}

} // namespace pipette
