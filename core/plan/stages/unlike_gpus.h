// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"
#include "core/plan/candidate.h"

#include <span>
#include <string>
#include <vector>

namespace pipette {

/// GPUs of one kind.
struct GpusOfKind {
    std::string kind;  ///< GpuKind::name
    int node_kind = 0; ///< the first of the cluster that has such GPUs
    int gpus = 0;
};

/// How many of these GPUs are of each kind, in the order in which the kinds appear.
std::vector<GpusOfKind> by_kind(const Cluster& cluster, std::span<const int> gpus);

/// GPUs of one pipeline stage, all replicas, by rank.
std::vector<int> gpus_of_stage(const Candidate& candidate, int stage);

/// Layers of one pipeline stage, those of all its model chunks.
int layers_of_stage(const ParallelConfig& config, int stage);

/// [node kind] "A100" for "A100-SXM4-80GB": the name up to its first "-", or the whole name where another
/// kind of the cluster's GPUs has the same beginning. Empty where all GPUs are of one kind.
std::vector<std::string> brief_kinds(const Cluster& cluster);

/// "8 A100 + 4 V100", with the names of brief_kinds(): the cluster has several kinds.
std::string brief_text(const Cluster& cluster, const std::vector<GpusOfKind>& gpus);

/// How many GPUs a candidate uses: "8 A100 + 8 V100" in the order of the cluster, or "16" where all GPUs of
/// the cluster are of one kind.
std::string gpus_text(const Cluster& cluster, const Candidate& candidate);

/// "24 + 6 layers on 8 A100 + 8 V100": layers of each stage, then the kinds of GPUs from the first stage to
/// the last. "4*2" are four stages of two layers. Stages with a tp of their own: "24 + 6 layers with tp 2 + 8
/// on 8 A100 + 8 V100". Empty where the cluster has GPUs of one kind.
std::string layers_on_kinds_text(const Cluster& cluster, const Candidate& candidate);

} // namespace pipette
