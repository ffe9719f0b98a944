// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/memory_model.h"

#include "core/base/units.h"
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

/// Copies of its input that the layer at work needs besides what it keeps, with tensor parallelism.
constexpr double layer_at_work = 5;

/// Share of a GPU that the allocator fills before it is out of memory, its fragments counted, and of the room
/// below it what still piles up then: it waits for the GPU to give back what it can.
constexpr double most_of_gpu = 0.9, left_when_dry = 0.5;

/// Jobs whose host got farther ahead than usual held up to this many times what the model says of them.
constexpr double at_most_spread = 1.04;

/// Bytes a logit: output of the head and gradient of the loss, fp32 where that is a copy; nanotron copies
/// twice.
double logits_bytes(const TrainingJob& job) {
    return 4 + element_bytes(job.precision) * (job.framework == "nanotron" ? 2 : 1);
}

/// Queries and keys before their rotary embedding, copies of a layer's input.
double rotary_inputs(const TransformerModel& m) {
    return 1 + double(m.kv_heads) / m.heads;
}

/// Bytes that nanotron still holds although their use is over. The host runs ahead of the GPU, and the
/// allocator takes back what other streams have read only when the GPU has caught up: inputs gathered for
/// tensor-parallel products, fp32 copies of what the rotary embedding turns, logits of the microbatch before.
/// A pipeline makes the host wait at every send: the fewer stages, the more often, and always before the
/// schedule is steady. Without one the backward pass adds its own gathered inputs where the host gets ahead
/// by a whole microbatch: where kernels outlast their launches, or microbatches are many.
/// `layers`: times microbatches held together. `most`: as far ahead as hosts of such jobs have been seen to
/// get, now and then: without a pipeline in a crowd too, with one of four stages as with one of eight.
double run_ahead_bytes(const TransformerModel& m, const TrainingJob& job, const ParallelConfig& c,
                       double tokens, double layers, bool most) {
    constexpr double two_inputs = 2, most_inputs = 42;
    constexpr double long_kernels = 2e7, past_launches = 5e6; // elements a GPU
    constexpr int gpus_of_node = 8, over_nodes = 16, many_microbatches = 16;
    const double elements = tokens * m.hidden, input = element_bytes(job.precision) * elements,
                 rotary = input * rotary_inputs(m) / c.tp * layers;
    const int n = c.microbatches();
    const bool waits = host_waits(c) && !(most && c.pp == 1);
    const auto gathered = [&](double kept, double limit) {
        return input * std::max(0.0, std::min(kept * layers, limit) - layer_at_work);
    };
    if (c.pp == 1) {
        const bool whole =
            n > 1 && (c.tp >= over_nodes || elements / c.tp >= past_launches || n >= many_microbatches);
        const double logits = tokens * m.vocab / c.tp,
                     before = whole ? element_bytes(job.precision) * logits : 0; // of the microbatch before
        if (c.tp == 1 || waits)
            return before;
        const double backward = gathered(1.5 * two_inputs, 1.25 * most_inputs);
        return before + rotary +
               (whole ? backward
                      : std::max(gathered(two_inputs, most_inputs), backward - logits_bytes(job) * logits));
    }
    if (c.tp == 1 || waits)
        return 0;
    if (c.world() <= gpus_of_node) // sends are soon done: inputs of the backward pass as well
        return rotary + gathered(1.5 * two_inputs, 1.5 * most_inputs);
    const bool long_ones = elements / c.tp > long_kernels * std::min(1.0, std::sqrt(c.tp / 8.0));
    if (c.pp >= 8 || (n > c.pp && (long_ones || (most && c.pp > 2))))
        return rotary + gathered(two_inputs, most_inputs);
    if (c.pp > 2)
        return gathered(0.6 * two_inputs, most_inputs);
    if (n > 1)
        return long_ones ? gathered(two_inputs / n, most_inputs) : 0;
    const double longer = std::min(1.0, elements / c.tp / long_kernels * std::sqrt(c.tp / 8.0));
    return longer * rotary + gathered(longer * two_inputs, most_inputs);
}

/// Bytes of one layer's scores, their softmax and its dropout where attention is not fused: 5as/h of sbh
/// (Korthikanti et al. 2022, equation 1): two elements and the mask's byte.
double scores_bytes(const TransformerModel& m, const TrainingJob& job, const ParallelConfig& c) {
    const double s = job.sequence_length;
    const double bytes = 2 * element_bytes(job.precision) + 1;
    return job.flash_attention ? 0 : bytes * s * s * c.micro_batch * m.heads / c.cp / c.tp;
}

