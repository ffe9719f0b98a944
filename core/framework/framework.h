// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/registry.h"
#include "core/plan/parallel_config.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pipette {

/// Bytes that a framework holds beside what every framework holds.
struct MemoryHabits {
    int gradient_copies = 0; ///< of a parameter's gradient in 16 bits, beside the one that is exchanged
    /// Of a parameter's gradient, beside the one that is exchanged: a buffer of the whole rank that gradients
    /// are added up in, in bf16 training whose ZeRO stage does not spread gradients (0 and 1).
    double bf16_sum_bytes = 0;
    int logit_copies = 1;    ///< of the head's output in 16 bits, beside the fp32 one of the loss
    bool fused_loss = false; ///< no fp32 one: gradients take the place of the output
    int loss_copies = 0; ///< further fp32 ones that the loss of some versions keeps: in the upper estimate
    double workspace_gib = 0.3;         ///< libraries of matrix products and communication
    double sharded_workspace_gib = 0.3; ///< the same where gradients are spread (ZeRO-2 and 3)
    std::optional<double> fp32_workspace_gib = std::nullopt; ///< the same in fp32 without ZeRO; none: as else
    double inputs_at_work = 0; ///< copies of its input that the layer at work needs, with tensor parallelism
    bool keeps_rotary_inputs = false;      ///< queries and keys before their rotary embedding
    bool short_moments = false;            ///< Adam's are in 16 bits for models with latent attention
    bool keeps_products_precision = false; ///< inputs of products as the products take them: 8 or 4 bits
    /// Weights in 16 bits have a copy beside them as the products take them, made once an iteration.
    bool keeps_cast_weights = false;
    bool low_precision_weights = false;        ///< where nobody says: PrimaryWeights::low_precision
    bool stores_fp8_activation_inputs = false; ///< takes TrainingJob::fp8_activation_inputs
    bool fused_activation = false;             ///< a gated activation keeps its input alone, not the gate too
    bool weighs_inside_experts =
        false; ///< experts' outputs are weighed before `down`, not when they are back
    /// The gradient of each of a layer's matrices has a stand-in beside the buffer that it is added up in:
    /// one for all layers.
    bool stand_in_gradients = false;
    bool copies_tied_gradient = false; ///< an fp32 copy of a tied embedding's gradient is exchanged
    /// Of the estimate: as far above it as 97 in 100 measured peaks stayed (nanotron, 959 runs: 8 %;
    /// Megatron-DeepSpeed, 23: 11 %). Nobody measured the others.
    double margin = 0.1;
    /// The same for models without experts, and for the sum of estimate and `loss_copies`; none: `margin`.
    std::optional<double> dense_margin = std::nullopt, copies_margin = std::nullopt;
};

/// What is still held although its use is over, because the host runs ahead of the GPU. Bytes of one pipeline
/// device; `layers`: times microbatches held together; `most`: as far ahead as hosts have been seen to get.
using RunAhead = double (*)(const TransformerModel& model, const TrainingJob& job,
                            const ParallelConfig& config, double tokens, double layers, bool most);

/// What selective recomputation keeps.
enum class SelectiveKeeps {
    modules, ///< all but what the modules that the configuration names compute again (Korthikanti et al.
             ///< 2022, section 5, for the core of attention)
    every_second_product, ///< beside attention's output; whatever lies between products is computed again
    none                  ///< there is no such recomputation: layers are computed again as a whole
};

/// Which layers of a chunk are computed again where a configuration says how many
/// (ParallelConfig::recompute_layers).
enum class LayersAgain {
    all,   ///< the framework takes no number: it computes all of them again, or none
    first, ///< the first ones (Megatron's "block")
    spaced ///< layers at even distances, by spaced_layers() (repeated_layers.h)
};

/// What goes on beside compute (TrainingJob::overlap_...).
struct Overlap {
    bool gradients = false, parameters = false, tensor_parallel = false;
};

