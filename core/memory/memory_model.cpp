// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/memory_model.h"

#include "core/base/units.h"
#include "core/framework/framework.h"
#include "core/framework/kept_activations.h"
#include "core/framework/optimizer.h"
#include "core/memory/chunks_held.h"
#include "core/plan/context_kind.h"
#include "core/plan/stages/stage_tp.h"
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

/// Of the memory of a device, on GPU and host.
constexpr std::size_t most_parts = 12;

/// Bytes of the largest layer; `of_part`: [part] bytes that each part adds to a layer. A layer has one of the
/// networks and one of the kinds of norms.
double largest_layer(const ModelLayers& layers, const std::vector<double>& of_part) {
    double beside = 0, feed_forward = 0, around = 0;
    for (std::size_t i = 0; i < of_part.size(); ++i) {
        const ModelPart& part = layers.parts()[i];
        if (part.place == LayerPart::feed_forward)
            feed_forward = std::max(feed_forward, of_part[i]);
        else if (part.place == LayerPart::around)
            around = std::max(around, of_part[i]);
        else if (part.plain)
            beside += of_part[i];
    }
    return beside + feed_forward + around;
}

/// [part] bytes of activations that each part of a layer keeps for one microbatch. With full recomputation
/// this is the input of a layer that is recomputed: layers that Megatron's "block" leaves out keep more.
std::vector<double> kept_of_parts(const ModelLayers& layers, const TransformerModel& m,
                                  const TrainingJob& job, const ParallelConfig& c) {
    return activations_of_parts(layers, m, job, c,
                                c.recompute == Recompute::full ? Keeps::checkpoint : Keeps::rest);
}

