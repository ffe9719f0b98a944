// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/launchers/megatron_flags.h"

#include "core/base/input_error.h"
#include "core/formats/launchers/export_format.h"
#include "core/formats/launchers/megatron_layout.h"
#include "core/framework/dispatcher.h"
#include "core/framework/framework.h"
#include "core/framework/optimizer.h"
#include "core/plan/context_kind.h"
#include "core/plan/flash_attention.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace pipette {
namespace {

using Flags = std::vector<std::string>;

void add_size(Flags& flags, const char* name, int value) {
    flags.push_back(fmt::format("--{} {}", name, value));
}

void add_model(Flags& flags, const TransformerModel& model, const TrainingJob& job) {
    add_size(flags, "num-layers", model.layers);
    add_size(flags, "hidden-size", model.hidden);
    add_size(flags, "ffn-hidden-size", model.ffn_hidden);
    add_size(flags, "num-attention-heads", model.heads);
    if (model.kv_heads != model.heads) {
        flags.emplace_back("--group-query-attention");
        add_size(flags, "num-query-groups", model.kv_heads);
    }
    add_size(flags, "seq-length", job.sequence_length);
    add_size(flags, "max-position-embeddings", std::max(model.sequence_length, job.sequence_length));
    add_size(flags, "vocab-size", model.vocab);
    flags.emplace_back(model.learned_positions ? "--position-embedding-type learned_absolute"
                                               : "--position-embedding-type rope");
    if (model.gated_mlp)
        flags.emplace_back("--swiglu");
    if (!model.biases) {
        flags.emplace_back("--normalization RMSNorm");
        flags.emplace_back("--disable-bias-linear");
    }
    if (!model.tied_embeddings)
        flags.emplace_back("--untie-embeddings-and-output-weights");
}

void add_attention(Flags& flags, const TransformerModel& model) {
    if (model.head_dim > 0)
        add_size(flags, "kv-channels", model.head_dim);
    if (model.qk_norm || model.mla)
        flags.emplace_back("--qk-layernorm");
    if (model.attention_bias != AttentionBias::none)
        flags.emplace_back("--add-qkv-bias");
    if (!model.attention_dropout)
        flags.emplace_back("--attention-dropout 0");
    if (!model.mla)
        return;
    flags.emplace_back("--multi-latent-attention");
    if (model.mla->q_lora > 0)
        add_size(flags, "q-lora-rank", model.mla->q_lora);
    add_size(flags, "kv-lora-rank", model.mla->kv_lora);
    add_size(flags, "qk-head-dim", model.mla->nope);
    add_size(flags, "qk-pos-emb-head-dim", model.mla->rope);
    add_size(flags, "v-head-dim", model.mla->v);
}

void add_dispatcher(Flags& flags, const TrainingJob& job) {
    switch (dispatcher_of(job).pattern) {
    case DispatchPattern::all_to_all:
        flags.emplace_back("--moe-token-dispatcher-type alltoall");
        break;
    case DispatchPattern::all_gather:
        flags.emplace_back("--moe-token-dispatcher-type allgather");
        break;
    case DispatchPattern::once_a_node:
        flags.emplace_back("--moe-token-dispatcher-type flex");
        flags.emplace_back("--moe-enable-deepep");
        break;
    }
    if (job.overlap_expert_exchange)
        flags.emplace_back("--overlap-moe-expert-parallel-comm");
}

/// Which layers have experts, as Megatron-LM reads a list: [0]*3+[1]*58.
std::string expert_layers_list(const TransformerModel& model) {
    std::string list;
    for (int layer = 0; layer < model.layers;) {
        const int first = layer;
        while (layer < model.layers && has_experts(model, layer) == has_experts(model, first))
            ++layer;
        list += fmt::format("{}[{}]*{}", list.empty() ? "" : "+", has_experts(model, first) ? 1 : 0,
                            layer - first);
    }
    return list;
}

void add_experts(Flags& flags, const ParallelConfig& config, const TransformerModel& model,
                 const TrainingJob& job) {
    if (model.mtp_layers > 0)
        add_size(flags, "mtp-num-layers", model.mtp_layers);
    if (!model.moe)
        return;
    add_size(flags, "expert-model-parallel-size", config.ep);
    add_size(flags, "expert-tensor-parallel-size", config.etp);
    add_size(flags, "num-experts", model.moe->experts);
    add_size(flags, "moe-router-topk", model.moe->experts_per_token);
    add_size(flags, "moe-ffn-hidden-size", model.moe->ffn_hidden);
    if (model.moe->shared_ffn_hidden > 0)
        add_size(flags, "moe-shared-expert-intermediate-size", model.moe->shared_ffn_hidden);
    flags.push_back("--moe-layer-freq " + expert_layers_list(model));
    if (model.moe->router_bias)
        flags.emplace_back("--moe-router-enable-expert-bias");
    flags.emplace_back("--moe-grouped-gemm");
    add_dispatcher(flags, job);
}

void add_precision(Flags& flags, Precision precision) {
    switch (precision) {
    case Precision::fp32:
    case Precision::tf32: // PyTorch's own switch, no flag
        return;           // the default
    case Precision::fp16:
        flags.emplace_back("--fp16");
        return;
    case Precision::bf16:
        flags.emplace_back("--bf16");
        return;
    case Precision::fp8: // matrix products in 8 bits, the rest in bf16
        flags.emplace_back("--bf16");
        flags.emplace_back("--fp8-format hybrid");
        return;
    case Precision::mxfp8:
        flags.emplace_back("--bf16");
        flags.emplace_back("--fp8-format e4m3");
        flags.emplace_back("--fp8-recipe mxfp8");
        return;
    case Precision::nvfp4:
        flags.emplace_back("--bf16");
        flags.emplace_back("--fp4-format e2m1");
        flags.emplace_back("--fp4-recipe nvfp4");
        return;
    case Precision::fp8_rowwise:
        break;
    }
    throw InputError({}, "precision", fmt::format("Megatron-LM has no {}", name_of(precision)));
}

void add_primary_weights(Flags& flags, const TrainingJob& job) {
    if (keeps_low_precision_weights(job))
        flags.emplace_back(job.precision == Precision::nvfp4 ? "--fp4-param-gather" : "--fp8-param-gather");
}

void add_activation_inputs(Flags& flags, const TrainingJob& job) {
    if (job.fp8_activation_inputs)
        flags.emplace_back("--activation-func-fp8-input-store");
}

void add_recompute(Flags& flags, const ParallelConfig& config, const TrainingJob& job) {
    if (config.recompute == Recompute::none)
        return;
    flags.push_back(fmt::format("--recompute-granularity {}", name_of(config.recompute)));
    if (config.recompute == Recompute::selective) {
        flags.push_back(
            fmt::format("--recompute-modules {}", fmt::join(names_of(config.recompute_modules), " ")));
        return;
    }
    if (const Framework& framework = framework_of(job);
        config.recompute_layers > 0 && framework.layers_again == LayersAgain::spaced)
        throw InputError(
            {}, "recompute_layers",
            fmt::format("is {} at even distances, as {} computes them again, but Megatron-LM takes the "
                        "first ones",
                        config.recompute_layers, framework.title));
    const bool block = config.recompute_layers > 0; // of each chunk; else every layer keeps its input
    flags.push_back(fmt::format("--recompute-method {}", block ? "block" : "uniform"));
    add_size(flags, "recompute-num-layers", block ? config.recompute_layers : 1);
}

void add_pipeline(Flags& flags, const ParallelConfig& config, int mtp_layers) {
    for (std::string& flag : megatron_split_flags(config, mtp_layers))
        flags.push_back(std::move(flag));
    if (config.vpp > 1 && config.p2p != P2p::overlapped)
        flags.emplace_back("--no-overlap-p2p-communication");
}

/// Megatron-FSDP spreads more than optimizer state.
void add_sharding(Flags& flags, const ParallelConfig& config, const TrainingJob& job) {
    const Optimizer& optimizer = optimizer_of(job);
    // Muon's own way to share whole matrices out takes the place of the distributed optimizer.
    if (config.zero_stage >= 1 && !optimizer.takes_matrices())
        flags.emplace_back("--use-distributed-optimizer");
    if (config.zero_stage == 1 && optimizer.takes_matrices())
        flags.emplace_back("--optimizer dist_muon");
    else if (!optimizer.megatron_flags.empty())
        flags.emplace_back(optimizer.megatron_flags);
    if (config.zero_stage < 2)
        return;
    flags.emplace_back("--use-megatron-fsdp");
    flags.emplace_back(config.zero_stage == 2 ? "--data-parallel-sharding-strategy optim_grads"
                                              : "--data-parallel-sharding-strategy optim_grads_params");
    if (config.shard_replicas() > 1) {
        add_size(flags, "num-distributed-optimizer-instances", config.shard_replicas());
        flags.emplace_back("--outer-dp-sharding-strategy no_shard");
    }
    flags.emplace_back("--ckpt-format fsdp_dtensor");
}

/// Layers whose activations go to the host (megatron/core/transformer/transformer_config.py, cpu_offloading).
void add_offloaded_layers(Flags& flags, const ParallelConfig& config, const TransformerModel& model) {
    const double layers = config.offload.activations * model.layers;
    const bool whole = std::abs(layers - std::round(layers)) < 1e-6 && layers < model.layers;
    if (config.pp > 1 || config.recompute != Recompute::none || !whole)
        throw InputError({}, "offload_activations",
                         fmt::format("is {:g} of {} layers, expected some whole layers, but not all, with "
                                     "pp = 1 and without recomputation, as Megatron-LM's cpu_offloading asks",
                                     layers, model.layers));
    flags.emplace_back("--cpu-offloading");
    add_size(flags, "cpu-offloading-num-layers", int(std::lround(layers)));
}

/// Modules whose inputs go to the host (docs/user-guide/features/fine_grained_activation_offloading.md).
void add_offloaded_modules(Flags& flags, const Offload& offload) {
    flags.emplace_back("--fine-grained-activation-offloading");
    flags.push_back(fmt::format("--offload-modules {}", fmt::join(names_of(offload.modules), " ")));
    if (offload.activations < 1)
        flags.push_back(fmt::format("--activation-offload-fraction {:g}", offload.activations));
}

/// HybridDeviceOptimizer (megatron/core/optimizer/cpu_offloading).
void add_offload(Flags& flags, const ParallelConfig& config, const TransformerModel& model) {
    if (!config.offload.modules.empty())
        add_offloaded_modules(flags, config.offload);
    else if (config.offload.activations > 0)
        add_offloaded_layers(flags, config, model);
    if (config.offload.optimizer == 0)
        return;
    if (config.offload.stride > 0)
        throw InputError({}, "offload_stride", "Megatron-LM has none: the host updates all that it keeps");
    flags.emplace_back("--optimizer-cpu-offload");
    flags.push_back(fmt::format("--optimizer-offload-fraction {:g}", config.offload.optimizer));
    flags.emplace_back("--use-precision-aware-optimizer");
}

void add_context_kind(Flags& flags, const ParallelConfig& config) {
    if (config.cp == 1)
        return;
    const ContextKind& kind = context_kind_of(config);
    if (kind.megatron_type.empty())
        throw InputError({}, "cp_kind", fmt::format("Megatron-LM has no {}", kind.name));
    flags.push_back(fmt::format("--cp-comm-type {}", kind.megatron_type));
}

void require_megatron_schedule(const ParallelConfig& config) {
    const bool known = config.pp == 1 || (config.schedule == ScheduleKind::one_f_one_b && config.vpp == 1) ||
                       (config.schedule == ScheduleKind::interleaved && config.vpp > 1);
    if (!known)
        throw InputError(
            {}, "schedule",
            fmt::format("Megatron-LM has no {} with vpp={}, expected 1f1b with vpp=1 or interleaved with "
                        "more",
                        name_of(config.schedule), config.vpp));
}

} // namespace

