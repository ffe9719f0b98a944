// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/schedule_kind.h"
#include "core/workload/layers/model_layers.h"
#include "core/workload/offload_modules.h"
#include "core/workload/recompute_modules.h"
#include "core/workload/training_job.h"

#include <string>
#include <vector>

namespace pipette {

/// What lies in the memory of the processors instead of the GPUs' (help: host-memory.md).
struct Offload {
    /// Share of the optimizer's state whose parameters the processors update (ZeRO-Offload, Ren et al. 2021;
    /// Megatron-Core's HybridDeviceOptimizer): 0 none, 1 all.
    double optimizer = 0;
    /// Of what lies there, every stride-th group is updated on the GPU all the same (Deep Optimizer States,
    /// Maurya et al. 2024); 0: none is.
    int stride = 0;
    /// Share of what the layers keep for the backward pass that goes to the host and comes back (layers of
    /// TransformerEngine's cpu_offloading_num_layers; DeepSpeed's cpu_checkpointing of their inputs).
    double activations = 0;
    /// The modules whose inputs these are (Megatron-Core's fine-grained offloading); none: all that layers
    /// keep.
    OffloadModules modules = {};
    bool any() const { return optimizer > 0 || activations > 0; }
    bool operator==(const Offload&) const = default;
};

/// How one model is spread over the GPUs. world = pp*tp*cp*dp; the experts of its layers lie over the same
/// GPUs of a stage as etp*ep*edp = tp*cp*dp.
struct ParallelConfig {
    int pp = 1; ///< pipeline parallel size (devices of one pipeline)
    int tp = 1; ///< tensor parallel size
    int cp = 1; ///< context parallel size
    int dp = 1; ///< data parallel size (replicas of the pipeline)
    int ep = 1; ///< expert parallel size: GPUs that the experts of a layer are spread over, or the
                ///< values of a memory layer
    /// Of tp, the ranks along x of a tensor grid of x*y = tp ranks: they cut what Megatron's tensor
    /// parallelism leaves whole (AxoNN; help: tensor-grids.md). 1: Megatron's.
    int tp_x = 1;
    /// [stage] ranks that its layers lie over, where stages differ; `tp` is the largest of them. A stage with
    /// fewer parts the GPUs of each block into tp / tp_per_stage groups, and each group computes its share of
    /// a microbatch's sequences (help: stage-tp.md). Empty: `tp` in all stages.
    std::vector<int> tp_per_stage = {};
    int etp = 1;          ///< expert-tensor parallel size: GPUs that one expert is split over
    int vpp = 1;          ///< model chunks a device holds
    int micro_batch = 1;  ///< sequences a microbatch
    int global_batch = 1; ///< sequences an iteration
    ScheduleKind schedule = ScheduleKind::one_f_one_b;
    P2p p2p = P2p::blocking;
    Recompute recompute = Recompute::none;
    /// What selective recomputation repeats, in frameworks that name modules.
    RecomputeModules recompute_modules{RecomputeModule::core_attn};
    /// With full recomputation, so many layers of each model chunk are computed again: which ones, the
    /// framework says (Framework::layers_again); 0: all.
    int recompute_layers = 0;
    /// What is spread over the GPUs that hold the same parameters: 0 nothing, 1 optimizer state (distributed
    /// optimizer), 2 gradients too, 3 parameters too (FSDP).
    int zero_stage = 1;
    /// With ZeRO 2 or 3, GPUs that they are spread over, next to each other in rank order; 0: all dp*cp.
    /// Fewer leave dp*cp/shard replicas, which add up their gradients (HSDP).
    int shard = 0;
    bool sequence_parallel = true;
    Offload offload = {};
    std::string cp_kind = "ring"; ///< how attention is split over cp: the name of a ContextKind
    /// Transformer layers of each model chunk in model order; pp*vpp entries that sum to the model's layers.
    std::vector<int> layers_per_stage;

    /// Ranks that heads, the width of the network and the vocabulary lie over.
    int tp_y() const { return tp / tp_x; }
    int world() const { return pp * tp * cp * dp; }
    int peers() const {
        return tp * cp;
    } ///< GPUs of a block: they work on one microbatch of a stage together
    /// Expert-data parallel size: GPUs of a stage that hold the same experts.
    int edp() const { return tp * cp * dp / (etp * ep); }
    int blocks() const { return pp * dp; }  ///< of that many GPUs each
    int sharers() const { return dp * cp; } ///< GPUs that hold the same parameters and add up their gradients
    int shards() const { return shard > 0 ? shard : sharers(); } ///< see `shard`
    int shard_replicas() const { return sharers() / shards(); }
    int expert_shards() const { return edp() / shard_replicas(); } ///< GPUs that one expert is spread over
    int chunks() const { return pp * vpp; }
    int microbatches() const { return global_batch / (dp * micro_batch); } ///< a pipeline and iteration
    bool operator==(const ParallelConfig&) const = default;
};

/// "pp=8 tp=8 dp=2 mb=1 1f1b", the name of a configuration for a person; parts at their default are left out,
/// and layers that are spread evenly.
std::string short_name(const ParallelConfig& config);

/// What the configuration computes again, for a person: "none", "selective", "selective (layernorm+moe_act)",
/// "full", "full (5 layers a chunk)".
std::string recompute_text(const ParallelConfig& config);

/// Device that runs a model chunk, as the schedule places them.
int device_of_chunk(const ParallelConfig& config, int chunk);

/// As even as possible; when it does not divide, the chunks before the last (which has the head) hold one
/// more.
std::vector<int> even_layers(int layers, int chunks);

/// Layers of each chunk where nobody chose: even, but where the model predicts further tokens. Those layers
/// and their heads run with the last chunk, which leaves room for them: as many to each chunk as the fullest
/// must hold, what is too many taken from the last, then from the first (recipes of DeepSeek-V3,
/// recipes/deepseek/deepseek_v3.py: "Et|(tt|)*30mL").
std::vector<int> usual_layers(const TransformerModel& model, int chunks);

/// Whether the peers of a block can have equal parts of a sequence, as sequence parallelism asks.
bool splits_sequences(const ParallelConfig& config, const TrainingJob& job);

/// How many layers a chunk has, those of multi-token prediction, which run with the last chunk, among them.
int layers_in_chunk(const ParallelConfig& config, const TransformerModel& model, int chunk);
/// In how many of a chunk's layers each part of the model is.
PartCounts parts_in_chunk(const ParallelConfig& config, const TransformerModel& model,
                          const ModelLayers& layers, int chunk);

/// The modules that the configuration computes again: none unless it recomputes selectively.
RecomputeModules repeated_modules(const ParallelConfig& config);
/// Of `layers` layers of one chunk, those that are computed again as a whole.
int layers_repeated(const ParallelConfig& config, int layers);
/// Whether a module's input can go to the host: experts and norms that are kernels of their own have to be
/// there, and norms must not lie in CUDA graphs.
bool has_offload_module(OffloadModule module, const TransformerModel& model, const TrainingJob& job);
/// In how many of the layers that are computed again as a whole each part of the model is, where these are
/// the first ones of the chunk.
PartCounts parts_repeated(const ParallelConfig& config, const TransformerModel& model,
                          const ModelLayers& layers, int chunk);

/// Sizes of the axes that cut layers: tp, ep, etp, and the sequence over tp where it is cut.
AxisSizes axis_sizes(const ParallelConfig& config);

/// Throws InputError (file empty, place = field) when the parts do not divide or fit the model and job.
void check(const ParallelConfig& config, const TransformerModel& model, const TrainingJob& job);

} // namespace pipette
