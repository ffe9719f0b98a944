// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/option_checks.h"
#include "app/cli/output.h"
#include "app/cli/studies/cluster_options.h"
#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/cluster/faults.h"
#include "core/cluster/joined.h"
#include "core/cost/links.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/studies/study_json.h"
#include "core/study/study.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

namespace pipette {
namespace {

struct ClusterArguments {
    std::string like, kinds, name, output = "-";
    int nodes = 0;
    std::vector<std::string> degrade, join, zones;
    double stream_gb_per_s = 0;
    Joint joint;
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

/// The clusters of --join, each a zone of its own where --zones names them.
Cluster joined_files(const ClusterArguments& arguments) {
    if (arguments.join.size() < 2)
        throw InputError("--join", {}, "names one file, expected two or more");
    if (!arguments.zones.empty() && arguments.zones.size() != arguments.join.size())
        throw InputError("--zones", {},
                         fmt::format("names {}, expected one for each of {}",
                                     counted(static_cast<long>(arguments.zones.size()), "zone"),
                                     counted(static_cast<long>(arguments.join.size()), "file")));
    if (arguments.joint.price_per_gb > 0 && arguments.zones.empty())
        throw InputError("--price-per-gb", {}, "needs --zones: the names of the zones that the bytes leave");
    if (const std::set<std::string> names(arguments.zones.begin(), arguments.zones.end());
        names.size() < arguments.zones.size())
        throw InputError("--zones", {}, "names a zone twice: clusters of one zone are one cluster");
    std::vector<JoinedPart> parts;
    for (std::size_t i = 0; i < arguments.join.size(); ++i)
        parts.push_back({share(read_cluster(arguments.join[i])), arguments.stream_gb_per_s,
                         arguments.zones.empty() ? std::string() : arguments.zones[i]});
    try {
        return joined(parts, arguments.joint);
    } catch (const InputError& error) {
        throw InputError("--join", error.place(), error.reason());
    }
}

Cluster cluster_of_kinds(const ClusterArguments& arguments) {
    AssumedMachine machine = arguments.machine;
    std::map<std::string, HypotheticalCluster> references;
    const auto refuse_option = [](const InputError& error) {
        return InputError("--kinds", error.place() == "machine" ? std::string() : error.place(),
                          error.reason());
    };
    try {
        machine.parts = machine_offer(arguments.kinds);
    } catch (const InputError& error) {
        throw refuse_option(error);
    }
    for (const MachinePart& part : machine.parts)
        references.emplace(part.gpu, reference_machine(part.gpu, "--kinds"));
    try {
        return cluster_of_parts(machine, references);
    } catch (const InputError& error) {
        throw refuse_option(error);
    }
}

Cluster made(const ClusterArguments& arguments) {
    const bool of_parts = !arguments.join.empty() || !arguments.kinds.empty();
    if (of_parts && arguments.nodes > 0)
        throw InputError("--nodes", {}, "is not for --kinds and --join, which say how many nodes there are");
    if (!arguments.join.empty())
        return joined_files(arguments);
    if (!arguments.kinds.empty())
        return cluster_of_kinds(arguments);
    if (arguments.nodes == 0 && (arguments.like.empty() || arguments.degrade.empty()))
        throw InputError("--nodes", {},
                         "is required, but to slow a cluster that there is (--like, --degrade)");
    return arguments.like.empty() ? cluster_of(choices_of(arguments.machine, arguments.nodes))
                                  : more_like(arguments);
}

/// The options of clusters of several parts.
void add_part_options(CLI::App& command, CLI::App& of, ClusterArguments& arguments) {
    of.add_option("--kinds", arguments.kinds,
                  "Several kinds of nodes on one network, each by its number of GPUs: "
                  "\"16 A100-SXM4-80GB + 32 V100-SXM2-32GB\"");
    auto* join =
        of.add_option("--join", arguments.join, "Cluster files that become one cluster: a.json,b.json")
            ->delimiter(',');
    command.add_option("--zones", arguments.zones, "Zone of each joined cluster: east,west")
        ->delimiter(',')
        ->check(words())
        ->needs(join);
    command
        .add_option("--between", arguments.stream_gb_per_s,
                    "GB/s of one stream between two joined clusters (default: the smaller of the medians "
                    "inside them)")
        ->check(number_within(bounds::bandwidth))
        ->needs(join);
    command
        .add_option("--between-latency", arguments.joint.latency_us,
                    "Latency in us between two joined clusters (default: the higher one of theirs)")
        ->check(number_within(bounds::latency))
        ->needs(join);
    command
        .add_option("--price-per-gb", arguments.joint.price_per_gb,
                    "Price in USD of each GB that leaves a zone")
        ->check(number_within(bounds::price_per_gb))
        ->needs(join);
}

void run(const ClusterArguments& arguments) {
    check_output(arguments.output);
    Cluster cluster = made(arguments);
    if (!arguments.name.empty())
        cluster.name = arguments.name;
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
    add_part_options(*command, *of, *arguments);
    of->require_option(1);
    add_cluster_options(*command, gpu, arguments->machine);
    command
        ->add_option(
            "--degrade", arguments->degrade,
            "Slow links: hostA-hostB=0.5,...; a host may be a group: *-*=0.5, rack:r1-*=0.5, zone:east-*=0.5")
        ->delimiter(',');
    command->add_option("--seed", arguments->machine.seed, "Seed of the links that are drawn")
        ->check(whole_number())
        ->capture_default_str();
    command->add_option("--name", arguments->name, "Name of the cluster")->check(words());
    command->add_option("-o,--output", arguments->output, "Cluster file to write; - for standard output");
    command->callback([arguments] { run(*arguments); });
}

} // namespace pipette
