// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/memory_model.h"

#include "core/memory/chunks_held.h"

#include <algorithm>
#include <cmath>

namespace pipette {
namespace {

/// Parameters of one pipeline device, one GPU of its tensor-parallel group.
double parameters_of(const TransformerModel& model, const ParallelConfig& config, const DeviceLoad& load) {
    const LayerParameters layer = layer_parameters(model);
    double count = 0;
    bool embedding = false;
    for (const int stage : load.stages) {
        count += config.layers_per_stage[static_cast<std::size_t>(stage)] *
                 (layer.matrices / config.tp + layer.replicated);
        if (stage == 0) {
            count += embedding_parameters(model) / config.tp + position_parameters(model);
            embedding = true;
        }
        if (stage == config.chunks() - 1)
            count += final_norm_parameters(model) +
                     (embedding && model.tied_embeddings ? 0 : head_parameters(model) / config.tp);
    }
    return count;
}

/// Bytes an element of its input that the layer at work needs besides what it keeps, with tensor parallelism.
constexpr double layer_at_work = 6;

/// Bytes an element of a layer's input that nanotron holds of the inputs gathered for tensor-parallel
/// products, all `layers` (times microbatches) held together. They are free once the products are done, but
/// the allocator takes them back only when the GPU has caught up with the host, which runs ahead by a bounded
/// number of kernels. A pipeline makes the host wait at every send: the fewer stages, the more often. Jobs of
/// 512 GPUs, and pipelines with 32 tensor-parallel peers, wait so long that nothing but the layer at work
/// piles up.
double gathered_inputs(const ParallelConfig& c, double elements, double layers) {
    constexpr double two_inputs = 4, run_ahead = 84;
    constexpr double long_kernels =
        2e7; // elements a GPU of 8 peers from which kernels outlast their launches
    constexpr int waiting_world = 512, waiting_peers = 32;
    if (c.tp == 1)
        return 0;
    const bool waits = c.pp == 1 ? c.world() >= waiting_world && c.tp < waiting_peers
                                 : c.world() >= waiting_world || c.tp >= waiting_peers;
    if (waits)
        return layer_at_work;
    const bool ahead =
        c.pp == 1 || c.pp >= 8 || elements / c.tp > long_kernels * std::min(1.0, std::sqrt(c.tp / 8.0));
    const double kept = ahead ? two_inputs : c.pp > 2 ? two_inputs / 2 : 0;
    return std::max(layer_at_work, std::min(kept * layers, run_ahead));
}

/// Bytes that one layer keeps of one microbatch (Fujii et al. section 3; Korthikanti et al. table 2).
double layer_activations(const TransformerModel& m, const TrainingJob& job, const ParallelConfig& c) {
    const double h = m.hidden, tp = c.tp, s = job.sequence_length;
    const double elements = s * c.micro_batch * h / c.cp;
    const double shared = c.sequence_parallel ? tp : 1; // what tensor parallelism alone leaves whole
    if (c.recompute == Recompute::full)
        return 2 * elements / shared;
    const double kv = double(m.kv_heads) / m.heads, width = m.ffn_hidden / h;
    const double norms_and_inputs = m.gated_mlp ? 8 : 10; // GPT keeps two dropout masks as well
    double split = 4 + 4 * kv + (m.gated_mlp ? 8 : 4) * width;
    if (job.framework == "nanotron")
        split += 5 + 4 * kv; // rotary embedding in fp32
    if (!m.gated_mlp && c.recompute == Recompute::none && job.framework != "nemo")
        split += 5.0 * m.heads * s / h; // scores of attention that is not fused
    return elements * (norms_and_inputs / shared + split / tp);
}

/// Bytes a logit: 16-bit output of the head, fp32 copy, gradient of the loss. In nanotron part of those of
/// the microbatch before is still there.
double logits_bytes(const TrainingJob& job, const ParallelConfig& config) {
    if (job.framework != "nanotron")
        return 6;
    return config.microbatches() > 1 ? 12 : 8;
}

/// Bytes a parameter that gradients take. nanotron adds up in fp32 what the backward pass leaves in 16 bits,
/// a part of it at a time; without ZeRO and pipeline the buckets of the exchange come on top.
double gradient_bytes(const TrainingJob& job, const ParallelConfig& config) {
    if (job.framework == "megatron-deepspeed")
        return 2;
    if (job.framework != "nanotron")
        return 4;
    return config.zero_stage == 0 && config.dp > 1 && config.pp == 1 ? 6 : 5;
}

constexpr double workspace_bytes =
    0.3 * 1024 * 1024 * 1024; ///< of matrix product and communication libraries

} // namespace

std::vector<DeviceMemory> analytic_memory(const TransformerModel& model, const TrainingJob& job,
                                          const ParallelConfig& config,
                                          const std::vector<double>& limits_bytes) {
    const double tokens = double(job.sequence_length) * config.micro_batch / config.cp;
    const double elements = tokens * model.hidden;
    const double kept = layer_activations(model, job, config);
    const auto loads = chunks_held(config);
    std::vector<DeviceMemory> devices(static_cast<std::size_t>(config.pp));
    for (int device = 0; device < config.pp; ++device) {
        const DeviceLoad& load = (*loads)[static_cast<std::size_t>(device)];
        const double parameters = parameters_of(model, config, load);
        const double share = config.zero_stage >= 1 ? double(config.dp) * config.cp : 1;
        DeviceMemory& memory = devices[static_cast<std::size_t>(device)];
        memory.parts = {{"parameters", 2 * parameters, MemoryPlace::gpu},
                        {"gradients", gradient_bytes(job, config) * parameters, MemoryPlace::gpu},
                        {"optimizer", 12 * parameters / share, MemoryPlace::gpu},
                        {"activations", kept * load.layers_held, MemoryPlace::gpu}};
        if (std::find(load.stages.begin(), load.stages.end(), config.chunks() - 1) != load.stages.end())
            memory.parts.push_back(
                {"logits", logits_bytes(job, config) * tokens * model.vocab / config.tp, MemoryPlace::gpu});
        double temporary = workspace_bytes;
        if (job.framework == "nanotron")
            temporary += elements * (config.recompute == Recompute::full
                                         ? layer_at_work
                                         : gathered_inputs(config, elements, load.layers_held));
        memory.parts.push_back({"temporary", temporary, MemoryPlace::gpu});
        for (const MemoryPart& part : memory.parts)
            memory.estimate += part.bytes;
        memory.limit = limits_bytes[static_cast<std::size_t>(device)];
        memory.upper = memory.estimate;
        memory.verdict = verdict_of(memory.upper, memory.limit);
    }
    return devices;
}

} // namespace pipette
