// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"
#include "core/plan/rank_mapping.h"

#include <string>
#include <vector>

namespace pipette {

/// One rank that goes from one GPU to another.
struct RankMove {
    int rank = 0;
    int from_gpu = 0;
    int to_gpu = 0;
    bool operator==(const RankMove&) const = default;
};

/// A change of a mapping by hand: what would move, or why it may not.
struct MappingEdit {
    bool allowed = false;
    std::string text;            ///< for a person: "swaps the blocks a03:0-7 and a07:0-7", or the refusal
    std::vector<RankMove> moves; ///< by rank; empty when refused
};

/// What hands may not touch. Sorted GPU numbers.
struct MappingRules {
    std::vector<int> pinned;   ///< their ranks stay
    std::vector<int> excluded; ///< no rank may come to them
    bool pins(int gpu) const;
    bool excludes(int gpu) const;
};

MappingEdit refused(std::string why);
/// The last word on a set of moves: refused where pins and exclusions forbid one of them, or there are none.
MappingEdit judged(const Cluster& cluster, const MappingRules& rules, std::vector<RankMove> moves,
                   std::string text);

/// A GPU dropped on another. The unit that moves is the tensor and context parallel block (tp*cp consecutive
/// ranks): two GPUs of one block change places inside it; GPUs of two blocks exchange the whole blocks, rank
/// by rank; a spare GPU takes in a whole block when its node has enough spares, or the one GPU when both are
/// on one node (or the block spans nodes anyway). Blocks that lie inside a node stay inside one.
MappingEdit swap_gpus(const Cluster& cluster, const ParallelConfig& config, const RankMapping& mapping,
                      int from_gpu, int to_gpu, const MappingRules& rules);

/// A node dropped on another: what runs on local GPU i of one goes to local GPU i of the other.
MappingEdit swap_nodes(const Cluster& cluster, const RankMapping& mapping, int node_a, int node_b,
                       const MappingRules& rules);

/// The moves that lead from one mapping to another of the same size.
std::vector<RankMove> moves_between(const RankMapping& from, const RankMapping& to);

/// Applies moves, or takes them back.
RankMapping moved(RankMapping mapping, const std::vector<RankMove>& moves);
RankMapping moved_back(RankMapping mapping, const std::vector<RankMove>& moves);

/// Rank of every GPU; -1 for spares. Size gpu_count.
std::vector<int> rank_of_gpu(const RankMapping& mapping, int gpu_count);

/// "a03:0-7", "a03:0,2", "a03:0-3 a04:0-3": a set of GPUs in few words; `gpus` in ascending order.
std::string gpu_list_name(const Cluster& cluster, const std::vector<int>& gpus);

} // namespace pipette
