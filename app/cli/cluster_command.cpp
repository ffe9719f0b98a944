// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/cluster_options.h"
#include "app/cli/commands.h"
#include "app/cli/option_checks.h"
#include "app/cli/output.h"
#include "core/base/input_error.h"
#include "core/formats/documents/cluster_json.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

struct ClusterArguments {
    std::string like, output = "-";
    int nodes = 0;
    ClusterOptions options;
};

Cluster more_like(const ClusterArguments& arguments) {
    const Cluster cluster = read_cluster(arguments.like);
    try {
        return grown(cluster, arguments.nodes, arguments.options.choices.seed);
    } catch (const InputError& error) {
        throw InputError(arguments.like, error.place(), error.reason());
    }
}

void run(const ClusterArguments& arguments) {
    check_output(arguments.output);
    const Cluster cluster = arguments.like.empty()
                                ? cluster_of(choices_of(arguments.options, arguments.nodes))
                                : more_like(arguments);
    if (arguments.output == "-")
        print_out(pretty_json(cluster_to_json(cluster)));
    else
        write_cluster(cluster, arguments.output);
    print_note(fmt::format("{}: {} nodes, {} GPUs; {}", cluster.name, cluster.node_count(),
                           cluster.gpu_count(), cluster.origin));
}

} // namespace

void add_cluster_command(CLI::App& app) {
    auto arguments = std::make_shared<ClusterArguments>();
    CLI::App* command = app.add_subcommand(
        "cluster",
        "Makes a cluster file of what one knows of a cluster that is not there, or adds nodes to one");
    command->add_option("--nodes", arguments->nodes, "Nodes; with --like so many more")
        ->required()
        ->check(number_within(bounds::assumed_nodes));
    auto* of = command->add_option_group("of");
    auto* gpu = of->add_option("--gpu", arguments->options.gpu, "GPU kind: H100-SXM5-80GB, ...");
    of->add_option("--like", arguments->like, "A cluster file: more nodes like its own");
    of->require_option(1);
    add_cluster_options(*command, gpu, arguments->options);
    command->add_option("--seed", arguments->options.choices.seed, "Of the links that are drawn")
        ->check(whole_number())
        ->capture_default_str();
    command->add_option("--name", arguments->options.choices.name, "Its name")->check(words())->needs(gpu);
    command->add_option("-o,--output", arguments->output, "Cluster file to write; - for standard output");
    command->callback([arguments] { run(*arguments); });
}

} // namespace pipette
