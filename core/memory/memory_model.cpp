// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/memory_model.h"

#include <algorithm>

namespace pipette {
namespace {

/// Parameters of one pipeline device, one GPU of its tensor-parallel group.
double parameters_of(const TransformerModel& model, const ParallelConfig& config, int device) {
    const LayerParameters layer = layer_parameters(model);
    double layers = 0;
    for (int chunk = device; chunk < config.chunks(); chunk += config.pp)
        layers += config.layers_per_stage[static_cast<std::size_t>(chunk)];
    const bool first = device == 0, last = device == config.pp - 1;
    double count = layers * (layer.matrices / config.tp + layer.replicated);
    if (first)
        count += embedding_parameters(model) / config.tp + position_parameters(model);
    if (last)
        count += final_norm_parameters(model) +
                 (first && model.tied_embeddings ? 0 : head_parameters(model) / config.tp);
    return count;
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
        split += 4 + 4 * kv;                 // rotary embedding in fp32
        whole = c.pp == 1 && tp > 1 ? 4 : 0; // inputs gathered for the products, kept outside of pipelines
    }
    if (!m.gated_mlp && c.recompute == Recompute::none && job.framework != "nemo")
        split += 5.0 * m.heads * s / h; // scores of attention that is not fused
    return elements * (norms_and_inputs / shared + split / tp + whole);
}

/// Microbatches whose activations each model chunk of a device holds at its peak, summed over the device's
/// layers.
double layers_held(const ParallelConfig& c, int device) {
    const double n = c.microbatches();
    double layers = 0;
    for (int chunk = device; chunk < c.chunks(); chunk += c.pp)
        layers += c.layers_per_stage[static_cast<std::size_t>(chunk)];
    if (c.schedule == ScheduleKind::gpipe)
        return n * layers;
    if (c.vpp == 1)
        return std::min<double>(c.pp - device, n) * layers;
    const double in_flight = std::min<double>(n * c.vpp, 2.0 * (c.pp - device - 1) + (c.vpp - 1) * c.pp + 1);
    return in_flight * layers / c.vpp;
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
    std::vector<DeviceMemory> devices(static_cast<std::size_t>(config.pp));
    for (int device = 0; device < config.pp; ++device) {
        const double parameters = parameters_of(model, config, device);
        const double share = config.zero_stage >= 1 ? double(config.dp) * config.cp : 1;
        DeviceMemory& memory = devices[static_cast<std::size_t>(device)];
        memory.parts = {{"parameters", 2 * parameters, MemoryPlace::gpu},
                        {"gradients", (fp32_gradients ? 4 : 2) * parameters, MemoryPlace::gpu},
                        {"optimizer", 12 * parameters / share, MemoryPlace::gpu},
                        {"activations", kept * layers_held(config, device), MemoryPlace::gpu}};
        if (device == config.pp - 1)
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
