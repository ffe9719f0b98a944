// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/chosen_candidate.h"
#include "app/cli/commands.h"
#include "app/cli/log_import.h"
#include "app/cli/option_checks.h"
#include "app/cli/output.h"
#include "app/cli/row_list.h"
#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/logs/import_files.h"
#include "core/formats/logs/import_report.h"
#include "core/formats/text/json_text.h"
#include "core/formats/training/recognise_logs.h"
#include "core/formats/training/training_log_format.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

/// The options as they were typed.
struct ImportArguments {
    std::string format, output, json, operation, statistic = "peak", meaning;
    std::string plan, candidate; ///< of training logs
    std::vector<std::string> files, others;
    ImportOptions options;
};

constexpr const char* by_content = "auto";

/// How many lines of a section are printed: what failed or was skipped is worth each of its lines.
std::size_t most_lines(const ReportSection& section) {
    constexpr std::size_t few = 20;
    const bool all = section.title.starts_with("failed") || section.title == "skipped";
    return all ? section.lines.size() : few;
}

std::string report_text(const Cluster& cluster, const ImportReport& report) {
    std::string text = size_of_import(cluster) + '\n';
    if (const std::string counts = counts_of_import(report); !counts.empty())
        text += counts + '\n';
    text += fmt::format("name: {}\n", readable(cluster.name));
    for (const ReportSection& section : report_sections(report)) {
        text += section.title + ":\n";
        const std::size_t shown = std::min(section.lines.size(), most_lines(section));
        for (std::size_t i = 0; i < shown; ++i)
            text += fmt::format("  {}\n", readable(section.lines[i], longest_shown_sentence));
        if (section.lines.size() > shown)
            text += fmt::format("  and {} more\n", section.lines.size() - shown);
    }
    return text;
}

/// The summary comes first: what follows is worth what it says.
void print_results(const ImportArguments& arguments, const Cluster& cluster, const ImportReport& report) {
    const std::string text = report_text(cluster, report);
    if (arguments.output == "-")
        fmt::print(stderr, "{}", readable_lines(text));
    else if (arguments.json != "-")
        print_text(text);
    if (!arguments.json.empty())
        write_out(arguments.json, json_text(import_report_to_json(cluster, report), 1) + "\n");
    if (arguments.output == "-")
        print_out(pretty_json(cluster_to_json(cluster)));
    else if (!arguments.output.empty())
        write_cluster(cluster, arguments.output);
    if (arguments.json == "-" || arguments.output == "-")
        return;
    print_text(arguments.output.empty()
                   ? "nothing was written: -o FILE writes the cluster\n"
                   : fmt::format("wrote {}\n", readable(arguments.output, longest_shown_sentence)));
}

void run_import(const CLI::App& command, ImportArguments arguments) {
    ImportOptions& options = arguments.options;
    if (arguments.format == by_content && arguments.others.empty() &&
        import_as_training_logs({arguments.files.begin(), arguments.files.end()}))
        arguments.format = training_log_format;
    check_log_options(command, arguments.format);
    if (arguments.format == training_log_format)
        return run_log_import({arguments.files, arguments.output, arguments.json, arguments.plan,
                               arguments.candidate, options.gpu, options.gpus_per_node});
    if (!arguments.operation.empty())
        options.operation = nccl_operation_named(arguments.operation);
    options.statistic = *statistic_named(arguments.statistic);
    if (!arguments.meaning.empty())
        options.meaning = arguments.meaning == "flow" ? BandwidthMeaning::flow : BandwidthMeaning::aggregate;
    if (arguments.output == "-" && arguments.json == "-")
        throw InputError("--json", {}, "is -, and so is --output: one of them needs a file");
    for (const std::string& file : {arguments.output, arguments.json})
        check_output(file);
    const ImportFormat* format =
        arguments.format == by_content ? nullptr : &import_format_named(arguments.format);
    std::vector<ImportInput> inputs =
        read_import_files({arguments.files.begin(), arguments.files.end()}, format);
    for (ImportInput& input : read_import_files({arguments.others.begin(), arguments.others.end()}))
        inputs.push_back(std::move(input));
    ImportReport report;
    const Cluster cluster = import_cluster(inputs, options, report);
    print_results(arguments, cluster, report);
}

/// What the files do not say of the machines.
void add_machine_options(CLI::App& command, ImportOptions& options) {
    command.add_option("--name", options.name, "Name of the cluster (default: made from its hosts)");
    command.add_option("--gpu", options.gpu, "GPU kind, such as A100-SXM4-80GB");
    command.add_option("--gpus-per-node", options.gpus_per_node, "GPUs of a node")
        ->check(number_within(bounds::node_gpus));
    command.add_option("--nics", options.nics, "NICs of a node")->check(number_within(bounds::node_nics));
    command
        .add_option("--intra-node-bandwidth", options.intra_node_gb_per_s,
                    "One stream between two GPUs of a node, GB/s")
        ->check(number_within(bounds::bandwidth));
    command
        .add_option("--inter-node-bandwidth", options.inter_node_gb_per_s,
                    "One stream between two nodes where no link was measured, GB/s")
        ->check(number_within(bounds::bandwidth));
    command.add_option("--latency", options.latency_us, "Latency between nodes in us where not measured")
        ->check(number_within(bounds::latency));
}

} // namespace

void add_import_command(CLI::App& app) {
    auto arguments = std::make_shared<ImportArguments>();
    CLI::App* command = app.add_subcommand(
        "import", "Makes a cluster file of the output of measuring tools, or measured runs of training logs");
    // Completions take the names below the last title.
    command->footer(
        row_list<TrainingLogFormat>("Training logs",
                                    [](const TrainingLogFormat& format) { return format.description; }) +
        row_list<ImportFormat>("Formats", [](const ImportFormat& format) { return format.description; }) +
        row_line(by_content, "what the content shows") +
        row_line(training_log_format, "printed steps of a training run, which become measured runs"));
    command->add_option("format", arguments->format, "What the files are, see below")
        ->required()
        ->option_text("FORMAT");
    command->add_option("files", arguments->files, "Files, or folders of files")
        ->required()
        ->option_text("FILES...");
    command->add_option("--with", arguments->others,
                        "Further files of other formats, detected by their content");
    command->add_option("-o,--output", arguments->output,
                        "Cluster file to write, or file of measured runs to append to; - for standard "
                        "output (default: only the report)");
    command->add_option("--json", arguments->json,
                        "Write what was measured, failed, is missing and was skipped as JSON; - for standard "
                        "output");
    command
        ->add_option("--operation", arguments->operation,
                     "Test of nccl-tests: sendrecv gives flows (default), alltoall and all_reduce aggregates")
        ->check(CLI::IsMember({"sendrecv", "alltoall", "all_reduce"}));
    command
        ->add_option("--statistic", arguments->statistic,
                     "Which of repeated figures is kept: peak (default) and others")
        ->check(CLI::IsMember({"peak", "mean", "median", "min", "last"}));
    command
        ->add_option("--meaning", arguments->meaning,
                     "What the figures of a table mean, if the table does not say")
        ->check(CLI::IsMember({"flow", "aggregate"}));
    add_machine_options(*command, arguments->options);
    command->add_option(
        "--plan", arguments->plan,
        "Of training logs: the plan of the run, for what the log does not say, and to hold the log against");
    command
        ->add_option("--candidate", arguments->candidate, "The candidate of that plan (default: the fastest)")
        ->check(candidate_name());
    command->callback([command, arguments] { run_import(*command, *arguments); });
}

} // namespace pipette
