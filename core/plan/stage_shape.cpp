// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/stage_shape.h"

#include "core/base/index.h"

namespace pipette {

StageShape stage_shape(const TransformerModel& model, const TrainingJob& job, const ParallelConfig& config,
                       std::span<const int> chunks) {
    StageShape shape;
    for (const int chunk : chunks) {
        shape.layers += config.layers_per_stage[index(chunk)];
        shape.embeds |= chunk == 0;
        shape.has_head |= chunk == config.chunks() - 1;
    }
    const LayerParameters layer = layer_parameters(model);
    shape.matrices = shape.layers * layer.matrices / config.tp;
    shape.norms = shape.layers * layer.replicated;
    if (shape.embeds) {
        shape.embedding = embedding_parameters(model) / config.tp;
        shape.positions = position_parameters(model);
    }
    if (shape.has_head) {
        shape.final_norm = final_norm_parameters(model);
        if (!shape.embeds || !model.tied_embeddings)
            shape.head = head_parameters(model) / config.tp;
    }
    shape.tokens = double(job.sequence_length) * config.micro_batch / config.cp;
    shape.element_bytes = element_bytes(job.precision);
    return shape;
}

} // namespace pipette
