// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/option_checks.h"
#include "core/base/input_error.h"
#include "core/formats/cluster_json.h"
#include "core/formats/import_cluster.h"
#include "core/formats/text_file.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fmt/ranges.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

namespace fs = std::filesystem;

/// The options as they were typed.
struct ImportArguments {
    std::string format, output, operation, statistic = "peak", meaning;
    std::vector<std::string> files, others;
    ImportOptions options;
};

std::vector<std::string> format_names() {
    std::vector<std::string> names{"auto"};
    for (const ImportFormat format : all_import_formats())
        names.emplace_back(name_of(format));
    return names;
}

/// A folder stands for the files in it, by name.
std::vector<fs::path> files_of(const std::string& name) {
    std::error_code error;
    if (!fs::is_directory(name, error))
        return {name};
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(name))
        if (entry.is_regular_file() && entry.path().filename().string().front() != '.')
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    if (files.empty())
        throw InputError(name, {}, "is a folder without files");
    return files;
}

void read_inputs(std::vector<ImportInput>& inputs, const std::vector<std::string>& names,
                 std::optional<ImportFormat> format) {
    for (const std::string& name : names)
        for (const fs::path& file : files_of(name))
            inputs.push_back({file.string(), read_text_file(file), format});
}

void print_list(std::FILE* stream, const char* title, const std::vector<std::string>& lines) {
    constexpr std::size_t most = 20;
    if (lines.empty())
        return;
    fmt::print(stream, "{}:\n", title);
    for (std::size_t i = 0; i < std::min(lines.size(), most); ++i)
        fmt::print(stream, "  {}\n", lines[i]);
    if (lines.size() > most)
        fmt::print(stream, "  and {} more\n", lines.size() - most);
}

void print_report(std::FILE* stream, const Cluster& cluster, const ImportReport& report) {
    fmt::print(stream, "{} node{}, {} GPUs ({})\n", cluster.node_count(),
               cluster.node_count() == 1 ? "" : "s", cluster.gpu_count(),
               cluster.inter_node.meaning == BandwidthMeaning::flow
                   ? "flows: one stream between two nodes"
                   : "aggregates: all that two nodes reach together");
    print_list(stream, "measured", report.measured);
    print_list(stream, "missing (null in the file; the planner says what it assumes)", report.missing);
    print_list(stream, "conflicts", report.conflicts);
    print_list(stream, "assumed", report.assumptions);
    print_list(stream, "notes", report.notes);
}

void run_import(ImportArguments arguments) {
    ImportOptions& options = arguments.options;
    if (!arguments.operation.empty())
        options.operation = nccl_operation_named(arguments.operation);
    options.statistic = *statistic_named(arguments.statistic);
    if (!arguments.meaning.empty())
        options.meaning = arguments.meaning == "flow" ? BandwidthMeaning::flow : BandwidthMeaning::aggregate;
    if (options.name.empty())
        options.name =
            arguments.output == "-" ? "imported cluster" : fs::path(arguments.output).stem().string();
    std::vector<ImportInput> inputs;
    read_inputs(inputs, arguments.files, import_format_named(arguments.format)); // none for "auto"
    read_inputs(inputs, arguments.others, std::nullopt);
    ImportReport report;
    const Cluster cluster = import_cluster(inputs, options, report);
    if (arguments.output == "-") {
        fmt::print("{}", pretty_json(cluster_to_json(cluster)));
        print_report(stderr, cluster, report);
    } else {
        write_cluster(cluster, arguments.output);
        fmt::print("wrote {}: ", arguments.output);
        print_report(stdout, cluster, report);
    }
}

} // namespace

void add_import_command(CLI::App& app) {
    auto arguments = std::make_shared<ImportArguments>();
    CLI::App* command = app.add_subcommand("import", "Makes a cluster file of the output of measuring tools");
    const auto names = format_names();
    command
        ->add_option("format", arguments->format,
                     fmt::format("What the files are: {}", fmt::join(names, ", ")))
        ->required()
        ->check(CLI::IsMember(names))
        ->option_text("FORMAT");
    command->add_option("files", arguments->files, "Files, or folders of files")
        ->required()
        ->option_text("FILES...");
    command->add_option("--with", arguments->others,
                        "Further files of other formats, detected by their content");
    command->add_option("-o,--output", arguments->output, "Cluster file to write; - for standard output")
        ->required();
    command
        ->add_option("--operation", arguments->operation,
                     "Test of nccl-tests: sendrecv gives flows (default), alltoall and all_reduce aggregates")
        ->check(CLI::IsMember({"sendrecv", "alltoall", "all_reduce"}));
    command
        ->add_option("--statistic", arguments->statistic,
                     "Figure kept of repeated ones: peak (default) and others")
        ->check(CLI::IsMember({"peak", "mean", "median", "min", "last"}));
    command->add_option("--meaning", arguments->meaning, "What the figures of a table are that does not tell")
        ->check(CLI::IsMember({"flow", "aggregate"}));
    command->add_option("--name", arguments->options.name, "Name of the cluster");
    command->add_option("--gpu", arguments->options.gpu, "GPU kind, such as A100-SXM4-80GB");
    command->add_option("--gpus-per-node", arguments->options.gpus_per_node, "GPUs of a node")
        ->check(CLI::Range(1, 1024));
    command->add_option("--nics", arguments->options.nics, "NICs of a node")->check(CLI::Range(1, 1024));
    command
        ->add_option("--intra-node-bandwidth", arguments->options.intra_node_gb_per_s,
                     "One stream between two GPUs of a node, GB/s")
        ->check(number_within(bounds::bandwidth));
    command
        ->add_option("--latency", arguments->options.latency_us,
                     "Latency between nodes in us where not measured")
        ->check(number_within(bounds::latency));
    command->callback([arguments] { run_import(*arguments); });
}

} // namespace pipette
