// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/option_checks.h"
#include "app/cli/output.h"
#include "app/cli/studies/cluster_options.h"
#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/cluster/faults.h"
#include "core/cost/links.h"
#include "core/formats/documents/cluster_json.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

struct ClusterArguments {
    std::string like, name, output = "-";
    int nodes = 0;
    std::vector<std::string> degrade;
    AssumedMachine machine;
};

Cluster more_like(const ClusterArguments& arguments) {
    Cluster cluster = read_cluster(arguments.like);
    if (arguments.nodes == 0)
        return cluster;
    try {
        return grown(cluster, arguments.nodes, arguments.machine.seed);
    } catch (const InputError& error) {
        throw InputError(arguments.like, error.place(), error.reason());
    }
}

HypotheticalCluster named(HypotheticalCluster choices, const ClusterArguments& arguments) {
    choices.name = arguments.name;
    return choices;
}

void run(const ClusterArguments& arguments) {
    check_output(arguments.output);
    if (arguments.nodes == 0 && (arguments.like.empty() || arguments.degrade.empty()))
        throw InputError("--nodes", {},
                         "is required, but to slow a cluster that there is (--like, --degrade)");
    Cluster cluster = arguments.like.empty()
                          ? cluster_of(named(choices_of(arguments.machine, arguments.nodes), arguments))
                          : more_like(arguments);
    std::vector<DegradedLink> slow;
    for (const std::string& text : arguments.degrade)
        slow.push_back(parse_degraded(cluster, text, "--degrade"));
    if (!slow.empty())
        cluster = slowed(cluster, slow);
    if (arguments.output == "-")
        print_out(pretty_json(cluster_to_json(cluster)));
    else
        write_cluster(cluster, arguments.output);
    print_note(fmt::format("{}: {}, {}; {}", cluster.name, counted(cluster.node_count(), "node"),
                           counted(cluster.gpu_count(), "GPU"), cluster.origin));
}

} // namespace

void add_cluster_command(CLI::App& app) {
    auto arguments = std::make_shared<ClusterArguments>();
    CLI::App* command = app.add_subcommand(
        "cluster",
        "Makes a cluster file for a cluster that does not exist yet, or adds nodes to one that does");
    command
        ->add_option("--nodes", arguments->nodes, "Number of nodes; with --like the number of nodes to add")
        ->check(number_within(bounds::assumed_nodes));
    auto* of = command->add_option_group("of");
    auto* gpu = of->add_option("--gpu", arguments->machine.gpu, "GPU kind: H100-SXM5-80GB, ...");
    of->add_option("--like", arguments->like, "A cluster file: more nodes like its own, or slower links");
    of->require_option(1);
    add_cluster_options(*command, gpu, arguments->machine);
    command
        ->add_option("--degrade", arguments->degrade,
                     "Slow links: hostA-hostB=0.5,...; a host may be a group: *-*=0.5, rack:r1-*=0.5")
        ->delimiter(',');
    command->add_option("--seed", arguments->machine.seed, "Seed of the links that are drawn")
        ->check(whole_number())
        ->capture_default_str();
    command->add_option("--name", arguments->name, "Name of the cluster")->check(words())->needs(gpu);
    command->add_option("-o,--output", arguments->output, "Cluster file to write; - for standard output");
    command->callback([arguments] { run(*arguments); });
}

} // namespace pipette
