// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/launchers/export_format.h"
#include "core/formats/logs/host_names.h"
#include "core/formats/text/text_file.h"

#include <fmt/format.h>

namespace pipette {
namespace {

/// DeepSpeed: a hostfile `host slots=N`. It knows the order of nodes alone: throws InputError unless every
/// node runs consecutive ranks on its GPUs 0, 1, ... in order.
LauncherFiles deepspeed_files(const Placement& placement, const std::vector<ExportedFile>&,
                              const LaunchOptions& options) {
    require_node_order(placement, "deepspeed");
    std::string hosts;
    for (const SeatedNode& node : placement.nodes) {
        require_plain(node.host, "a DeepSpeed hostfile");
        for (std::size_t i = 0; i < node.local_gpus.size(); ++i)
            if (node.local_gpus[i] != static_cast<int>(i))
                refuse_mapping(
                    "deepspeed",
                    fmt::format("it gives the GPUs of a host to ranks in order, but rank {} runs on "
                                "GPU {} of host {} instead of GPU {}",
                                node.ranks[i], node.local_gpus[i], in_quotes(node.host), i));
        hosts += fmt::format("{} slots={}\n", node.host, node.ranks.size());
    }
    LauncherFiles result;
    result.files = {{"hostfile", hosts}};
    result.launch = fmt::format("deepspeed --hostfile=hostfile --master_addr={} --master_port={} {}",
                                placement.nodes.front().host, options.master_port, options.program);
    result.check =
        fmt::format("deepspeed --hostfile=hostfile --master_addr={} --master_port={} --no_python ./probe.sh "
                    "(each host prefixes its lines), against mapping.tsv",
                    placement.nodes.front().host, options.master_port);
    result.note = "DeepSpeed keeps the order of hostfile; do not pass --include, which changes the GPUs.";
    return result;
}

const Registered<ExportFormat> deepspeed_row({.name = "deepspeed",
                                              .description = "DeepSpeed hostfile; whole nodes in order only",
                                              .main_file = "hostfile",
                                              .reach = {.node_after_node = true, .gpus_in_order = true},
                                              .launch = deepspeed_files,
                                              .options = {"--master-port"}});

} // namespace
} // namespace pipette
