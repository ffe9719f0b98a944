// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/launchers/export_format.h"
#include "core/formats/logs/host_names.h"
#include "core/formats/text/text_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pipette {
namespace {

/// torchrun: one command line a node with --rdzv-backend=static (c10d sorts hosts by name) and --node-rank;
/// CUDA_VISIBLE_DEVICES has the order inside the node. Throws InputError when the mapping is not whole nodes
/// in order with as many ranks each.
LauncherFiles torchrun_files(const Placement& placement, const std::vector<ExportedFile>&,
                             const LaunchOptions& options) {
    require_node_order(placement, "torchrun");
    const SeatedNode& first = placement.nodes.front();
    for (const SeatedNode& node : placement.nodes) {
        require_no_option(node.host);
        if (node.ranks.size() != first.ranks.size())
            refuse_mapping(
                "torchrun",
                fmt::format("it runs as many ranks on every node, but host {} has {} and host {} {}",
                            in_quotes(first.host), first.ranks.size(), in_quotes(node.host),
                            node.ranks.size()));
    }
    std::string lines;
    for (std::size_t i = 0; i < placement.nodes.size(); ++i) {
        const SeatedNode& node = placement.nodes[i];
        lines += fmt::format(
            "CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES={} torchrun --nnodes={} --node-rank={} "
            "--nproc-per-node={} --rdzv-backend=static --master-addr={} --master-port={} "
            "{} # on {}\n",
            fmt::join(node.local_gpus, ","), placement.nodes.size(), i, node.ranks.size(),
            shell_quoted(first.host), options.master_port, options.program, shell_quoted(node.host));
    }
    LauncherFiles result;
    result.files = {{"torchrun.txt", lines}};
    result.launch = "on every host its line of torchrun.txt (each ends with the host's name): torchrun ... " +
                    options.program;
    result.check = "the same lines with --no-python ./probe.sh in place of the program; put "
                   "together what the hosts print and give it to ./probe.sh --compare";
    result.note = "The node rank makes the order: do not use the c10d rendezvous, which sorts hosts by name.";
    return result;
}

const Registered<ExportFormat>
    torchrun_row({.name = "torchrun",
                  .description = "torchrun, a command line a node; whole nodes in order only",
                  .main_file = "torchrun.txt",
                  .reach = {.node_after_node = true, .equal_nodes = true},
                  .launch = torchrun_files,
                  .options = {"--master-port"}});

} // namespace
} // namespace pipette
