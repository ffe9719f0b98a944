// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/memory_model.h"

#include "core/base/units.h"
#include "core/framework/framework.h"
#include "core/memory/chunks_held.h"
#include "core/plan/context_kind.h"
#include "core/schedule/device_stages.h"
#include "core/workload/layers/part_folds.h"

#include <algorithm>
#include <cmath>
#include <numeric>

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

/// Bytes that one part of a layer keeps of one microbatch (Fujii et al. section 3; Korthikanti et al. table
/// 2), and its adapters: what lies between their two matrices.
double part_activations(const PartTable& part, const TrainingJob& job, const ParallelConfig& c) {
    const AxisSizes sizes = axis_sizes(c);
    const double tokens = double(job.sequence_length) * c.micro_batch / c.cp,
                 element = element_bytes(job.precision);
    const bool every_second = c.recompute == Recompute::selective &&
                              framework_of(job).selective == SelectiveKeeps::every_second_product;
    double bytes = 0;
    for (const KeptTensor& kept : part.kept) {
        if ((c.recompute == Recompute::full && kept.when != KeptTensor::checkpoint) ||
            (kept.when == KeptTensor::weights_train && drops_network_inputs(job)) ||
            (kept.when == KeptTensor::before_rotary && !framework_of(job).memory.keeps_rotary_inputs))
            continue;
        bytes += (kept.bytes > 0 ? kept.bytes : element) * rows_of(kept.rows, job, sizes, tokens) *
                 (every_second ? kept.every_second : kept.elements) / sizes.of(kept.cut);
    }
    if (c.recompute == Recompute::full || every_second)
        return bytes;
    for (const Product& product : part.products)
        if (carries_adapters(product, job.tuning)) {
            TokenRows rows = product.rows;
            rows.gathered = axis::none;
            bytes +=
                element * job.tuning.adapter_rank * rows_of(rows, job, sizes.with(axis::sequence, 1), tokens);
        }
    return bytes;
}

/// Bytes that a layer with one part in each place keeps of one microbatch; `feed_forward`: what follows
/// attention.
double layer_activations(const ModelLayers& layers, const ModelPart& feed_forward, const TransformerModel& m,
                         const TrainingJob& job, const ParallelConfig& c) {
    double bytes = c.recompute == Recompute::none ? scores_bytes(m, job, c) : 0;
    for (const ModelPart& part : layers.parts())
        if (&part == &feed_forward || (part.plain && part.place != LayerPart::feed_forward))
            bytes += part_activations(part.table, job, c);
    return bytes;
}

/// Bytes of the largest layer that is computed again, beside what is kept of it.
double recomputed_bytes(const ModelLayers& layers, const TransformerModel& m, const TrainingJob& job,
                        const ParallelConfig& c) {
    ParallelConfig kept = c;
    if (c.recompute == Recompute::none)
        return 0;
    const bool all = framework_of(job).selective != SelectiveKeeps::all_but_scores;
    kept.recompute = all ? Recompute::none : Recompute::selective;
    double beside = 0;
    for (const ModelPart& part : layers.parts())
        if (part.place == LayerPart::feed_forward)
            beside = std::max(beside, layer_activations(layers, part, m, job, kept) -
                                          layer_activations(layers, part, m, job, c));
    return (all ? 0 : scores_bytes(m, job, c)) + beside;
}

/// Bytes of the copy of the fp32 gradient that first and last stage exchange where they share embeddings.
double shared_embedding_bytes(const TransformerModel& m, const TrainingJob& job, const ParallelConfig& c,
                              const StageShape& stage) {
    const bool shares =
        framework_of(job).memory.copies_tied_gradient && m.tied_embeddings && c.pp > 1 && !stage.frozen;
    return shares && (stage.embeds || stage.has_head) ? 4 * double(m.hidden) * m.vocab / c.tp : 0;
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
std::vector<double> chunk_activations(const ModelLayers& layers, const TransformerModel& m,
                                      const TrainingJob& job, const ParallelConfig& c) {
    std::vector<double> of_part;
    for (const ModelPart& part : layers.parts())
        of_part.push_back(part_activations(part.table, job, c));
    const double scores = c.recompute == Recompute::none ? scores_bytes(m, job, c) : 0;
    std::vector<double> bytes;
    for (int chunk = 0; chunk < c.chunks(); ++chunk) {
        const PartCounts counts = parts_in_chunk(c, m, layers, chunk);
        bytes.push_back(std::inner_product(counts.begin(), counts.end(), of_part.begin(),
                                           layers_in_chunk(c, m, chunk) * scores));
    }
    return bytes;
}

/// Bytes that the mean of the model's layers keeps of one microbatch.
double mean_activations(const ModelLayers& layers, const TransformerModel& m, const TrainingJob& job,
                        const ParallelConfig& c) {
    double bytes = c.recompute == Recompute::none ? scores_bytes(m, job, c) : 0;
    for (const ModelPart& part : layers.parts())
        bytes +=
            part.in_before.back() / double(m.layers + m.mtp_layers) * part_activations(part.table, job, c);
    return bytes;
}

/// Adds what piles up because the host runs ahead of the GPU, as usual; the upper estimate has the most that
/// hosts have been seen to pile up. `layers_held`: times microbatches.
void add_run_ahead(DeviceMemory& memory, const TransformerModel& m, const TrainingJob& job,
                   const ParallelConfig& c, double tokens, double layers_held) {
    const RunAhead run_ahead = framework_of(job).run_ahead;
    if (!run_ahead || c.recompute == Recompute::full)
        return;
    const double room = std::max(0.0, most_of_gpu * memory.limit - memory.estimate);
    const auto piled_up = [&](bool most) {
        const double wanted = run_ahead(m, job, c, tokens, layers_held, most);
        return wanted <= room ? wanted : left_when_dry * room;
    };
    const double usual = piled_up(false);
    memory.upper = memory.estimate + piled_up(true);
    memory.parts.push_back({"run-ahead", usual, MemoryPlace::gpu});
    memory.estimate += usual;
}

} // namespace

std::vector<DeviceMemory> analytic_memory(const TransformerModel& model, const TrainingJob& job,
                                          const ParallelConfig& config,
                                          const std::vector<double>& limits_bytes) {
    // Layers of one kind keep as much each.
    const auto layers = layers_of(model);
    const bool alike = layers->alike() && model.mtp_layers == 0;
    const double kept = alike ? mean_activations(*layers, model, job, config) : 1;
    const MemoryHabits& habits = framework_of(job).memory;
    const std::vector<StageShape> stages = device_stages(model, job, config);
    const auto held = chunks_held(config),
               loads = alike ? held : chunks_held(config, chunk_activations(*layers, model, job, config));
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
        add("gradients",
            kept_gradient_bytes(job) * gradients + shared_embedding_bytes(model, job, config, stage));
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
                             recomputed_bytes(*layers, model, job, config) +
                             gathered_keys_bytes(model, job, config));
        add_run_ahead(memory, model, job, config, stage.tokens,
                      (*held)[static_cast<std::size_t>(device)].layers_held);
        constexpr double full_bytes = 4;
        memory.upper = std::max(memory.upper, memory.estimate) + habits.loss_copies * full_bytes * logits;
        memory.verdict = verdict_of(memory.upper, memory.limit);
    }
    return devices;
}

} // namespace pipette
