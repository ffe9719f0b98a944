// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/chosen_candidate.h"
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/text_table.h"
#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/base/time_text.h"
#include "core/formats/documents/plan_json.h"
#include "core/formats/text/json_text.h"
#include "core/formats/training/log_report.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

struct CompareLogOptions {
    std::string plan, candidate, json;
    std::vector<std::string> logs;
};

/// "forward-compute 312 ms, backward-compute 640 ms".
std::string timers_text(const std::vector<TimerTime>& timers) {
    std::string text;
    for (const TimerTime& timer : timers)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", timer.name, time_text(timer.measured_s));
    return text;
}

/// Each part of the step beside its plan; empty where the log has no timers.
std::string parts_table(const LogAgainstPlan& against) {
    using Align = TextTable::Align;
    if (against.parts.empty())
        return {};
    TextTable table;
    table.add_column("part", Align::left);
    table.add_column("planned", Align::right);
    if (against.since)
        table.add_column("before", Align::right);
    table.add_column("measured", Align::right);
    table.add_column("timers of the log", Align::left);
    for (const PartTime& part : against.parts) {
        std::vector<std::string> cells{std::string(name_of(part.part)), time_text(part.planned_s)};
        if (against.since)
            cells.push_back(time_text(part.before_s));
        cells.push_back(time_text(part.measured_s));
        cells.push_back(timers_text(part.timers));
        table.add_row(cells);
    }
    return table.text();
}

std::string comparison_text(const ImportedRun& run) {
    std::string text = fmt::format("{} ({}, lines {} to {}):\n", run.row.at("run_id"), run.run.framework,
                                   run.run.first_line, run.run.last_line);
    if (!run.against)
        return text + "  the log tells no time of its steps\n";
    for (const std::string& sentence : sentences_of(*run.against))
        text += "  " + sentence + "\n";
    text += parts_table(*run.against);
    text += fmt::format("  {} of {} steps count.", run.steady.counted.size(), run.run.steps.size());
    for (const LeftOutSteps& left : run.steady.left_out)
        text += fmt::format(" Left out: {} ({}).", left.count, left.why);
    text += "\n";
    for (const std::string& conflict : run.conflicts)
        text += "  the log is of another run than the plan? " + conflict + "\n";
    return text;
}

void run_compare_log(const CompareLogOptions& options) {
    check_output(options.json);
    const Plan plan = read_plan(options.plan);
    LogContext context;
    context.plan = &plan;
    context.candidate = &chosen_candidate(plan, options.plan, options.candidate);
    const Interrupt interrupt;
    const LogImport import =
        import_logs({options.logs.begin(), options.logs.end()}, context, interrupt.token());
    if (interrupt.token().stop_requested())
        throw Stopped("stopped before all logs were read");
    if (!options.json.empty())
        write_out(options.json, json_text(log_import_to_json(import), 2) + "\n");
    if (options.json == "-")
        return;
    std::string text;
    for (const ImportedRun& run : import.runs)
        text += comparison_text(run);
    for (const std::string& skipped : import.skipped)
        text += "skipped: " + readable(skipped, longest_shown_sentence) + "\n";
    print_text(text);
}

} // namespace

void add_compare_log_command(CLI::App& app) {
    CLI::App* command = app.add_subcommand(
        "compare-log", "Holds training logs against their plan: what is slower, since when, and which part");
    const auto options = std::make_shared<CompareLogOptions>();
    command->add_option("plan", options->plan, "Plan document that the run was started with")
        ->required()
        ->option_text("PLAN");
    command->add_option("logs", options->logs, "Training logs, or folders of them")
        ->required()
        ->option_text("LOGS...");
    command
        ->add_option("--candidate", options->candidate,
                     "Number of the candidate that runs, or the name of a baseline (default: the fastest)")
        ->check(candidate_name());
    command->add_option("--json", options->json,
                        "Write the comparison as JSON to a file, or - for standard output");
    command->callback([options] { run_compare_log(*options); });
}

} // namespace pipette