/// Activations that a framework can send to the host and back (Offload::activations).
enum class HostActivations {
    none,
    /// All that some layers keep, without a pipeline and where nothing is computed again (TransformerEngine's
    /// cpu_offloading_num_layers), or the inputs of some modules (Megatron-Core, transformer_config.py:
    /// fine_grained_activation_offloading).
    layers,
    inputs, ///< those of all layers, where all layers are computed again (DeepSpeed's cpu_checkpointing)
};

/// Splits of the layers over the chunks of a pipeline that a framework can run beside its usual one.
enum class LayerLayouts {
    usual, ///< none
    ends,  ///< with fewer layers in the first and in the last chunk
    any    ///< as a person writes them, chunk by chunk
};

/// How a training framework does what every framework must do: its habits, each a value that the estimates
/// ask for. A framework is one file of this folder; nothing else knows its name.
struct Framework {
    std::string_view name;    ///< in files, options and calibrations: "megatron-deepspeed"
    std::string_view title;   ///< for a person: "Megatron-DeepSpeed"
    std::string_view kernels; ///< frameworks of the same kernels lend each other their calibration
    std::string_view source;  ///< where the habits are known from
    /// Runs alike but in memory share a calibration entry: the name of the framework that has it; empty: its
    /// own.
    std::string_view calibrated_as{};
    /// What people call it in measured runs, in small letters, beside its name: each a beginning.
    std::vector<std::string_view> labels{};
    std::string_view reports{}; ///< how the names of its own sources of runs begin, whatever their label says

    double gradient_bytes = 4; ///< exchanged for each parameter, in bf16 and fp8 training
    /// GB/s at which gradients go to a host that updates them where the job does not overlap them; 0: at the
    /// rate of the link.
    double host_gradients_gb_per_s = 0;
    /// Seconds of an iteration with updates on the host, beside passes, gradients and updates.
    double host_update_overhead_s = 0;
    double fp16_gradient_bytes = 2; ///< in fp16, whose loss is scaled so that gradients keep their digits
    /// Each tensor-parallel peer sends its share of an activation to the next stage, sequence parallelism or
    /// not (Narayanan et al. SC21, section 4.1).
    bool scatter_gather = false;
    /// Transfers between stages in schedules whose reference implementation waits for them.
    P2p waiting_transfers = P2p::blocking;
    /// The host launches the layers' kernels while embedding and head compute.
    bool launches_ahead = true;
    /// Without ZeRO and without a pipeline gradients are reduced while the backward pass goes on.
    bool overlaps_plain_reduce = false;
    Overlap overlap{}; ///< whatever the configuration
    /// Replicas exchange gradients while others still send: with many of them a job congests a fabric as a
    /// larger one does (Congestion::many_replicas).
    bool exchanges_among_sends = false;
    /// Its reports on GPUs older than flash attention count attention without it, for models of two MLP
    /// matrices.
    bool predates_flash_attention = false;
    /// Launches of a layer more, as a share, where attention is not fused and a GPU's heads times sequences
    /// do not come in fours, which the fused softmax takes at a time (Megatron-LM,
    /// megatron/model/fused_softmax.py, is_kernel_available): kernels to fp32, scale, mask, do softmax and go
    /// back to 16 bits in the place of one, forward and backward, among some 53.
    double odd_heads_launches = 8.0 / 53;
    /// Of what the sends of tensor parallelism take, what the products hide where a job overlaps the two and
    /// they last long enough.
    double tensor_parallel_overlap = 1;
    /// Of what goes to experts and back, what the compute of another microbatch hides where the job overlaps
    /// the two.
    double expert_overlap = 0.37;
    /// With ZeRO-2 parameters come together in every forward pass and go after the backward pass, not once an
    /// iteration.
    bool gathers_in_passes = false;
    /// Lays every matrix over a grid of tensor parallel ranks (ParallelConfig::tp_x; help: tensor-grids.md).
    /// An all-reduce adds up what a product gives. There are neither pipelines nor context, sequence and
    /// expert parallelism.
    bool tensor_grids = false;
    /// Parallelism of data alone, for models of grouped-query attention and dense networks: pp, tp, cp and ep
    /// are 1.
    bool data_parallel_alone = false;
    SelectiveKeeps selective = SelectiveKeeps::modules;
    LayersAgain layers_again = LayersAgain::first;
    std::vector<int> zero_stages{1}; ///< that the search tries where nobody says which
    bool typical = false;            ///< its runs tell what other calibrations lean on
    /// Its published times are of single kernels, measured and added up: no job takes these.
    bool replays_kernels = false;
    /// Runs on one node whose label says "full recomputation" were without.
    bool recomputes_beyond_node = false;
    int recipe_adapter_rank =
        0; ///< of its recipes of LoRA, on all matrices, where nobody says; 0: it has none
    MemoryHabits memory{};
    RunAhead run_ahead = nullptr; ///< null: nothing piles up
    HostActivations host_activations = HostActivations::layers;
    bool host_updates = true; ///< the optimizer's state, or a share of it, can lie on the host (Offload)
    LayerLayouts layouts = LayerLayouts::usual;
    /// Transformer layers of each chunk where it splits them in its own way; null: usual_layers().
    std::vector<int> (*layers)(const TransformerModel& model, const ParallelConfig& config) = nullptr;
};