/// Bytes that the recomputation of the largest layer holds, beside the activations that this layer keeps.
double recomputed_bytes(const ModelLayers& layers, const TransformerModel& m, const TrainingJob& job,
                        const ParallelConfig& c) {
    if (c.recompute == Recompute::none)
        return 0;
    ParallelConfig all = c;
    all.recompute = Recompute::none;
    const std::vector<double> whole = activations_of_parts(layers, m, job, all, Keeps::rest),
                              kept = kept_of_parts(layers, m, job, c);
    std::vector<double> freed;
    for (std::size_t i = 0; i < whole.size(); ++i)
        freed.push_back(whole[i] - kept[i]);
    return largest_layer(layers, freed);
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

/// Bytes of `all` parameters, `cast` of which are matrices whose products cast them: without copies.
double primary_bytes(const StageShape& stage, const TrainingJob& job, MatrixLayouts layouts, double all,
                     double cast) {
    return stage.element_bytes * (all - cast) + primary_matrix_bytes(job, layouts) * cast;
}

/// Bytes of the stage's parameters as the GPU keeps them.
double parameter_bytes(const StageShape& stage, const TrainingJob& job, const ParallelConfig& c,
                       MatrixLayouts layouts) {
    if (c.zero_stage == 3) // cast once they are gathered
        return primary_bytes(stage, job, layouts, spread_parameters(stage, c), spread_cast(stage, c));
    return primary_bytes(stage, job, layouts, stage.parameters(), stage.cast_parameters()) +
           cast_copy_bytes(job, layouts) * stage.cast_parameters();
}

/// Layers whose parameters are together while the stage computes, the one at work and the one that comes
/// next, and the gradients of one before they are spread.
double gathered_bytes(const TrainingJob& job, const ParallelConfig& c, const StageShape& stage,
                      MatrixLayouts layouts) {
    const double together = c.zero_stage == 3 ? 2 * primary_bytes(stage, job, layouts, stage.parameters(),
                                                                  stage.cast_parameters())
                                              : 0;
    return (together + stage.trained_parameters() * exchanged_gradient_bytes(job)) /
           std::max(1.0, stage.layers);
}

/// Bytes that each layer keeps of one microbatch where all are alike.
double mean_activations(const ModelLayers& layers, const TransformerModel& m, const TrainingJob& job,
                        const ParallelConfig& c) {
    const std::vector<double> of_part = kept_of_parts(layers, m, job, c);
    double bytes = 0;
    for (std::size_t i = 0; i < of_part.size(); ++i)
        bytes += layers.parts()[i].in_before.back() / double(m.layers + m.mtp_layers) * of_part[i];
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
    memory.add("run-ahead", usual);
}

double workspace_gib(const TrainingJob& job, const ParallelConfig& c) {
    const MemoryHabits& habits = framework_of(job).memory;
    if (c.zero_stage >= 2)
        return habits.sharded_workspace_gib;
    const bool plain = c.zero_stage == 0 && recipe_of(job.precision).keeps_fp32();
    return plain ? habits.fp32_workspace_gib.value_or(habits.workspace_gib) : habits.workspace_gib;
}

/// Bytes of the groups of parameters that visit the GPU to be updated: one at work, one on its way, each with
/// weight and moments in fp32 (10^8 parameters in the logs of Deep Optimizer States, Middleware 2024).
double visiting_bytes(const Offload& offload) {
    constexpr double group = 1e8, groups = 2, bytes = 12;
    return offload.stride > 0 ? groups * group * bytes : 0;
}

/// Adds gradients and optimizer state.
void add_states(DeviceMemory& memory, const TransformerModel& m, const TrainingJob& job,
                const ParallelConfig& c, const StageShape& stage, MatrixLayouts layouts) {
    constexpr double full_bytes = 4;
    const double share = c.offload.optimizer, optimized = optimized_parameters(stage, c),
                 states = optimizer_state_bytes(m, job, stage) * optimized;
    // Where gradients are spread, those whose updates are the host's go there as they come, and the others
    // are kept in fp32 for the GPU's updates.
    const bool spread = c.zero_stage >= 2;
    const double kept =
        share > 0 && spread ? full_bytes * (1 - share) : kept_gradient_bytes(job, c.zero_stage);
    memory.add("gradients", kept * (spread ? spread_trained(stage, c) : stage.trained_parameters()) +
                                shared_embedding_bytes(m, job, c, stage));
    if (spread)
        memory.add("gathered layers", gathered_bytes(job, c, stage, layouts));
    memory.add("optimizer", (1 - share) * states);
    if (share > 0) {
        memory.add("optimizer", share * states, MemoryPlace::host);
        memory.add("gradients", share * full_bytes * optimized, MemoryPlace::host);
    }
}

/// Adds `bytes` of activations. A share of the `offloadable` ones among them is on the host, but for what two
/// layers have on its way.
void add_activations(DeviceMemory& memory, double bytes, double share, double offloadable,
                     double of_largest_layer) {
    constexpr double in_transit = 2;
    const double on_host = share * offloadable;
    memory.add("activations", bytes - on_host + share * std::min(offloadable, in_transit * of_largest_layer));
    if (share > 0)
        memory.add("activations", on_host, MemoryPlace::host);
}

} // namespace

double memory_margin(const TransformerModel& model, const TrainingJob& job) {
    const MemoryHabits& habits = framework_of(job).memory;
    return model.moe ? habits.margin : habits.dense_margin.value_or(habits.margin);
}

MemoryModel::MemoryModel(const TransformerModel& model, TrainingJob job, const ParallelConfig& config)
    : model_(model), job_(std::move(job)), layers_(layers_of(model)) {
    if (has_stage_tp(config)) {
        for (const StagesOfTp& alike : stages_by_tp(config))
            by_tp_.emplace_back(model, job_, alike.config);
        return;
    }
    stages_ = device_stages(model, job_, config), held_ = chunks_held(config);
    // Layers of one kind keep as much each.
    const bool alike =
        layers_->alike() && model.mtp_layers == 0 && config.recompute_layers == 0 && !model.encoder;
    kept_ = alike ? mean_activations(*layers_, model, job_, config) : 1;
    loads_ = alike ? held_ : chunks_held(config, chunk_activations(*layers_, model, job_, config));
    if (config.offload.activations > 0)
        add_offloadable(config);
    const MemoryHabits& habits = framework_of(job_).memory;
    inputs_at_work_ = config.tp > 1 ? habits.inputs_at_work : 0;
    at_work_ = workspace_gib(job_, config) * bytes_per_gib + recomputed_bytes(*layers_, model, job_, config) +
               stand_in_bytes(*layers_, job_, config) + gathered_keys_bytes(model, job_, config) +
               visiting_bytes(config.offload);
}

