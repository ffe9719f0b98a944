// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/parallel_config.h"

#include "core/base/bounds.h"
#include "core/base/input_error.h"
#include "core/plan/context_kind.h"
#include "core/plan/stages/layers_text.h"
#include "core/plan/stages/stage_tp.h"
#include "core/workload/fine_tuning.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <set>

namespace pipette {
namespace {

/// Searches ask of very many configurations: the reason is put in words only where there is one.
template <class... Parts>
void require(bool holds, const char* field, fmt::format_string<const Parts&...> reason,
             const Parts&... parts) {
    if (!holds)
        throw InputError({}, field, fmt::format(reason, parts...));
}

bool has_dense_layers(const TransformerModel& model) {
    for (int layer = 0; layer < model.layers; ++layer)
        if (!has_experts(model, layer) && !has_memory(model, layer))
            return true;
    return false;
}

void check_experts(const ParallelConfig& c, const TransformerModel& model) {
    if (!model.moe)
        require((c.ep == 1 || model.memory_layers) && c.etp == 1, c.etp == 1 ? "ep" : "etp",
                "the model has no experts");
    if (model.moe) {
        require(model.moe->experts % c.ep == 0, "ep", "{} does not divide the {} experts", c.ep,
                model.moe->experts);
        require(model.moe->ffn_hidden % c.etp == 0, "etp", "{} does not divide the experts' ffn_hidden {}",
                c.etp, model.moe->ffn_hidden);
    }
    const long ranks = long{c.tp} * c.cp * c.dp;
    require(ranks % (long{c.etp} * c.ep) == 0, "ep",
            "etp*ep = {}*{} does not divide the tp*cp*dp = {} ranks of a stage", c.etp, c.ep, ranks);
}

/// Values that layers share lie on one stage, and what a group holds of them is never gathered.
void check_memory(const ParallelConfig& c, const TransformerModel& model) {
    if (!model.memory_layers)
        return;
    require(value_size(model) % (long{c.etp} * c.ep) == 0, "ep",
            "etp*ep = {}*{} does not divide the {} elements of the memory layers' values", c.etp, c.ep,
            value_size(model));
    require(c.tp == 1 || c.sequence_parallel, "sequence_parallel",
            "is false, expected true: with tp above 1 each GPU looks up the values of its own tokens");
    require(c.zero_stage < 2, "zero_stage", "is {}, expected 0 or 1 with memory layers", c.zero_stage);
    if (!model.memory_layers->shared)
        return;
    std::set<int> devices;
    for (int chunk = 0, layer = 0; chunk < c.chunks(); ++chunk)
        for (int i = 0; i < layers_in_chunk(c, model, chunk); ++i, ++layer)
            if (has_memory(model, layer))
                devices.insert(device_of_chunk(c, chunk));
    require(devices.size() <= 1, "pp", "{} lays memory layers that share their values on {} stages", c.pp,
            devices.size());
}

/// Each GPU of an all-to-all has whole heads.
void check_context(const ParallelConfig& c, const TransformerModel& model) {
    if (c.cp == 1 || context_kind_of(c).pattern != ContextPattern::all_to_all)
        return;
    const long split = long{c.tp} * c.cp;
    require(model.heads % split == 0 && model.kv_heads % split == 0, "cp",
            "tp*cp = {}*{} does not divide the {} heads and {} key-value heads, which {} gives whole to GPUs",
            c.tp, c.cp, model.heads, model.kv_heads, c.cp_kind);
}

void check_recompute(const ParallelConfig& c, const TransformerModel& model, const TrainingJob& job) {
    require(c.recompute_layers >= 0 && c.recompute_layers <= model.layers, "recompute_layers",
            "is {}, expected 0 (all) to the model's {} layers", c.recompute_layers, model.layers);
    require(c.recompute_layers == 0 || c.recompute == Recompute::full, "recompute_layers",
            "is {}, but layers are computed again with recompute=full alone", c.recompute_layers);
    if (c.recompute != Recompute::selective)
        return;
    require(!c.recompute_modules.empty(), "recompute_modules", "is empty, expected one of {}",
            known_names<RecomputeModule>());
    const std::pair<RecomputeModule, bool> needs[] = {
        {RecomputeModule::mla_up_proj, model.mla.has_value()},
        {RecomputeModule::moe, model.moe.has_value()},
        {RecomputeModule::moe_act, model.moe.has_value()},
        {RecomputeModule::shared_experts, model.moe.has_value()}};
    for (const auto& [module, has] : needs)
        require(has || !c.recompute_modules.has(module), "recompute_modules", "has {}, the model has none",
                name_of(module));
    require(!job.overlap_expert_exchange || !c.recompute_modules.has(RecomputeModule::moe),
            "recompute_modules",
            "has moe, whose exchange of tokens the job overlaps with the compute of another microbatch");
}

void check_offload(const ParallelConfig& c, const TransformerModel& model, const TrainingJob& job) {
    require(c.offload.optimizer >= 0 && c.offload.optimizer <= 1, "offload",
            "is {}, expected a share from 0 to 1 of the optimizer's state", c.offload.optimizer);
    require(c.offload.activations >= 0 && c.offload.activations <= 1, "offload_activations",
            "is {}, expected a share from 0 to 1 of what the layers keep", c.offload.activations);
    require(c.offload.stride == 0 || (c.offload.stride >= 2 && c.offload.stride <= 1000), "offload_stride",
            "is {}, expected 0 (all updates on the host) or 2 to 1000", c.offload.stride);
    require(c.offload.stride == 0 || c.offload.optimizer > 0, "offload_stride",
            "is {}, but nothing of the optimizer is offloaded", c.offload.stride);
    const OffloadModules modules = c.offload.modules;
    if (modules.empty())
        return;
    require(c.offload.activations > 0, "offload_modules", "are {}, but no share of their inputs is offloaded",
            text_of(modules));
    require(!modules.has(OffloadModule::attn_proj) || modules.has(OffloadModule::core_attn),
            "offload_modules", "are {}: attn_proj needs core_attn, whose output is its input",
            text_of(modules));
    require(c.recompute != Recompute::full, "offload_modules",
            "are {}, but full recomputation keeps none of their inputs", text_of(modules));
    for (int i = 0; i < offload_module_count; ++i)
        if (const auto module = static_cast<OffloadModule>(i); modules.has(module))
            require(has_offload_module(module, model, job), "offload_modules",
                    "has {}, which is not there: expert_fc1 and moe_act need experts, attn_norm latent "
                    "attention, "
                    "mlp_norm experts, and neither norm may lie in CUDA graphs",
                    enum_names(module)[static_cast<std::size_t>(i)]);
}

void check_shard(const ParallelConfig& c, const TransformerModel& model) {
    require(c.shard >= 0 && c.sharers() % c.shards() == 0, "shard",
            "{} does not divide the dp*cp = {} GPUs that hold the same parameters", c.shard, c.sharers());
    if (c.shard_replicas() == 1)
        return;
    require(c.zero_stage >= 2, "shard", "needs zero_stage 2 or 3, which spread more than optimizer state");
    require(!model.moe || c.edp() % c.shard_replicas() == 0, "shard",
            "the {} replicas of what is spread do not divide the {} GPUs that hold the same experts",
            c.shard_replicas(), model.moe ? c.edp() : 0);
}

} // namespace

namespace {

bool is_even(const std::vector<int>& layers) {
    const int all = std::accumulate(layers.begin(), layers.end(), 0);
    return layers == even_layers(all, static_cast<int>(layers.size()));
}

} // namespace

std::string short_name(const ParallelConfig& c) {
    std::string text = fmt::format("pp={} tp={}", c.pp, c.tp);
    if (c.tp_x > 1)
        text += fmt::format(" tp_x={}", c.tp_x);
    if (has_stage_tp(c))
        text += fmt::format(" tp_per_stage={}", layers_text(c.tp_per_stage, "+"));
    if (c.cp > 1)
        text += fmt::format(" cp={}{}{}", c.cp, c.cp_kind == "ring" ? "" : " ",
                            c.cp_kind == "ring" ? "" : c.cp_kind);
    text += fmt::format(" dp={}", c.dp);
    if (c.ep > 1)
        text += fmt::format(" ep={}", c.ep);
    if (c.etp > 1)
        text += fmt::format(" etp={}", c.etp);
    if (c.vpp > 1)
        text += fmt::format(" vpp={}", c.vpp);
    text += fmt::format(" mb={}", c.micro_batch);
    if (c.zero_stage != ParallelConfig{}.zero_stage && c.sharers() > 1)
        text += fmt::format(" zero={}", c.zero_stage);
    if (c.shard_replicas() > 1)
        text += fmt::format(" shard={}", c.shards());
    if (c.pp > 1)
        text += fmt::format(" {}", name_of(c.schedule));
    if (!c.layers_per_stage.empty() && !is_even(c.layers_per_stage))
        text += fmt::format(" layers={}", layers_text(c.layers_per_stage, "+"));
    if (c.recompute == Recompute::selective && c.recompute_modules != ParallelConfig{}.recompute_modules)
        text += fmt::format(" {}-recompute", text_of(c.recompute_modules));
    else if (c.recompute == Recompute::full && c.recompute_layers > 0)
        text += fmt::format(" full-recompute:{}", c.recompute_layers);
    else if (c.recompute != Recompute::none)
        text += fmt::format(" {}-recompute", name_of(c.recompute));
    if (c.offload.optimizer > 0)
        text += fmt::format(" offload={:g}", c.offload.optimizer);
    if (c.offload.activations > 0)
        text += fmt::format(" offload_activations={:g}", c.offload.activations);
    if (!c.offload.modules.empty())
        text += fmt::format(" offload_modules={}", text_of(c.offload.modules));
    if (c.offload.stride > 0)
        text += fmt::format(" stride={}", c.offload.stride);
    return text;
}

std::string recompute_text(const ParallelConfig& c) {
    std::string text(name_of(c.recompute));
    if (c.recompute == Recompute::selective && c.recompute_modules != ParallelConfig{}.recompute_modules)
        text += fmt::format(" ({})", text_of(c.recompute_modules));
    if (c.recompute == Recompute::full && c.recompute_layers > 0)
        text +=
            fmt::format(" ({} {} a chunk)", c.recompute_layers, c.recompute_layers == 1 ? "layer" : "layers");
    return text;
}

int device_of_chunk(const ParallelConfig& c, int chunk) {
    return family_of(c.schedule).device_of_chunk(chunk, c.pp);
}

std::vector<int> even_layers(int layers, int chunks) {
    std::vector<int> split(static_cast<std::size_t>(chunks), layers / chunks);
    // Extra layers go before the last chunk, which has the head and the loss: the later a chunk, the fewer
    // microbatches it holds.
    const int extra = layers % chunks, first = chunks - 1 - extra;
    for (int i = 0; i < extra; ++i)
        ++split[static_cast<std::size_t>(first + i)];
    return split;
}

bool splits_sequences(const ParallelConfig& config, const TrainingJob& job) {
    return config.peers() > 0 && job.sequence_length % config.peers() == 0;
}

std::vector<int> usual_layers(const TransformerModel& model, int chunks) {
    if (model.mtp_layers == 0)
        return even_layers(model.layers, chunks);
    const int each = (model.layers + chunks - 1) / chunks, surplus = each * chunks - model.layers;
    std::vector<int> split(static_cast<std::size_t>(chunks), each);
    split.back() -= std::min(surplus, each);
    for (int left = surplus - each, i = 0; left > 0; --left, ++i)
        --split[static_cast<std::size_t>(i % chunks)];
    return split;
}

int layers_in_chunk(const ParallelConfig& c, const TransformerModel& model, int chunk) {
    return c.layers_per_stage[static_cast<std::size_t>(chunk)] +
           (chunk == c.chunks() - 1 ? model.mtp_layers : 0);
}

PartCounts parts_in_chunk(const ParallelConfig& c, const TransformerModel& model, const ModelLayers& layers,
                          int chunk) {
    const int first = std::accumulate(c.layers_per_stage.begin(), c.layers_per_stage.begin() + chunk, 0);
    return layers.counts(first, first + layers_in_chunk(c, model, chunk));
}

RecomputeModules repeated_modules(const ParallelConfig& c) {
    return c.recompute == Recompute::selective ? c.recompute_modules : RecomputeModules{};
}

bool has_offload_module(OffloadModule module, const TransformerModel& model, const TrainingJob& job) {
    switch (module) {
    case OffloadModule::attn_norm:
        return model.mla && !job.cuda_graphs;
    case OffloadModule::mlp_norm:
        return model.moe && !job.cuda_graphs;
    case OffloadModule::expert_fc1:
    case OffloadModule::moe_act:
        return model.moe.has_value();
    case OffloadModule::qkv_linear:
    case OffloadModule::core_attn:
    case OffloadModule::attn_proj:
        break;
    }
    return true;
}

int layers_repeated(const ParallelConfig& c, int layers) {
    if (c.recompute != Recompute::full)
        return 0;
    return c.recompute_layers > 0 ? std::min(c.recompute_layers, layers) : layers;
}

PartCounts parts_repeated(const ParallelConfig& c, const TransformerModel& model, const ModelLayers& layers,
                          int chunk) {
    const int first = std::accumulate(c.layers_per_stage.begin(), c.layers_per_stage.begin() + chunk, 0);
    return layers.counts(first, first + layers_repeated(c, layers_in_chunk(c, model, chunk)));
}

AxisSizes axis_sizes(const ParallelConfig& c) {
    return AxisSizes{}
        .with(axis::tp, c.tp_y())
        .with(axis::x, c.tp_x)
        .with(axis::sequence, c.sequence_parallel ? c.tp : c.tp_x)
        .with(axis::ep, c.ep)
        .with(axis::etp, c.etp);
}

void check(const ParallelConfig& c, const TransformerModel& model, const TrainingJob& job) {
    const std::pair<const char*, int> sizes[] = {
        {"pp", c.pp},   {"tp", c.tp},   {"tp_x", c.tp_x},
        {"cp", c.cp},   {"dp", c.dp},   {"ep", c.ep},
        {"etp", c.etp}, {"vpp", c.vpp}, {"micro_batch", c.micro_batch}};
    for (const auto& [field, value] : sizes)
        if (!bounds::parallel_size.hold(value))
            throw InputError({}, field,
                             fmt::format("is {}, expected {}", value, text_of(bounds::parallel_size)));
    require(double(c.pp) * c.tp * c.cp * c.dp <= double(bounds::parallel_size.most), "pp*tp*cp*dp",
            "is more GPUs than any cluster has");
    require(c.global_batch == job.global_batch, "global_batch", "is {}, the job has {}", c.global_batch,
            job.global_batch);
    require(c.zero_stage >= 0 && c.zero_stage <= 3, "zero_stage", "is {}, expected 0 to 3", c.zero_stage);
    check_shard(c, model);
    check_recompute(c, model, job);
    check_offload(c, model, job);
    check(model, job.tuning);
    require(c.tp % c.tp_x == 0, "tp_x", "{} does not divide tp = {}", c.tp_x, c.tp);
    require(model.hidden % c.tp_x == 0, "tp_x", "{} does not divide the hidden size {}", c.tp_x,
            model.hidden);
    const int tp = c.tp_y();
    require(model.heads % tp == 0, "tp", "{} does not divide the {} heads", tp, model.heads);
    require(model.kv_heads % tp == 0 || tp % model.kv_heads == 0, "tp",
            "{} does not fit the {} key-value heads", tp, model.kv_heads);
    require(!has_dense_layers(model) || model.ffn_hidden % tp == 0, "tp", "{} does not divide ffn_hidden {}",
            tp, model.ffn_hidden);
    check_experts(c, model);
    check_context(c, model);
    require(c.cp == 1 || job.sequence_length % (2 * c.cp) == 0, "cp",
            "2*{} does not divide the sequence of {} tokens", c.cp, job.sequence_length);
    require(!c.sequence_parallel || job.sequence_length % (c.tp * c.cp) == 0, "tp",
            "{} does not divide the sequence of {} tokens (sequence parallelism)", c.tp * c.cp,
            job.sequence_length);
    require(c.global_batch % (static_cast<long long>(c.dp) * c.micro_batch) == 0, "global_batch",
            "{} is not a multiple of dp*micro_batch = {}*{}", c.global_batch, c.dp, c.micro_batch);
    require(static_cast<long long>(c.pp) * c.vpp <= model.layers, "pp",
            "{} stages of {} chunks are more than the {} layers", c.pp, c.vpp, model.layers);
    require(static_cast<int>(c.layers_per_stage.size()) == c.chunks(), "layers_per_stage",
            "has {} entries, expected pp*vpp = {}", c.layers_per_stage.size(), c.chunks());
    for (const int layers : c.layers_per_stage)
        require(layers >= 0, "layers_per_stage", "has a negative entry");
    require(std::accumulate(c.layers_per_stage.begin(), c.layers_per_stage.end(), 0LL) == model.layers,
            "layers_per_stage", "does not sum to the model's {} layers", model.layers);
    check_memory(c, model);
    check_stage_tp(c, model, job);
}

} // namespace pipette