/// Bytes that one layer keeps of one microbatch (Fujii et al. section 3; Korthikanti et al. table 2).
double layer_activations(const TransformerModel& m, const TrainingJob& job, const ParallelConfig& c) {
    const double h = m.hidden, tp = c.tp, s = job.sequence_length;
    const double elements = s * c.micro_batch * h / c.cp, input = element_bytes(job.precision) * elements;
    const double shared = c.sequence_parallel ? tp : 1; // what tensor parallelism alone leaves whole
    if (c.recompute == Recompute::full)
        return input / shared;
    const double kv = double(m.kv_heads) / m.heads, width = m.ffn_hidden / h;
    constexpr double norms_and_inputs = 4;
    const double masks = m.gated_mlp ? 0 : 2; // of dropout, a byte each
    double split = 2 + 2 * kv + (m.gated_mlp ? 4 : 2) * width;
    if (job.framework == "nanotron")
        split += rotary_inputs(m);
    return (input * norms_and_inputs + elements * masks) / shared + input * split / tp +
           (c.recompute == Recompute::none ? scores_bytes(m, job, c) : 0);
}

/// Bytes a parameter that gradients take: nanotron adds up in fp32 what the backward pass leaves in 16 bits.
double gradient_bytes(const TrainingJob& job) {
    const bool two_copies = job.framework == "nanotron" && job.precision != Precision::fp32;
    return gradient_bytes_per_parameter(job) + (two_copies ? element_bytes(job.precision) : 0);
}

bool holds(const DeviceLoad& load, int stage) {
    return std::find(load.stages.begin(), load.stages.end(), stage) != load.stages.end();
}

/// Bytes of the fp32 gradient of embeddings that first and last stage share: nanotron exchanges a copy.
double shared_embedding_bytes(const TransformerModel& m, const TrainingJob& job, const ParallelConfig& c,
                              const DeviceLoad& load) {
    const bool shares = job.framework == "nanotron" && m.tied_embeddings && c.pp > 1;
    return shares && (holds(load, 0) || holds(load, c.chunks() - 1)) ? 4 * embedding_parameters(m) / c.tp : 0;
}

/// Bytes that libraries of matrix products and communication take.
double workspace_bytes(const TrainingJob& job) {
    return (job.framework == "nanotron" ? 0.15 : 0.3) * bytes_per_gib;
}

} // namespace

bool host_waits(const ParallelConfig& config) {
    constexpr int crowd = 512, peers_over_nodes = 32;
    const bool crowded = crowding_gpus(config) >= crowd, wide = config.tp >= peers_over_nodes;
    return config.pp == 1 ? crowded && !wide : crowded || wide;
}

std::vector<DeviceMemory> analytic_memory(const TransformerModel& model, const TrainingJob& job,
                                          const ParallelConfig& config,
                                          const std::vector<double>& limits_bytes) {
    const double tokens = double(job.sequence_length) * config.micro_batch / config.cp;
    const double kept = layer_activations(model, job, config);
    const bool nanotron = job.framework == "nanotron";
    const auto loads = chunks_held(config);
    std::vector<DeviceMemory> devices(static_cast<std::size_t>(config.pp));
    for (int device = 0; device < config.pp; ++device) {
        const DeviceLoad& load = (*loads)[static_cast<std::size_t>(device)];
        const double parameters = parameters_of(model, config, load);
        const double share = config.zero_stage >= 1 ? double(config.dp) * config.cp : 1;
        DeviceMemory& memory = devices[static_cast<std::size_t>(device)];
        memory.limit = limits_bytes[static_cast<std::size_t>(device)];
        const auto add = [&memory](const char* name, double bytes) {
            memory.parts.push_back({name, bytes, MemoryPlace::gpu});
            memory.estimate += bytes;
        };
        add("parameters", element_bytes(job.precision) * parameters);
        add("gradients", gradient_bytes(job) * parameters + shared_embedding_bytes(model, job, config, load));
        add("optimizer", (8 + master_copy_bytes(job.precision)) * parameters / share);
        add("activations", kept * load.layers_held);
        if (holds(load, config.chunks() - 1))
            add("logits", logits_bytes(job) * tokens * model.vocab / config.tp);
        add("temporary", workspace_bytes(job) +
                             (nanotron && config.tp > 1
                                  ? layer_at_work * element_bytes(job.precision) * tokens * model.hidden
                                  : 0) +
                             (config.recompute == Recompute::none ? 0 : scores_bytes(model, job, config)));
        if (nanotron && config.recompute != Recompute::full) {
            const double room = std::max(0.0, most_of_gpu * memory.limit - memory.estimate);
            const auto piled_up = [&](bool most) {
                const double wanted = run_ahead_bytes(model, job, config, tokens, load.layers_held, most);
                return wanted <= room ? wanted : left_when_dry * room;
            };
            const double usual = piled_up(false), most = piled_up(true);
            if (most > usual)
                memory.upper = at_most_spread * (memory.estimate + most);
            add("run-ahead", usual);
        }
        memory.upper = std::max(memory.upper, memory.estimate);
        memory.verdict = verdict_of(memory.upper, memory.limit);
    }
    return devices;
}

} // namespace pipette
