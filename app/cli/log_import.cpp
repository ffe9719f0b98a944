// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/log_import.h"

#include "app/cli/chosen_candidate.h"
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/formats/documents/plan_json.h"
#include "core/formats/documents/resources.h"
#include "core/formats/text/json_text.h"
#include "core/formats/training/log_report.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <optional>

namespace pipette {
namespace {

std::string text_of(const std::vector<ReportSection>& sections) {
    std::string text;
    for (const ReportSection& section : sections) {
        text += section.title + ":\n";
        for (const std::string& line : section.lines)
            text += fmt::format("  {}\n", readable(line, longest_shown_sentence));
    }
    return text;
}

std::string text_of(const AppendedRuns& appended, const std::string& file) {
    std::string text =
        fmt::format("appended {} {} to {}\n", appended.ids.size(), appended.ids.size() == 1 ? "row" : "rows",
                    readable(file, longest_shown_sentence));
    if (!appended.present.empty())
        text += fmt::format("there already, and not appended again: {}\n", fmt::join(appended.present, ", "));
    if (!appended.left.empty())
        text += fmt::format("left aside, because the file has no such columns: {}\n",
                            fmt::join(appended.left, ", "));
    return text;
}

LogImport import_of(const LogImportArguments& arguments) {
    LogContext context;
    std::optional<Plan> plan;
    if (!arguments.plan.empty()) {
        plan = read_plan(arguments.plan);
        context.plan = &*plan;
        context.candidate = &chosen_candidate(*plan, arguments.plan, arguments.candidate);
    }
    if (!arguments.gpu.empty())
        context.gpu = gpu_kind_named(arguments.gpu).name;
    context.gpus_per_node = arguments.gpus_per_node;
    const Interrupt interrupt;
    LogImport import =
        import_logs({arguments.files.begin(), arguments.files.end()}, context, interrupt.token());
    if (interrupt.token().stop_requested())
        throw Stopped("stopped before all logs were read; nothing was written");
    return import;
}

/// The rows reach their file first: it is there although nobody reads the report.
void write_rows(const LogImportArguments& arguments, const LogImport& import, std::string& report,
                nlohmann::ordered_json& json) {
    AppendedRuns appended;
    const std::vector<RunColumns> rows = rows_of(import);
    if (arguments.output.empty()) {
        report += "nothing was written: -o FILE appends the rows to a file of measured runs\n";
        return;
    }
    if (arguments.output == "-") {
        print_out(with_runs_appended({}, "standard output", rows, appended));
        return;
    }
    appended = append_runs(arguments.output, rows);
    report += text_of(appended, arguments.output);
    json["written"] = {{"file", readable(arguments.output, longest_shown_sentence)},
                       {"rows", appended.ids},
                       {"there_already", appended.present},
                       {"columns_left_aside", appended.left}};
}

} // namespace

void check_log_options(const CLI::App& command, std::string_view format) {
    const bool logs = format == training_log_format;
    const auto refuse = [&](std::initializer_list<const char*> options, const char* reason) {
        for (const char* option : options)
            if (command.get_option(option)->count() > 0)
                throw InputError(option, {}, reason);
    };
    if (logs)
        refuse({"--with", "--operation", "--statistic", "--meaning", "--name", "--nics",
                "--intra-node-bandwidth", "--inter-node-bandwidth", "--latency"},
               "is of clusters: a training log gives measured runs");
    else
        refuse({"--plan", "--candidate"}, "is of training logs: expected training-log as the format");
    if (logs && command.get_option("--candidate")->count() > 0 && command.get_option("--plan")->count() == 0)
        throw InputError("--candidate", {}, "names one of a plan: expected --plan, too");
}

void run_log_import(const LogImportArguments& arguments) {
    if (arguments.output == "-" && arguments.json == "-")
        throw InputError("--json", {}, "is -, and so is --output: one of them needs a file");
    for (const std::string& file : {arguments.output, arguments.json})
        check_output(file);
    const LogImport import = import_of(arguments);
    std::string report = text_of(report_sections(import));
    nlohmann::ordered_json json = log_import_to_json(import);
    write_rows(arguments, import, report, json);
    if (!arguments.json.empty())
        write_out(arguments.json, json_text(json, 2) + "\n");
    if (arguments.output == "-")
        fmt::print(stderr, "{}", readable_lines(report));
    else if (arguments.json != "-")
        print_text(report);
}

} // namespace pipette
