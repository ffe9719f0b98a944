// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/memory_model.h"

#include "core/memory/chunks_held.h"

#include <algorithm>

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

/// Bytes an element of a layer's input that nanotron keeps of the inputs gathered for tensor-parallel
/// products. Deeper pipelines keep more of them; its runs on 512 GPUs and those with 32 tensor-parallel peers
/// in a pipeline kept none.
double gathered_inputs(const ParallelConfig& c) {
    if (c.tp == 1)
        return 0;
    if (c.pp == 1)
        return 4;
    if (c.tp >= 32 || c.world() >= 512)
        return 0;
    return std::min(3.0, 4 * (1 - 2.0 / c.pp));
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
    double whole = 0;
    if (job.framework == "nanotron") {
        split += 4 + 4 * kv; // rotary embedding in fp32
        whole = gathered_inputs(c);
    }
    if (!m.gated_mlp && c.recompute == Recompute::none && job.framework != "nemo")
        split += 5.0 * m.heads * s / h; // scores of attention that is not fused
    return elements * (norms_and_inputs / shared + split / tp + whole);
}

/// Bytes a logit: 16-bit output of the head, fp32 copy, gradient of the loss. In nanotron those of the
/// microbatch before are still there.
double logits_bytes(const TrainingJob& job, const ParallelConfig& config) {
    if (job.framework != "nanotron")
        return 6;
    return config.microbatches() > 1 ? 13 : 9;
}

constexpr double workspace_bytes =
    0.3 * 1024 * 1024 * 1024; ///< of matrix product and communication libraries

} // namespace

std::vector<DeviceMemory> analytic_memory(const TransformerModel& model, const TrainingJob& job,
                                          const ParallelConfig& config,
                                          const std::vector<double>& limits_bytes) {
    const bool fp32_gradients = job.framework != "megatron-deepspeed";
    const double tokens = double(job.sequence_length) * config.micro_batch / config.cp;
    const double kept = layer_activations(model, job, config);
    const auto loads = chunks_held(config);
    std::vector<DeviceMemory> devices(static_cast<std::size_t>(config.pp));
    for (int device = 0; device < config.pp; ++device) {
        const DeviceLoad& load = (*loads)[static_cast<std::size_t>(device)];
        const double parameters = parameters_of(model, config, load);
        const double share = config.zero_stage >= 1 ? double(config.dp) * config.cp : 1;
        DeviceMemory& memory = devices[static_cast<std::size_t>(device)];
        memory.parts = {{"parameters", 2 * parameters, MemoryPlace::gpu},
                        {"gradients", (fp32_gradients ? 4 : 2) * parameters, MemoryPlace::gpu},
                        {"optimizer", 12 * parameters / share, MemoryPlace::gpu},
                        {"activations", kept * load.layers_held, MemoryPlace::gpu}};
        if (std::find(load.stages.begin(), load.stages.end(), config.chunks() - 1) != load.stages.end())
            memory.parts.push_back(
                {"logits", logits_bytes(job, config) * tokens * model.vocab / config.tp, MemoryPlace::gpu});
        memory.parts.push_back({"temporary", workspace_bytes, MemoryPlace::gpu});
        for (const MemoryPart& part : memory.parts)
            memory.estimate += part.bytes;
        memory.limit = limits_bytes[static_cast<std::size_t>(device)];
        memory.upper = memory.estimate;
        memory.verdict = verdict_of(memory.upper, memory.limit);
    }
    return devices;
}

} // namespace pipette
