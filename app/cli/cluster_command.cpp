// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/file_checks.h"
#include "app/cli/option_checks.h"
#include "app/cli/output.h"
#include "core/base/input_error.h"
#include "core/cluster/hypothetical.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/resources.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

struct ClusterArguments {
    std::string like, gpu, nic, output = "-";
    int nodes = 0, gpus_per_node = 0, nics = 0;
    HypotheticalCluster choices;
};

double rate_of(const std::string& nic) {
    if (const auto rate = nic_rate(nic))
        return *rate;
    std::vector<std::string_view> names;
    for (const NicKind& kind : nic_kinds())
        names.push_back(kind.name);
    throw InputError("--nic", {},
                     fmt::format("\"{}\" is not known, expected one of {}", nic, fmt::join(names, ", ")));
}

/// What is not said is as in the maker's reference system.
Cluster from_choices(const ClusterArguments& arguments) {
    HypotheticalCluster choices = arguments.choices;
    choices.gpu = gpu_kind_named(arguments.gpu);
    const auto known = known_gpus();
    const KnownGpu& gpu = *find_gpu(known, choices.gpu.name);
    choices.nodes = arguments.nodes;
    choices.gpus_per_node = arguments.gpus_per_node > 0 ? arguments.gpus_per_node : gpu.gpus_per_node;
    choices.nics = arguments.nics > 0 ? arguments.nics : std::min(gpu.nics_per_node, choices.gpus_per_node);
    choices.nic_gb_per_s = arguments.nic.empty() ? gpu.nic_gb_per_s : rate_of(arguments.nic);
    choices.gpu_link_gb_per_s = gpu.nvlink_gb_per_s > 0 ? gpu.nvlink_gb_per_s : gpu.pcie_gb_per_s;
    return hypothetical_cluster(choices);
}

void run(const ClusterArguments& arguments) {
    check_output(arguments.output);
    try {
        const Cluster cluster = arguments.like.empty() ? from_choices(arguments)
                                                       : grown(read_cluster(arguments.like), arguments.nodes,
                                                               arguments.choices.seed);
        if (arguments.output == "-")
            print_out(pretty_json(cluster_to_json(cluster)));
        else
            write_cluster(cluster, arguments.output);
        print_note(fmt::format("{}: {} nodes, {} GPUs; {}", cluster.name, cluster.node_count(),
                               cluster.gpu_count(), cluster.origin));
    } catch (const InputError& error) {
        if (!error.file().empty())
            throw;
        throw InputError("--" + error.place(), {}, error.reason());
    }
}

} // namespace

void add_cluster_command(CLI::App& app) {
    auto arguments = std::make_shared<ClusterArguments>();
    CLI::App* command = app.add_subcommand(
        "cluster",
        "Makes a cluster file of what one knows of a cluster that is not there, or adds nodes to one");
    command->add_option("--nodes", arguments->nodes, "Nodes; with --like so many more")
        ->required()
        ->check(CLI::Range(1, 8192));
    auto* of = command->add_option_group("of");
    auto* gpu = of->add_option("--gpu", arguments->gpu, "GPU kind: H100-SXM5-80GB, ...");
    of->add_option("--like", arguments->like, "A cluster file: more nodes like its own");
    of->require_option(1);
    command
        ->add_option("--gpus-per-node", arguments->gpus_per_node,
                     "GPUs of a node (default: as the maker builds it)")
        ->check(CLI::Range(1, 1024))
        ->needs(gpu);
    command->add_option("--nic", arguments->nic, "edr, hdr, ndr, xdr, roce-100, roce-200 or roce-400")
        ->needs(gpu);
    command
        ->add_option("--nics", arguments->nics, "Network cards of a node (default: as the maker builds it)")
        ->check(CLI::Range(1, 1024))
        ->needs(gpu);
    command
        ->add_option("--nodes-per-leaf", arguments->choices.nodes_per_leaf,
                     "Nodes below one leaf switch (default: all)")
        ->check(CLI::Range(1, 8192))
        ->needs(gpu);
    command
        ->add_option("--oversubscription", arguments->choices.oversubscription,
                     "Line rate into a leaf over the rate out of it")
        ->check(number_between(1, 1000))
        ->capture_default_str()
        ->needs(gpu);
    command
        ->add_option("--spread", arguments->choices.spread,
                     "How links differ: standard deviation of the logarithm of their bandwidth")
        ->check(number_between(0, 1))
        ->capture_default_str()
        ->needs(gpu);
    command->add_option("--seed", arguments->choices.seed, "Of what is drawn")
        ->check(whole_number())
        ->capture_default_str();
    command->add_option("--name", arguments->choices.name, "Its name")->check(words())->needs(gpu);
    command->add_option("-o,--output", arguments->output, "Cluster file to write; - for standard output");
    command->callback([arguments] { run(*arguments); });
}

} // namespace pipette
