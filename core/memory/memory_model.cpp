// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/memory_model.h"

#include "core/base/units.h"
#include "core/framework/framework.h"
#include "core/memory/chunks_held.h"
#include "core/plan/context_kind.h"
#include "core/schedule/device_stages.h"

#include <algorithm>
#include <cmath>

namespace pipette {
namespace {

/// Share of a GPU that the allocator fills before it is out of memory, its fragments counted, and of the room
/// below it what still piles up then: it waits for the GPU to give back what it can.
constexpr double most_of_gpu = 0.9, left_when_dry = 0.5;

/// Bytes of one layer's scores, their softmax and its dropout where attention is not fused: 5as/h of sbh
/// (Korthikanti et al. 2022, equation 1): two elements and the mask's byte.
double scores_bytes(const TransformerModel& m, const TrainingJob& job, const ParallelConfig& c) {
    const double s = job.sequence_length;
    const double bytes = 2 * element_bytes(job.precision) + 1;
    return job.flash_attention ? 0 : bytes * s * s * c.micro_batch * m.heads / c.cp / c.tp;
}

/// Whether feed-forward matrices are frozen without adapters: nothing then asks for the inputs of their
/// products, which are kept for the gradients of weights alone.
bool drops_network_inputs(const TrainingJob& job) {
    return job.tuning.freezes_weights() && job.tuning.targets == AdapterTargets::attention;
}

/// Bytes of what the adapters of one layer keep of one microbatch: what lies between their two matrices.
double adapter_activations(const TransformerModel& m, const TrainingJob& job, const ParallelConfig& c,
                           double tokens, FeedForward feed_forward) {
    const FineTuning& tuning = job.tuning;
    if (!tuning.freezes_weights())
        return 0;
    double between = double(attention_matrices(m).size()) * tokens;
    if (tuning.targets == AdapterTargets::all) {
        between += double(network_matrices(m, network_width(m, feed_forward)).size()) * tokens;
        if (feed_forward == FeedForward::experts && m.moe)
            between +=
                double(network_matrices(m, m.moe->ffn_hidden).size()) * expert_copies(m, job, c, tokens);
    }
    return element_bytes(job.precision) * tuning.adapter_rank * between;
}

/// Bytes that the experts of one layer keep of one microbatch: what came to them and what goes back, both
/// products' outputs (the gate among them), and the router's numbers in fp32.
double expert_activations(const TransformerModel& m, const TrainingJob& job, const ParallelConfig& c,
                          double tokens) {
    const Experts& moe = *m.moe;
    const double copies = expert_copies(m, job, c, tokens);
    const double inputs = drops_network_inputs(job) ? 0 : 1;
    return element_bytes(job.precision) * copies *
               ((1 + inputs) * m.hidden + ((m.gated_mlp ? 2 : 1) + inputs) * moe.ffn_hidden) +
           4 * tokens / c.tp * moe.experts;
}

/// Bytes that a memory layer keeps of one microbatch beside attention: queries; numbers and weights of all
/// that the group takes that its values are spread over; the sum, its gate and their product.
double lookup_activations(const TransformerModel& m, const TrainingJob& job, const ParallelConfig& c,
                          double tokens) {
    const double queries = double(m.memory_layers->heads) * m.memory_layers->key_dim;
    return element_bytes(job.precision) * tokens / c.tp * (queries + 3.0 * value_size(m)) +
           lookup_bytes * lookups(m, c, tokens) * c.etp * c.ep;
}

/// Bytes of a layer's input, of every second product's output (queries, values, one of those that widen, what
/// goes to the next layer, which tensor parallelism leaves to be added up) and of attention's. `ffn_hidden`:
/// of its network.
double every_second_product_bytes(const TransformerModel& m, const ParallelConfig& c, double input,
                                  double ffn_hidden) {
    const AttentionWidths attention = attention_widths(m);
    const double split = (attention.query + attention.value + attention.output + ffn_hidden) / m.hidden;
    return input * (1.0 / (c.sequence_parallel ? c.tp : 1) + split / c.tp + 1);
}

/// Bytes that one layer keeps of one microbatch (Fujii et al. section 3; Korthikanti et al. table 2).
double layer_activations(const TransformerModel& m, const TrainingJob& job, const ParallelConfig& c,
                         FeedForward feed_forward) {
    const double h = m.hidden, tp = c.tp, s = job.sequence_length;
    const double elements = s * c.micro_batch * h / c.cp, input = element_bytes(job.precision) * elements;
    const double shared = c.sequence_parallel ? tp : 1; // what tensor parallelism alone leaves whole
    if (c.recompute == Recompute::full)
        return input / shared;
    const bool mixed = feed_forward == FeedForward::experts && m.moe,
               looks_up = feed_forward == FeedForward::memory && m.memory_layers;
    const double ffn_hidden = network_width(m, feed_forward),
                 looked_up = looks_up ? lookup_activations(m, job, c, elements / h) : 0;
    if (c.recompute == Recompute::selective && !mixed &&
        framework_of(job).selective == SelectiveKeeps::every_second_product)
        return every_second_product_bytes(m, c, input, ffn_hidden) + looked_up;
    const double width = ffn_hidden / h;
    const AttentionWidths attention = attention_widths(m);
    const double inputs = drops_network_inputs(job) ? 0 : 1; // of the feed-forward part's two products
    const double norms_and_inputs = 3 + inputs;
    const double masks = m.gated_mlp ? 0 : 2; // of dropout, a byte each
    double split = (attention.query + attention.output + attention.key + attention.value) / h +
                   ((m.gated_mlp ? 3 : 1) + inputs) * width;
    const double latent = m.mla ? 2.0 * (m.mla->q_lora + m.mla->kv_lora + m.mla->rope) / h : 0;
    if (framework_of(job).memory.keeps_rotary_inputs)
        split += rotary_inputs(m);
    return (input * (norms_and_inputs + latent) + elements * masks) / shared + input * split / tp +
           (mixed ? expert_activations(m, job, c, elements / h) : 0) + looked_up +
           adapter_activations(m, job, c, elements / h, feed_forward) +
           (c.recompute == Recompute::none ? scores_bytes(m, job, c) : 0);
}

/// Bytes of the largest layer that is computed again, beside what is kept of it.
double recomputed_bytes(const TransformerModel& m, const TrainingJob& job, const ParallelConfig& c) {
    ParallelConfig kept = c;
    if (c.recompute == Recompute::none)
        return 0;
    const bool all = framework_of(job).selective != SelectiveKeeps::all_but_scores;
    kept.recompute = all ? Recompute::none : Recompute::selective;
    const auto beside = [&](FeedForward form) {
        return layer_activations(m, job, kept, form) - layer_activations(m, job, c, form);
    };
    return (all ? 0 : scores_bytes(m, job, c)) +
           std::max({beside(FeedForward::dense), beside(FeedForward::experts), beside(FeedForward::memory)});
}

/// Bytes of the copy of the fp32 gradient that first and last stage exchange where they share embeddings.
double shared_embedding_bytes(const TransformerModel& m, const TrainingJob& job, const ParallelConfig& c,
                              const StageShape& stage) {
    const bool shares =
        framework_of(job).memory.copies_tied_gradient && m.tied_embeddings && c.pp > 1 && !stage.frozen;
    return shares && (stage.embeds || stage.has_head) ? 4 * embedding_parameters(m) / c.tp : 0;
}

/// Keys and values of the whole sequence in the layer at work, and their gradients, where a GPU gathers them.
double gathered_keys_bytes(const TransformerModel& m, const TrainingJob& job, const ParallelConfig& c) {
    if (c.cp == 1 || context_kind_of(c).pattern != ContextPattern::all_gather)
        return 0;
    const AttentionWidths width = attention_widths(m);
    const double heads = std::max(1.0, double(m.kv_heads) / c.tp);
    return 2 * element_bytes(job.precision) * job.sequence_length * c.micro_batch * heads *
           (width.key + width.value) / m.kv_heads;
}

/// Layers whose parameters are together while the stage computes, the one at work and the one that comes
/// next, and the gradients of one before they are spread.
double gathered_bytes(const TrainingJob& job, const ParallelConfig& c, const StageShape& stage) {
    const double layer = stage.parameters() / std::max(1.0, stage.layers),
                 trained = stage.trained_parameters() / stage.parameters();
    const double together = c.zero_stage == 3 ? 2 * stage.element_bytes : 0;
    return layer * (together + trained * exchanged_gradient_bytes(job));
}

/// [chunk] bytes that its layers keep of one microbatch.
std::vector<double> chunk_activations(const TransformerModel& m, const TrainingJob& job,
                                      const ParallelConfig& c) {
    const double dense = layer_activations(m, job, c, FeedForward::dense),
                 mixed = layer_activations(m, job, c, FeedForward::experts),
                 memory = layer_activations(m, job, c, FeedForward::memory);
    std::vector<double> bytes;
    for (int chunk = 0; chunk < c.chunks(); ++chunk) {
        const LayerCounts layers = layers_of_chunk(c, m, chunk);
        bytes.push_back(layers.dense() * dense + layers.with_experts * mixed + layers.with_memory * memory);
    }
    return bytes;
}

} // namespace

std::vector<DeviceMemory> analytic_memory(const TransformerModel& model, const TrainingJob& job,
                                          const ParallelConfig& config,
                                          const std::vector<double>& limits_bytes) {
    // Layers of one kind keep as much each.
    const bool alike = !model.moe && !model.memory_layers && model.mtp_layers == 0;
    const double kept = alike ? layer_activations(model, job, config, FeedForward::dense) : 1;
    const Framework& framework = framework_of(job);
    const MemoryHabits& habits = framework.memory;
    const std::vector<StageShape> stages = device_stages(model, job, config);
    const auto held = chunks_held(config),
               loads = alike ? held : chunks_held(config, chunk_activations(model, job, config));
    std::vector<DeviceMemory> devices(static_cast<std::size_t>(config.pp));
    for (int device = 0; device < config.pp; ++device) {
        const DeviceLoad& load = (*loads)[static_cast<std::size_t>(device)];
        const StageShape& stage = stages[static_cast<std::size_t>(device)];
        const double parameters =
                         config.zero_stage == 3 ? spread_parameters(stage, config) : stage.parameters(),
                     gradients =
                         config.zero_stage >= 2 ? spread_trained(stage, config) : stage.trained_parameters();
        DeviceMemory& memory = devices[static_cast<std::size_t>(device)];
        memory.limit = limits_bytes[static_cast<std::size_t>(device)];
        const auto add = [&memory](const char* name, double bytes) {
            memory.parts.push_back({name, bytes, MemoryPlace::gpu});
            memory.estimate += bytes;
        };
        add("parameters", stage.element_bytes * parameters);
        add("gradients", kept_gradient_bytes(job, config.zero_stage) * gradients +
                             shared_embedding_bytes(model, job, config, stage));
        if (config.zero_stage >= 2)
            add("gathered layers", gathered_bytes(job, config, stage));
        add("optimizer", (moment_bytes(model, job) + master_copy_bytes(job.precision)) *
                             optimized_parameters(stage, config));
        add("activations", kept * load.layers_held);
        const double logits =
            stage.has_head ? (1 + stage.predictions) * stage.tokens * model.vocab / config.tp : 0;
        if (stage.has_head)
            add("logits", head_output_bytes(job) * logits);
        add("temporary", habits.workspace_gib * bytes_per_gib +
                             (config.tp > 1 ? habits.inputs_at_work * stage.activation_bytes(model) : 0) +
                             recomputed_bytes(model, job, config) + gathered_keys_bytes(model, job, config));
        if (framework.run_ahead && config.recompute != Recompute::full) {
            const double room = std::max(0.0, most_of_gpu * memory.limit - memory.estimate);
            const auto piled_up = [&](bool most) {
                const double wanted =
                    framework.run_ahead(model, job, config, stage.tokens,
                                        (*held)[static_cast<std::size_t>(device)].layers_held, most);
                return wanted <= room ? wanted : left_when_dry * room;
            };
            const double usual = piled_up(false), most = piled_up(true);
            memory.upper = memory.estimate + most;
            add("run-ahead", usual);
        }
        constexpr double full_bytes = 4;
        memory.upper = std::max(memory.upper, memory.estimate) + habits.loss_copies * full_bytes * logits;
        memory.verdict = verdict_of(memory.upper, memory.limit);
    }
    return devices;
}

} // namespace pipette
