// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/stage_shape.h"

#include "core/workload/layers/part_folds.h"

#include <algorithm>
#include <functional>

namespace pipette {
namespace {

/// What a GPU keeps of so many parameters beside experts and in them.
double spread(double shared, double experts, const ParallelConfig& config) {
    const bool in_replicas = config.zero_stage > 1;
    return shared / (in_replicas ? config.shards() : config.sharers()) +
           experts / (in_replicas ? config.expert_shards() : config.edp());
}

/// What one GPU holds of a part of a layer.
struct HeldPart {
    HeldPart(const PartTable& part, const FineTuning& tuning, const AxisSizes& sizes)
        : weights(parameters_of(part, sizes)),
          cast(cast_parameters_of(part, sizes)),
          adapters(adapters_of(part, tuning, sizes)) {}
    PartParameters weights, cast, adapters;
};

/// Adds a part that `count` of the stage's layers have.
void add_part(StageShape& shape, const HeldPart& part, double count) {
    if (count == 0)
        return;
    const auto& [weights, cast, adapters] = part;
    shape.beside_experts += count * weights.shared;
    shape.experts += count * weights.experts + weights.once_a_model;
    shape.cast_shared += count * cast.shared;
    shape.cast_experts += count * cast.experts;
    shape.expert_layers += weights.experts > 0 ? count : 0;
    shape.adapters += count * adapters.shared;
    shape.expert_adapters += count * adapters.experts;
}

/// Adds an encoder in front of the first chunk.
void add_encoder(StageShape& shape, const TransformerModel& model, const EncoderParts& encoder,
                 const AxisSizes& sizes) {
    encoder.each([&](const PartTable& part, int count, bool projector) {
        const double held = count * parameters_of(part, sizes).total();
        shape.beside_experts += held;
        shape.cast_shared += count * cast_parameters_of(part, sizes).total();
        shape.untrained += model.encoder->frozen && !projector ? held : 0;
    });
}

/// Adds what the first and the last chunk have beside layers.
void add_ends(StageShape& shape, const ModelLayers& layers, bool tied, const AxisSizes& sizes) {
    if (shape.embeds) {
        for (const Weights& table : layers.embedding().weights)
            (table.cut == axis::tp ? shape.embedding : shape.positions) +=
                table.elements / sizes.of(table.cut) / sizes.of(table.cut_too);
    }
    if (!shape.has_head)
        return;
    for (const Weights& norm : layers.head().weights)
        shape.final_norm += norm.elements / sizes.of(norm.cut);
    if (!shape.embeds || !tied)
        for (const Product& product : layers.head().products)
            shape.head += product.in / sizes.of(product.in_cut) * product.out / sizes.of(product.out_cut);
}

} // namespace

std::vector<StageShape> stage_shapes(const TransformerModel& model, const TrainingJob& job,
                                     const ParallelConfig& config,
                                     const std::vector<std::vector<int>>& chunks_of_stage) {
    const auto layers = layers_of(model);
    const AxisSizes sizes = axis_sizes(config);
    std::vector<HeldPart> parts;
    parts.reserve(layers->parts().size());
    for (const ModelPart& part : layers->parts())
        parts.emplace_back(part.table, job.tuning, sizes);
    const HeldPart prediction(layers->prediction(), job.tuning, sizes);
    std::vector<StageShape> shapes;
    shapes.reserve(chunks_of_stage.size());
    for (const std::vector<int>& chunks : chunks_of_stage) {
        StageShape& shape = shapes.emplace_back();
        PartCounts counts(parts.size(), 0);
        for (const int chunk : chunks) {
            const PartCounts more = parts_in_chunk(config, model, *layers, chunk);
            std::transform(counts.begin(), counts.end(), more.begin(), counts.begin(), std::plus<>{});
            shape.layers += layers_in_chunk(config, model, chunk);
            shape.embeds |= chunk == 0;
            shape.has_head |= chunk == config.chunks() - 1;
        }
        shape.predictions = shape.has_head ? model.mtp_layers : 0;
        shape.frozen = job.tuning.freezes_weights();
        for (std::size_t i = 0; i < counts.size(); ++i)
            add_part(shape, parts[i], counts[i]);
        add_part(shape, prediction, shape.predictions);
        add_ends(shape, *layers, model.tied_embeddings, sizes);
        if (shape.embeds && layers->encoder())
            add_encoder(shape, model, *layers->encoder(), sizes);
        shape.tokens = double(job.sequence_length) * config.micro_batch / config.cp;
        shape.element_bytes = element_bytes(job.precision);
    }
    return shapes;
}

double spread_parameters(const StageShape& stage, const ParallelConfig& config) {
    return spread(stage.shared_parameters(), stage.expert_parameters(), config);
}

double spread_cast(const StageShape& stage, const ParallelConfig& config) {
    return spread(stage.cast_shared, stage.cast_experts, config);
}

double spread_trained(const StageShape& stage, const ParallelConfig& config) {
    return spread(stage.trained_shared(), stage.trained_experts(), config);
}

double optimized_parameters(const StageShape& stage, const ParallelConfig& config) {
    return config.zero_stage == 0 ? stage.trained_parameters() : spread_trained(stage, config);
}

} // namespace pipette
