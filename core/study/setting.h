// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/hypothetical.h"
#include "core/plan/plan.h"
#include "core/study/goal.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace pipette {

namespace bounds {

inline constexpr Bounds factor{1e-3, 1e3, "times"}; // of what is as it is at 1
inline constexpr std::size_t machine_parts = 64;    // kinds of nodes
inline constexpr WholeBounds study_gpus{1, 65'536, "GPUs"};
inline constexpr WholeBounds study_layers{1, 10'000, "layers"};

} // namespace bounds

/// Nodes of one kind among others, in a cluster that is not there.
struct MachinePart {
    int gpus = 0;     ///< GPUs of this kind together, in whole nodes
    std::string gpu;  ///< a GPU kind of the sources
    std::string nic;  ///< one of nic_kinds(); empty: the network cards of the maker's system
    double price = 0; ///< USD for an hour of one GPU; 0: the price of the GPU kind counts
    bool operator==(const MachinePart&) const = default;
};

/// A cluster that is not there, by the names of its parts. What is not said is as in the maker's reference
/// system.
struct AssumedMachine {
    std::string gpu;                 ///< a GPU kind of the sources
    std::string nic;                 ///< of nic_kinds(); empty: the maker's
    int gpus_per_node = 0, nics = 0; ///< 0: the maker's
    int nodes_per_leaf = 0;          ///< 0: all
    double oversubscription = 1, spread = 0;
    std::uint64_t seed = 1;
    int nodes_per_domain = 0; ///< that share NVLink; 1: each by itself, 0: the maker's
    /// Several kinds of nodes on one network, where the slower card of two nodes bounds a stream between
    /// them; empty: `gpu` alone, on StudySetting::gpus GPUs.
    std::vector<MachinePart> parts = {};
    bool operator==(const AssumedMachine&) const = default;
};

/// Of so many GPUs, in whole nodes (fewer GPUs than a node has are one node of so many). `reference`: the
/// maker's system of one node. Throws InputError (place: the field) for a NIC that is not known.
HypotheticalCluster choices_of(const AssumedMachine& machine, const HypotheticalCluster& reference, int gpus);

/// The cluster of the machine's parts; `references`: one node of the maker's, by GPU kind. Throws InputError
/// (place: the field) for a GPU kind or a NIC that is not known, and for GPUs that are not whole nodes.
Cluster cluster_of_parts(const AssumedMachine& machine,
                         const std::map<std::string, HypotheticalCluster>& references);

/// What one may wish different in every GPU of a cluster; factors come last.
struct GpuWish {
    std::string kind; ///< of the sources, in the place of the cluster's or the machine's; empty: that one
    double hbm_gb_per_s = 0, memory_gib = 0; ///< 0: as it is
    double hbm_factor = 1, peak_factor = 1, memory_factor = 1;
    bool operator==(const GpuWish&) const = default;
};

/// Bandwidth of a cluster over what was measured or assumed, by level.
struct LinkWish {
    double between_nodes = 1, inside_nodes = 1;
    double levels = 1; ///< of the switches above the nodes, where the fabric states a bandwidth
    bool operator==(const LinkWish&) const = default;
};

/// All that one point of a study depends on; an axis changes some of it.
struct StudySetting {
    std::string cluster;    ///< a cluster of the sources; empty: `machine`
    AssumedMachine machine; ///< where no cluster is named
    int gpus = 0;           ///< at most; a cluster that has fewer is grown by nodes like its own. 0: all
    int lost_nodes = 0;     ///< of the cluster, the last
    LinkWish links;
    GpuWish gpu;
    TransformerModel model;
    std::string other_model;    ///< a model of the sources, in the place of `model`; empty: that one
    int layers = 0;             ///< of the model; 0: its own
    TrainingJob job;            ///< sequence_length 0: the model's; global batch: see tokens_per_step
    double tokens_per_step = 0; ///< 0: the job's global batch
    std::string launcher;       ///< a launcher of the sources; empty: any
    SearchLimits limits;        ///< world sizes and launcher apart
    AnnealingBudget budget{.moves = 20'000};
    std::vector<DegradedLink> degraded;
    std::vector<int> excluded_gpus; ///< sorted, of the cluster
    TrainingGoal goal;
    bool operator==(const StudySetting&) const = default;
};

/// What the names of a study stand for.
struct StudySources {
    std::map<std::string, std::shared_ptr<const Cluster>> clusters;
    std::map<std::string, HypotheticalCluster> machines; ///< one reference node, by GPU kind
    std::map<std::string, TransformerModel> models;
    std::map<std::string, LauncherLimit> launchers;
};

/// The inputs of the point's plan. Throws InputError for a name that the sources lack and for what cannot be.
PlanInputs inputs_of(const StudySetting& setting, const StudySources& sources);

/// "512 sequences of 2048 tokens a step in bf16, megatron", "4M tokens a step (488 sequences of 8192 tokens)
/// in ...".
std::string job_text(const StudySetting& setting);

/// The setting of a plan that was made, on the cluster that the sources hold under `cluster`; its start
/// mapping and pins stay behind, and of several numbers of GPUs all but the largest: an axis can hold them.
StudySetting setting_of(const PlanInputs& inputs, const std::string& cluster);

} // namespace pipette