void MemoryModel::add_offloadable(const ParallelConfig& config) {
    if (config.offload.modules.empty()) {
        in_transit_ = largest_layer(*layers_, kept_of_parts(*layers_, model_, job_, config));
        return;
    }
    in_transit_ =
        largest_layer(*layers_, activations_of_parts(*layers_, model_, job_, config, Keeps::offloadable));
    offloadable_ = chunks_held(config, chunk_offloadable(*layers_, model_, job_, config));
}

std::vector<DeviceMemory> MemoryModel::of_stages_by_tp(const ParallelConfig& config,
                                                       const std::vector<DeviceRoom>& rooms) const {
    std::vector<DeviceMemory> devices(rooms.size());
    const std::vector<StagesOfTp> by_tp = stages_by_tp(config);
    for (std::size_t i = 0; i < by_tp.size(); ++i) {
        std::vector<DeviceMemory> all = by_tp_[i].of(by_tp[i].config, rooms);
        for (const int stage : by_tp[i].stages)
            devices[static_cast<std::size_t>(stage)] = std::move(all[static_cast<std::size_t>(stage)]);
    }
    return devices;
}

std::vector<DeviceMemory> MemoryModel::of(const ParallelConfig& config,
                                          const std::vector<DeviceRoom>& rooms) const {
    if (!by_tp_.empty())
        return of_stages_by_tp(config, rooms);
    const MemoryHabits& habits = framework_of(job_).memory;
    const double margin = memory_margin(model_, job_), // added by learned_memory()
        counted = (1 + habits.copies_margin.value_or(margin)) / (1 + margin);
    std::vector<DeviceMemory> devices(static_cast<std::size_t>(config.pp));
    for (std::size_t device = 0; device < devices.size(); ++device) {
        const StageShape& stage = stages_[device];
        DeviceMemory& memory = devices[device];
        const DeviceRoom& room = rooms[device];
        memory.limit = room.gpu_bytes;
        memory.parts.reserve(most_parts);
        memory.add("parameters", parameter_bytes(stage, job_, config, room.layouts));
        add_states(memory, model_, job_, config, stage, room.layouts);
        const double kept = kept_ * loads_[device].layers_held;
        add_activations(memory, kept, config.offload.activations,
                        offloadable_.empty() ? kept : offloadable_[device].layers_held, in_transit_);
        const double logits =
            stage.has_head ? (1 + stage.predictions) * stage.tokens * model_.vocab / config.tp_y() : 0;
        if (stage.has_head)
            memory.add("logits", head_output_bytes(job_) * logits);
        memory.add("temporary", at_work_ + inputs_at_work_ * stage.activation_bytes(model_));
        add_run_ahead(memory, model_, job_, config, stage.tokens, held_[device].layers_held);
        constexpr double full_bytes = 4;
        const double with_copies = memory.estimate + habits.loss_copies * full_bytes * logits;
        memory.upper = std::max({memory.upper, memory.estimate, counted * with_copies});
        memory.verdict = verdict_of(memory.upper, memory.limit);
    }
    return devices;
}

std::vector<DeviceMemory> analytic_memory(const TransformerModel& model, const TrainingJob& job,
                                          const ParallelConfig& config,
                                          const std::vector<DeviceRoom>& rooms) {
    return MemoryModel(model, job, config).of(config, rooms);
}

} // namespace pipette
