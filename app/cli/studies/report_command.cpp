// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/chosen_candidate.h"
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/progress_bar.h"
#include "app/cli/studies/kept_study.h"
#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/formats/documents/plan_json.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/reports/plan_report.h"
#include "core/formats/text/text_file.h"

#include "pipette_commit.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

namespace pipette {
namespace {

struct ReportOptions {
    std::string file, output, candidate, calibration;
};

Report report_of_study(const ReportOptions& options, const std::string& text) {
    if (!options.candidate.empty())
        throw InputError("--candidate", {},
                         "is one of a plan, and " + in_quotes(options.file) + " is a study");
    const StudyDocument document = parse_study(text, options.file);
    const StudySources sources = sources_of(document, std::filesystem::path(options.file).parent_path());
    const Interrupt interrupt;
    ProgressBar bar;
    StudySinks sinks;
    sinks.progress = bar.sink();
    WorkloadOptions workload;
    workload.calibration = options.calibration;
    const StudyResult result =
        run_kept({options.file, document.study, sources, workload}, sinks, interrupt.token());
    if (result.stopped_early)
        throw Stopped("stopped; what is planned is kept and the same command goes on from there");
    return study_report(document.study, sources, result, PIPETTE_PROGRAM);
}

Report report_of_plan(const ReportOptions& options, const std::string& text) {
    const Plan plan = parse_plan(text, options.file);
    std::optional<Calibration> calibration;
    if (!options.calibration.empty())
        calibration = read_calibration(options.calibration);
    return plan_report(plan, chosen_candidate(plan, options.file, options.candidate), calibration);
}

void run(const ReportOptions& options) {
    report_for_file({}, options.output); // a name that says no format is refused before long work
    check_output(options.output);
    const std::string text = read_text_file(options.file);
    const nlohmann::json document = parse_json(text, options.file);
    const JsonValue root(document, options.file);
    const bool study = root.member("format").choice({"pipette-plan", "pipette-study"}) == 1;
    const Report report = study ? report_of_study(options, text) : report_of_plan(options, text);
    write_out(options.output, report_for_file(report, options.output));
}

} // namespace

void add_report_command(CLI::App& app) {
    CLI::App* command =
        app.add_subcommand("report", "One page to send to somebody, of a plan or a study: HTML or PDF");
    const auto options = std::make_shared<ReportOptions>();
    command->add_option("file", options->file, "Plan document of pipette plan --json, or a study file")
        ->required();
    command->add_option("-o,--output", options->output, "File to write; its name ends with .html or .pdf")
        ->required();
    command
        ->add_option(
            "--candidate", options->candidate,
            "Number of the plan's candidate, or the name of a baseline (default: the fastest that keeps off "
            "faults)")
        ->check(candidate_name());
    command->add_option(
        "--calibration", options->calibration,
        "Calibration for the plans of a study, or for a plan document that does not hold its own");
    command->callback([options] { run(*options); });
}

} // namespace pipette
