// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"
#include "core/framework/framework.h"
#include "core/plan/rank_mapping.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace pipette {

/// How a measured run ended. A crash may or may not have been for want of memory.
enum class RunStatus { ok, oom, crashed_or_oom };

/// Whose memory was measured.
enum class MemoryScope { fullest, first_rank, last_rank };

/// The plan that a run was started with: what it says is exact, and takes the place of the run's own columns
/// and of nodes that are alike.
struct PlannedStart {
    std::shared_ptr<const Cluster> cluster; ///< with the links that were known to be slow; never null
    TrainingJob job;
    ParallelConfig config;
    RankMapping mapping; ///< into `cluster`
};

/// One training run that somebody measured: what ran on what, and how long and how full it was.
struct MeasuredRun {
    std::string id, source;
    std::string framework; ///< TrainingJob::framework
    std::string software;  ///< what the source calls it, with its version
    TransformerModel model;
    GpuKind gpu;
    /// What the run saw, where a row names a cluster file: it takes the place of the nominal rates below, and
    /// `gpu` is of its first node. Null: nodes that are alike.
    std::shared_ptr<const Cluster> machine;
    double nvlink_gb_per_s = 0; ///< all links of one GPU, one way, nominal
    int gpus = 1, gpus_per_node = 8;
    double node_bandwidth_gb_per_s = 0; ///< nominal, one node, one way
    int tp = 1, pp = 1, dp = 1, cp = 1, vpp = 1, micro_batch = 1, global_batch = 1;
    Precision precision = Precision::bf16;
    std::string recipe; ///< what the source calls the precision: "fp8 linear rowwise"
    Recompute recompute = Recompute::none;
    bool recompute_told = true; ///< false: not published, taken as none
    RecomputeModules recompute_modules = ParallelConfig{}.recompute_modules; ///< with selective recomputation
    bool sequence_parallel = false;
    int zero_stage = 0;
    int shard = 0;          ///< ParallelConfig::shard
    int shard_replicas = 0; ///< 0: not published
    int ep = 1, etp = 1;
    int tp_x = 1;                      ///< ParallelConfig::tp_x
    std::vector<int> layers_per_stage; ///< ParallelConfig::layers_per_stage; empty: as the framework splits
    std::string dispatcher = TrainingJob().dispatcher;
    bool overlap_expert_exchange = false;               ///< TrainingJob::overlap_expert_exchange
    std::optional<bool> flash_attention = std::nullopt; ///< none: not published
    Offload offload = {};
    std::string optimizer = TrainingJob().optimizer;
    PrimaryWeights primary_weights = PrimaryWeights::usual; ///< TrainingJob::primary_weights
    bool overlap_gradient_exchange = false;                 ///< TrainingJob::overlap_gradient_exchange
    bool overlap_tensor_parallel = false;                   ///< TrainingJob::overlap_tensor_parallel
    bool cuda_graphs = false;                               ///< TrainingJob::cuda_graphs
    bool fp8_activation_inputs = false;                     ///< TrainingJob::fp8_activation_inputs
    bool fine_tunes = false;      ///< counts apart: calibrations are of pre-training
    FineTuning tuning = {};       ///< of one that does
    double time_s = 0;            ///< of one iteration; 0: not published
    double peak_memory_bytes = 0; ///< 0: not published
    MemoryScope memory_scope = MemoryScope::fullest;
    RunStatus status = RunStatus::ok;
    bool clean = true;                                     ///< false: contradicts itself or another attempt
    std::shared_ptr<const PlannedStart> started = nullptr; ///< null: not known
    std::string lacks; ///< why nothing can be predicted from what was published; empty: something can
};

/// Share of a link's nominal rate that large messages reach: the bus bandwidth that nccl-tests prints.
inline constexpr double reached_of_nominal = 0.8;

/// The cluster that the run saw: that of its plan, or its machine, or else a uniform one, with NVLink and
/// NICs at what collectives reach of their nominal rates.
Cluster cluster_of(const MeasuredRun& run);
/// Where it is not published, GPT under Megatron on Volta and Ampere ran without flash attention, which is
/// younger than those reports.
TrainingJob job_of(const MeasuredRun& run);
/// Of its plan where that is known. Layers are split as the run says, or else as the framework splits them.
ParallelConfig config_of(const MeasuredRun& run);
/// Where the ranks lie in cluster_of(): as the plan says, else in host order.
RankMapping mapping_of(const MeasuredRun& run);
/// The cluster whose GPUs may differ; null: all nodes of the run are alike.
const Cluster* uneven_cluster(const MeasuredRun& run);
/// "pp=2 tp=8 dp=4 mb=1 1f1b zero=1": short_name() and the stage of ZeRO, which varies among measured runs.
std::string layout_name(const MeasuredRun& run);
/// What tells models apart, whatever they are called.
struct ModelShape {
    int layers, hidden, heads, kv_heads, ffn_hidden, experts;
    bool operator==(const ModelShape&) const = default;
    bool operator<(const ModelShape& other) const { return numbers() < other.numbers(); }

private:
    std::array<int, 6> numbers() const { return {layers, hidden, heads, kv_heads, ffn_hidden, experts}; }
};
ModelShape shape_of(const TransformerModel& model);
/// What runs share that compete.
struct Task {
    std::string source, model;
    ModelShape shape;
    int sequence_length;
    std::string gpu;
    int gpus, global_batch;
    auto key() const {
        return std::pair(std::tie(source, model, shape), std::tie(sequence_length, gpu, gpus, global_batch));
    }
    bool operator<(const Task& other) const { return key() < other.key(); }
};
Task task_of(const MeasuredRun& run);
/// For a person: "llama-3B, 4096 tokens, batch 256 on 512 H100-SXM5-80GB".
std::string task_name(const MeasuredRun& run);
/// Why no configuration of ours can express the run: more stages than layers, sizes that do not divide, a
/// precision that the GPU lacks, a schedule or cluster beyond what is simulated. Empty when one can.
std::string why_inexpressible(const MeasuredRun& run);
/// Of runs of one source and layout on several versions of a software only the newest tells what it does now:
/// the others lack that.
void mark_replaced(std::vector<MeasuredRun>& runs);
/// What tells runs of one source apart; those in which it is the same were made several times.
std::string whole_layout(const MeasuredRun& run);
/// A clean run of pre-training that ended well, with a measured peak of memory, that a configuration can
/// express.
bool tells_memory(const MeasuredRun& run);

} // namespace pipette
