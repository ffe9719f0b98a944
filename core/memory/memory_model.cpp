// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/memory_model.h"

#include "core/base/units.h"
#include "core/framework/framework.h"
#include "core/framework/kept_activations.h"
#include "core/framework/optimizer.h"
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

/// Bytes of the largest layer that is computed again, beside what is kept of it.
double recomputed_bytes(const ModelLayers& layers, const TransformerModel& m, const TrainingJob& job,
                        const ParallelConfig& c) {
    if (c.recompute == Recompute::none)
        return 0;
    ParallelConfig all = c;
    all.recompute = Recompute::none;
    const std::vector<double> whole = activations_of_parts(layers, m, job, all, Keeps::rest),
                              kept = activations_of_parts(layers, m, job, c,
                                                          c.recompute == Recompute::full ? Keeps::checkpoint
                                                                                         : Keeps::rest);
    double beside = 0, feed_forward = 0;
    for (std::size_t i = 0; i < whole.size(); ++i) {
        const ModelPart& part = layers.parts()[i];
        if (part.place == LayerPart::feed_forward)
            feed_forward = std::max(feed_forward, whole[i] - kept[i]);
        else if (part.plain)
            beside += whole[i] - kept[i];
    }
    return beside + feed_forward;
}

/// Bytes of the stand-ins for gradients of one layer's matrices, one for each shape: of experts, of one.
double stand_in_bytes(const ModelLayers& layers, const TrainingJob& job, const ParallelConfig& c) {
    if (!framework_of(job).memory.stand_in_gradients || job.tuning.freezes_weights())
        return 0;
    const AxisSizes sizes = axis_sizes(c);
    double elements = 0;
    for (const ModelPart& part : layers.parts())
        if (part.in_before.back() > 0)
            for (const Product& product : part.table.products)
                elements += product.in / sizes.of(product.in_cut) * product.out / sizes.of(product.out_cut);
    return element_bytes(job.precision) * elements;
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

/// Bytes that each layer keeps of one microbatch where all are alike.
double mean_activations(const ModelLayers& layers, const TransformerModel& m, const TrainingJob& job,
                        const ParallelConfig& c) {
    const std::vector<double> of_part = activations_of_parts(
        layers, m, job, c, c.recompute == Recompute::full ? Keeps::checkpoint : Keeps::rest);
    double bytes = 0;
    for (std::size_t i = 0; i < of_part.size(); ++i)
        bytes += layers.parts()[i].in_before.back() / double(m.layers + m.mtp_layers) * of_part[i];
    return bytes;
}

/// Bytes that the layer keeps of one microbatch that keeps most.
double largest_kept(const ModelLayers& layers, const TransformerModel& m, const TrainingJob& job,
                    const ParallelConfig& c) {
    const std::vector<double> of_part = activations_of_parts(
        layers, m, job, c, c.recompute == Recompute::full ? Keeps::checkpoint : Keeps::rest);
    double around = 0, feed_forward = 0;
    for (std::size_t i = 0; i < of_part.size(); ++i)
        if (layers.parts()[i].place == LayerPart::feed_forward)
            feed_forward = std::max(feed_forward, of_part[i]);
        else
            around += of_part[i];
    return around + feed_forward;
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
    const bool alike = layers->alike() && model.mtp_layers == 0 && config.recompute_layers == 0;
    const double kept = alike ? mean_activations(*layers, model, job, config) : 1;
    const double largest_layer =
        config.offload.activations > 0 ? largest_kept(*layers, model, job, config) : 0;
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
        constexpr double full_bytes = 4;
        // Where gradients are spread, those whose updates are the host's go there as they come, and the
        // others are kept in fp32 for the GPU's updates.
        const bool leaves = config.offload.optimizer > 0 && config.zero_stage >= 2;
        add("gradients", (leaves ? full_bytes * (1 - config.offload.optimizer)
                                 : kept_gradient_bytes(job, config.zero_stage)) *
                                 gradients +
                             shared_embedding_bytes(model, job, config, stage));
        if (config.zero_stage >= 2)
            add("gathered layers", gathered_bytes(job, config, stage));
        const double states = optimizer_state_bytes(model, job, stage),
                     optimized = optimized_parameters(stage, config),
                     offloaded = config.offload.optimizer * optimized;
        add("optimizer", states * (optimized - offloaded));
        const double activations = kept * load.layers_held, hosted = config.offload.activations;
        // Of what goes to the host, two layers are on their way.
        constexpr double in_transit = 2;
        add("activations",
            (1 - hosted) * activations + hosted * std::min(activations, in_transit * largest_layer));
        const double logits =
            stage.has_head ? (1 + stage.predictions) * stage.tokens * model.vocab / config.tp : 0;
        if (stage.has_head)
            add("logits", head_output_bytes(job) * logits);
        add("temporary",
            (config.zero_stage >= 2 ? habits.sharded_workspace_gib : habits.workspace_gib) * bytes_per_gib +
                (config.tp > 1 ? habits.inputs_at_work * stage.activation_bytes(model) : 0) +
                recomputed_bytes(*layers, model, job, config) + stand_in_bytes(*layers, job, config) +
                gathered_keys_bytes(model, job, config));
        add_run_ahead(memory, model, job, config, stage.tokens,
                      (*held)[static_cast<std::size_t>(device)].layers_held);
        if (offloaded > 0) {
            memory.parts.push_back({"optimizer", states * offloaded, MemoryPlace::host});
            memory.parts.push_back({"gradients", full_bytes * offloaded, MemoryPlace::host});
        }
        if (hosted > 0)
            memory.parts.push_back({"activations", hosted * activations, MemoryPlace::host});
        memory.upper = std::max(memory.upper, memory.estimate) + habits.loss_copies * full_bytes * logits;
        memory.verdict = verdict_of(memory.upper, memory.limit);
    }
    return devices;
}

} // namespace pipette
