// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/option_checks.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/logs/host_list.h"
#include "core/formats/logs/hostfile.h"
#include "core/formats/logs/measure_script.h"
#include "core/formats/text/atomic_file.h"
#include "core/formats/text/text_file.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace pipette {
namespace {

struct MeasureArguments {
    std::string hosts, hostfile, cluster, launcher = "slurm", output = "-";
    std::vector<std::string> operations{"sendrecv"};
    int gpus_per_node = 0;
    MeasureOptions options;
};

/// Whose names and GPUs to measure.
struct Hosts {
    std::vector<std::string> names;
    int gpus = 0; ///< of the host with the fewest; 0: not known
};

void take_gpus(Hosts& hosts, int gpus) {
    if (gpus > 0)
        hosts.gpus = hosts.gpus == 0 ? gpus : std::min(hosts.gpus, gpus);
}

Hosts hosts_of(const MeasureArguments& arguments) {
    Hosts hosts;
    if (!arguments.hosts.empty()) {
        hosts.names = expand_hosts(arguments.hosts, "--hosts", {arguments.hosts, 1});
    } else if (!arguments.hostfile.empty()) {
        const Measurements file = read_hostfile(read_text_file(arguments.hostfile), arguments.hostfile);
        for (const HostFacts& facts : file.hosts) {
            hosts.names.push_back(facts.host);
            take_gpus(hosts, facts.gpus);
        }
    } else {
        const Cluster cluster = read_cluster(arguments.cluster);
        for (int node = 0; node < cluster.node_count(); ++node) {
            hosts.names.push_back(cluster.nodes[static_cast<std::size_t>(node)].host);
            take_gpus(hosts, cluster.kind_of_node(node).gpus);
        }
    }
    return hosts;
}

void run(const MeasureArguments& arguments) {
    const Hosts hosts = hosts_of(arguments);
    MeasureOptions options = arguments.options;
    options.launcher = arguments.launcher == "slurm" ? MeasureLauncher::slurm : MeasureLauncher::mpirun;
    options.operations.clear();
    for (const std::string& name : arguments.operations)
        options.operations.push_back(*nccl_operation_named(name));
    if (arguments.gpus_per_node > 0)
        options.gpus_per_node = arguments.gpus_per_node;
    else if (hosts.gpus > 0)
        options.gpus_per_node = hosts.gpus;
    const ExportedFile script = measure_script(hosts.names, options);
    if (arguments.output == "-") {
        fmt::print("{}", script.text);
        return;
    }
    write_atomically(arguments.output, script.text, FileUse::program);
}

} // namespace

void add_measure_script_command(CLI::App& app) {
    auto arguments = std::make_shared<MeasureArguments>();
    CLI::App* command = app.add_subcommand(
        "measure-script", "Writes a script that measures all pairs of hosts with nccl-tests");
    auto* from = command->add_option_group("hosts");
    from->add_option("--hosts", arguments->hosts, "Hosts as SLURM writes them: a[01-16],b3");
    from->add_option("--hostfile", arguments->hostfile, "Hosts one a line, as MPI takes them");
    from->add_option("--cluster", arguments->cluster,
                     "Hosts and GPUs of a cluster file: to measure it again");
    from->require_option(1);
    command->add_option("--launcher", arguments->launcher, "slurm (default) or mpirun")
        ->check(CLI::IsMember({"slurm", "mpirun"}));
    command
        ->add_option("--gpus-per-node", arguments->gpus_per_node,
                     "Ranks of a host (default: as the file says, else 8)")
        ->check(number_within(bounds::node_gpus));
    command
        ->add_option("--operations", arguments->operations,
                     "sendrecv (default) for flows; alltoall, all_reduce for what nodes reach together")
        ->delimiter(',')
        ->check(CLI::IsMember({"sendrecv", "alltoall", "all_reduce"}));
    command
        ->add_option("--nccl-tests", arguments->options.programs,
                     "Folder of sendrecv_perf and the others, built with MPI=1 (default: the PATH)")
        ->check(words());
    command->add_option("-o,--output", arguments->output, "Script to write; - for standard output");
    command->callback([arguments] { run(*arguments); });
}

} // namespace pipette
