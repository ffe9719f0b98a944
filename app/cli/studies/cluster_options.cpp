// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/studies/cluster_options.h"

#include "app/cli/option_checks.h"
#include "core/base/input_error.h"
#include "core/formats/studies/study_json.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace pipette {

void add_cluster_options(CLI::App& command, CLI::Option* gpu, AssumedMachine& machine) {
    command
        .add_option("--gpus-per-node", machine.gpus_per_node,
                    "GPUs of a node (default: as the maker builds it)")
        ->check(number_within(bounds::node_gpus))
        ->needs(gpu);
    command
        .add_option("--nic", machine.nic,
                    fmt::format("Network cards: one of {} (default: as the maker builds it)", nic_names()))
        ->needs(gpu);
    command.add_option("--nics", machine.nics, "Network cards of a node (default: as the maker builds it)")
        ->check(number_within(bounds::node_nics))
        ->needs(gpu);
    command
        .add_option("--domain", machine.nodes_per_domain,
                    "Nodes of one NVLink domain, 1: none (default: as the maker builds it)")
        ->check(number_within(domain_nodes))
        ->needs(gpu);
    command
        .add_option("--nodes-per-leaf", machine.nodes_per_leaf, "Nodes below one leaf switch (default: all)")
        ->check(number_within(bounds::leaf_nodes))
        ->needs(gpu);
    command
        .add_option("--oversubscription", machine.oversubscription,
                    "Line rate into a leaf switch, divided by the line rate out of the leaf switch")
        ->check(number_within(bounds::oversubscription))
        ->capture_default_str()
        ->needs(gpu);
    command
        .add_option("--spread", machine.spread,
                    "How links differ: standard deviation of the logarithm of their bandwidth")
        ->check(number_within(bounds::spread))
        ->capture_default_str()
        ->needs(gpu);
}

HypotheticalCluster choices_of(const AssumedMachine& machine, int nodes) {
    HypotheticalCluster reference = reference_machine(machine.gpu);
    reference.nodes = nodes;
    try {
        return choices_of(machine, reference, 0);
    } catch (const InputError& error) {
        throw InputError("--" + error.place(), {}, error.reason());
    }
}

Cluster cluster_of(const HypotheticalCluster& choices) {
    try {
        return hypothetical_cluster(choices);
    } catch (const InputError& error) {
        throw InputError("--" + error.place(), {}, error.reason());
    }
}

} // namespace pipette
