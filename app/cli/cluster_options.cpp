// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/cluster_options.h"

#include "app/cli/option_checks.h"
#include "core/base/input_error.h"
#include "core/formats/documents/resources.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/ranges.h>

namespace pipette {
namespace {

double rate_of(const std::string& nic) {
    if (const auto rate = nic_rate(nic))
        return *rate;
    std::vector<std::string_view> names;
    for (const NicKind& kind : nic_kinds())
        names.push_back(kind.name);
    throw InputError("--nic", {},
                     fmt::format("\"{}\" is not known, expected one of {}", nic, fmt::join(names, ", ")));
}

} // namespace

void add_cluster_options(CLI::App& command, CLI::Option* gpu, ClusterOptions& options) {
    HypotheticalCluster& choices = options.choices;
    command
        .add_option("--gpus-per-node", options.gpus_per_node,
                    "GPUs of a node (default: as the maker builds it)")
        ->check(number_within(bounds::node_gpus))
        ->needs(gpu);
    command
        .add_option("--nic", options.nic,
                    "Network cards: edr, hdr, ndr, xdr, roce-100, roce-200 or roce-400 (default: as the "
                    "maker builds it)")
        ->needs(gpu);
    command.add_option("--nics", options.nics, "Network cards of a node (default: as the maker builds it)")
        ->check(number_within(bounds::node_nics))
        ->needs(gpu);
    command
        .add_option("--nodes-per-leaf", choices.nodes_per_leaf, "Nodes below one leaf switch (default: all)")
        ->check(number_within(bounds::leaf_nodes))
        ->needs(gpu);
    command
        .add_option("--oversubscription", choices.oversubscription,
                    "Line rate into a leaf over the rate out of it")
        ->check(number_within(bounds::oversubscription))
        ->capture_default_str()
        ->needs(gpu);
    command
        .add_option("--spread", choices.spread,
                    "How links differ: standard deviation of the logarithm of their bandwidth")
        ->check(number_within(bounds::spread))
        ->capture_default_str()
        ->needs(gpu);
}

HypotheticalCluster choices_of(const ClusterOptions& options, int nodes) {
    HypotheticalCluster choices = options.choices;
    choices.gpu = gpu_kind_named(options.gpu);
    const auto known = known_gpus();
    const KnownGpu& gpu = *find_gpu(known, choices.gpu.name);
    choices.nodes = nodes;
    choices.gpus_per_node = options.gpus_per_node > 0 ? options.gpus_per_node : gpu.gpus_per_node;
    choices.nics = options.nics > 0 ? options.nics : std::min(gpu.nics_per_node, choices.gpus_per_node);
    choices.nic_gb_per_s = options.nic.empty() ? gpu.nic_gb_per_s : rate_of(options.nic);
    choices.gpu_link_gb_per_s = gpu.nvlink_gb_per_s > 0 ? gpu.nvlink_gb_per_s : gpu.pcie_gb_per_s;
    return choices;
}

Cluster cluster_of(const HypotheticalCluster& choices) {
    try {
        return hypothetical_cluster(choices);
    } catch (const InputError& error) {
        throw InputError("--" + error.place(), {}, error.reason());
    }
}

} // namespace pipette