/// By name. A name that is none of them (a calibration of one's own may have any) has the habits of
/// Megatron-LM but for its kernels and its scatter-gather.
const Framework& framework_of(std::string_view name);
const Framework& framework_of(const TrainingJob& job);

/// Throws InputError (file empty, place = field) for a model, or a configuration of it, that the job's
/// framework cannot run.
void check_habits(const TransformerModel& model, const TrainingJob& job);
void check_habits(const ParallelConfig& config, const TransformerModel& model, const TrainingJob& job);
/// Sequence parallelism where nobody says: wherever the sequence divides and the framework has it.
bool usual_sequence_parallel(const ParallelConfig& config, const TrainingJob& job);

/// The framework whose calibration entry it has: most have their own.
std::string calibration_name(const std::string& framework);

/// Sets of modules whose inputs the job's framework can send to the host in this configuration; empty: none.
std::vector<OffloadModules> host_modules(const TrainingJob& job, const TransformerModel& model,
                                         const ParallelConfig& config);

/// Shares of the activations that the job's framework can send to the host, ascending; empty: none.
std::vector<double> host_activation_shares(const TrainingJob& job, const TransformerModel& model,
                                           const ParallelConfig& config);

/// What a job hides: by its framework's habits and its own options.
Overlap overlap_of(const TrainingJob& job, const ParallelConfig& config);

/// Bytes of one parameter's gradient as it is exchanged.
double exchanged_gradient_bytes(const TrainingJob& job);

/// The name behind what people call their framework in measured runs: of the longest name or label that it
/// begins with ("NeMo / Megatron-Core" is nemo); what is none of them is kept in small letters.
/// Where the source of the runs is a framework's own (Framework::reports), that one.
std::string framework_labelled(std::string_view label, std::string_view source = {});

/// Layers of each chunk as the framework splits them.
std::vector<int> split_layers(const TransformerModel& model, const ParallelConfig& config,
                              const Framework& framework);

/// Bytes of one parameter's gradient as it is kept while it is added up, copies included.
double kept_gradient_bytes(const TrainingJob& job, int zero_stage);

/// Whether matrices whose products cast them are kept as the products take them, and in no other way: in
/// frameworks that can, by their habit or by the job.
bool keeps_low_precision_weights(const TrainingJob& job);
/// Bytes of one element of such a matrix as it is kept, and of its copy for products beside it.
double primary_matrix_bytes(const TrainingJob& job, MatrixLayouts layouts);
double cast_copy_bytes(const TrainingJob& job, MatrixLayouts layouts);

/// Bytes of one logit: the head's output and the gradient of the loss, fp32 where that is a copy.
double head_output_bytes(const TrainingJob& job);

/// Queries and keys before their rotary embedding, in copies of a layer's input.
double rotary_inputs(const TransformerModel& model);

} // namespace pipette
