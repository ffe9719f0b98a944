// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/stage_shape.h"

#include "core/base/index.h"
#include "core/workload/fine_tuning.h"

namespace pipette {
namespace {

/// What a GPU keeps of so many parameters beside experts and in them.
double spread(double shared, double experts, const ParallelConfig& config) {
    const bool in_replicas = config.zero_stage > 1;
    return shared / (in_replicas ? config.shards() : config.sharers()) +
           experts / (in_replicas ? config.expert_shards() : config.edp());
}

void add_adapters(StageShape& shape, const TransformerModel& model, const FineTuning& tuning,
                  const ParallelConfig& config) {
    const LayerParameters dense = adapter_parameters(model, tuning, FeedForward::dense),
                          mixed = adapter_parameters(model, tuning, FeedForward::experts);
    const double dense_layers = shape.layers - shape.expert_layers - shape.memory_layers;
    shape.frozen = tuning.freezes_weights();
    shape.adapters = (dense_layers * dense.matrices + shape.expert_layers * mixed.matrices) / config.tp +
                     dense_layers * dense.replicated + shape.expert_layers * mixed.replicated;
    shape.expert_adapters = shape.expert_layers * mixed.experts / (double(config.etp) * config.ep);
}

} // namespace

StageShape stage_shape(const TransformerModel& model, const TrainingJob& job, const ParallelConfig& config,
                       std::span<const int> chunks) {
    StageShape shape;
    for (const int chunk : chunks) {
        const LayerCounts layers = layers_of_chunk(config, model, chunk);
        shape.layers += layers.layers;
        shape.expert_layers += layers.with_experts;
        shape.memory_layers += layers.with_memory;
        shape.embeds |= chunk == 0;
        shape.has_head |= chunk == config.chunks() - 1;
    }
    shape.predictions = shape.has_head ? model.mtp_layers : 0;
    const LayerParameters dense = layer_parameters(model, FeedForward::dense),
                          mixed = layer_parameters(model, FeedForward::experts),
                          memory = layer_parameters(model, FeedForward::memory),
                          prediction = prediction_parameters(model);
    const double dense_layers = shape.layers - shape.expert_layers - shape.memory_layers;
    shape.matrices = (dense_layers * dense.matrices + shape.expert_layers * mixed.matrices +
                      shape.memory_layers * memory.matrices + shape.predictions * prediction.matrices) /
                     config.tp;
    shape.norms = dense_layers * dense.replicated + shape.expert_layers * mixed.replicated +
                  shape.memory_layers * memory.replicated + shape.predictions * prediction.replicated;
    shape.experts = (shape.expert_layers * mixed.experts + shape.memory_layers * memory.experts +
                     (shape.memory_layers > 0 ? shared_values(model) : 0)) /
                    (double(config.etp) * config.ep);
    if (shape.embeds) {
        shape.embedding = embedding_parameters(model) / config.tp;
        shape.positions = position_parameters(model);
    }
    if (shape.has_head) {
        shape.final_norm = final_norm_parameters(model);
        if (!shape.embeds || !model.tied_embeddings)
            shape.head = head_parameters(model) / config.tp;
    }
    add_adapters(shape, model, job.tuning, config);
    shape.tokens = double(job.sequence_length) * config.micro_batch / config.cp;
    shape.element_bytes = element_bytes(job.precision);
    return shape;
}

double expert_copies(const TransformerModel& model, const TrainingJob& job, const ParallelConfig& config,
                     double tokens) {
    return tokens / config.tp * model.moe->experts_per_token * job.expert_imbalance;
}

double lookups(const TransformerModel& model, const ParallelConfig& config, double tokens) {
    return tokens / config.tp * model.memory_layers->heads * model.memory_layers->top_k;
}

double spread_parameters(const StageShape& stage, const ParallelConfig& config) {
    return spread(stage.shared_parameters(), stage.expert_parameters(), config);
}

double spread_trained(const StageShape& stage, const ParallelConfig& config) {
    return spread(stage.trained_shared(), stage.trained_experts(), config);
}

double optimized_parameters(const StageShape& stage, const ParallelConfig& config) {
    return config.zero_stage == 0 ? stage.trained_parameters() : spread_trained(stage, config);
}

} // namespace pipette