std::string megatron_caveat(const ParallelConfig& config, const TrainingJob& job) {
    std::string caveat;
    if (config.pp > 1 && config.p2p == P2p::in_turn)
        caveat = "The plan sends and receives in turn; Megatron-LM exchanges activations and gradients both "
                 "ways at once here.";
    else if (config.pp > 1 && config.vpp == 1 && config.p2p == P2p::overlapped)
        caveat = "The plan overlaps the transfers of 1f1b with its computation; stock Megatron-LM does so "
                 "only in the interleaved schedule (more than one chunk a device) and waits for them here.";
    if (config.recompute == Recompute::selective && framework_of(job).selective != SelectiveKeeps::modules)
        caveat +=
            fmt::format("{}The plan's selective recomputation, that of {}, keeps every second product; "
                        "Megatron-LM's, core_attn, computes the core of attention alone again and keeps "
                        "more.",
                        caveat.empty() ? "" : " ", framework_of(job).title);
    return caveat;
}

Flags megatron_flags(const ParallelConfig& config, const TransformerModel& model, const TrainingJob& job) {
    require_megatron_schedule(config);
    if (model.memory_layers)
        throw InputError({}, "memory_layers", "Megatron-LM has none, expected a model without");
    if (model.encoder)
        throw InputError({}, "encoder", "Megatron-LM's flags describe none, expected a model without");
    require_plain_tp(config, "Megatron-LM");
    Flags flags;
    add_size(flags, "tensor-model-parallel-size", config.tp);
    add_size(flags, "pipeline-model-parallel-size", config.pp);
    add_size(flags, "context-parallel-size", config.cp);
    add_context_kind(flags, config);
    add_pipeline(flags, config, model.mtp_layers);
    add_size(flags, "micro-batch-size", config.micro_batch);
    add_size(flags, "global-batch-size", config.global_batch);
    if (config.sequence_parallel && config.tp > 1)
        flags.emplace_back("--sequence-parallel");
    add_sharding(flags, config, job);
    add_offload(flags, config, model);
    if (!job.flash_attention)
        flags.emplace_back("--attention-backend unfused");
    if (job.overlap_gradient_exchange)
        flags.emplace_back("--overlap-grad-reduce");
    if (job.overlap_gradient_exchange && job.overlap_parameter_gather && config.zero_stage == 1)
        flags.emplace_back("--overlap-param-gather");
    if (job.overlap_tensor_parallel && config.sequence_parallel && config.tp > 1)
        flags.emplace_back("--tp-comm-overlap");
    add_recompute(flags, config, job);
    add_precision(flags, job.precision);
    add_primary_weights(flags, job);
    add_activation_inputs(flags, job);
    add_model(flags, model, job);
    add_attention(flags, model);
    add_experts(flags, config, model, job);
    return flags;
}

std::string megatron_flags_text(const PlanInputs& inputs, const Candidate& candidate) {
    const TrainingJob job = as_run_on(*inputs.cluster, candidate.mapping.gpu_of_rank, inputs.job);
    return fmt::format("{}\n", fmt::join(megatron_flags(candidate.config, inputs.model, job), "\n"));
}

namespace {

void write_flags(const ExportRequest& request, const std::function<void(std::string_view)>& piece) {
    piece(megatron_flags_text(request.plan.inputs, request.candidate));
}

std::vector<std::string> notes_of_flags(const ExportRequest& request) {
    std::vector<std::string> notes = notes_of_tuning(request);
    if (std::string caveat = megatron_caveat(request.candidate.config, request.plan.inputs.job);
        !caveat.empty())
        notes.push_back(std::move(caveat));
    return notes;
}

const Registered<ExportFormat>
    megatron_flags_row({.name = "megatron",
                        .description = "Megatron-LM flags of the whole configuration",
                        .main_file = "megatron_args.txt",
                        .write = write_flags,
                        .notes = notes_of_flags});

} // namespace
} // namespace pipette
