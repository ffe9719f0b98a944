// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <vector>

namespace pipette {

/// Everything the search may try (help: search.md, "Steps"). enumerated = configs.size() +
/// parted.size() + indivisible.
struct ConfigSpace {
    std::vector<ParallelConfig> configs; ///< those whose sizes divide and whose blocks fit into the nodes
    std::vector<ParallelConfig> parted;  ///< they would fit, but not on nodes that reach each other
    long enumerated = 0;                 ///< whole space
    long indivisible = 0;                ///< sizes that do not divide the model, the batch or the nodes
};

/// Numbers of GPUs to plan for, largest first: the limits' own. Else all that may be used, and fewer: whole
/// nodes that are alike down to seven eighths (without a start mapping) and, with GPUs kept off, the whole
/// nodes that remain and the largest power of two of them, because an odd count seldom divides anything; with
/// several kinds of GPUs, those of each choice of kinds.
/// Throws InputError for a size that the cluster does not have.
std::vector<int> allowed_worlds(const PlanInputs& inputs);

/// The largest tp that a search tries where nobody says, but in tensor grids.
int gpus_of_largest_node(const Cluster& cluster);
/// `gpus`, and as many whole nodes of `a_node` GPUs as are tried where nothing is said: at most that many.
std::vector<int> worlds_up_to(int gpus, int a_node);

/// What a configuration computes again in the backward pass.
struct Recomputation {
    Recompute kind = Recompute::none;
    RecomputeModules modules = ParallelConfig{}.recompute_modules; ///< of selective recomputation
};
/// The ways to recompute that a search tries, each after all that repeat only a part of it: what the limits
/// list, else none, the core of attention, sets of modules that recipes of Megatron Bridge use for models of
/// this kind (recipes of DeepSeek-V3, Qwen3, Kimi-K2 and GPT-OSS), and all. Sets of modules are tried under
/// frameworks that name modules.
std::vector<Recomputation> recomputations(const PlanInputs& inputs);
/// The ways that repeat only a part of what the configuration repeats, where it repeats whole layers, or
/// named modules other than the core of attention.
std::vector<ParallelConfig> lighter_ways(const PlanInputs& inputs, const ParallelConfig& config);

/// Every (pp, tp, cp, dp, vpp, micro_batch, recompute, schedule, zero_stage) with pp*tp*cp*dp an allowed
/// world, every way to split attention over cp and with ZeRO-2 and 3 shard groups of a node, two nodes ...;
/// under frameworks with tensor grids every x of tp and every shard group, without pipelines; of a model with
/// experts with every ep up to 64 and etp of 1 or tp that fold into its stages. Throws InputError when limits
/// name sizes that cannot be.
ConfigSpace enumerate(const PlanInputs& inputs);

/// Whether the parts of a configuration divide model and job and make a pipeline that the schedule can run.
bool divides(const ParallelConfig& config, const PlanInputs& inputs);

/// GPUs of the cluster that may be used, ascending: not excluded, not broken unless the limits allow it.
std::vector<int> usable_gpus(const PlanInputs& inputs);

/// The inputs' start mapping for another number of GPUs: cut off, or filled up with free GPUs in host order.
/// Ranks keep their GPUs, so pinned ones stay where they are. Throws InputError when it does not fit the
/// cluster.
RankMapping fitted_start(const PlanInputs& inputs, int world);

} // namespace pipette
