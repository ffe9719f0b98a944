// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/encoder.h"

#include "core/base/input_error.h"
#include "core/workload/layers/model_layers.h"
#include "core/workload/layers/part_folds.h"

#include <fmt/format.h>

namespace pipette {

TransformerModel encoder_layers(const TransformerModel& model) {
    const Encoder& e = *model.encoder;
    TransformerModel layers;
    layers.name = model.name;
    layers.layers = e.layers, layers.hidden = e.hidden, layers.ffn_hidden = e.ffn_hidden;
    layers.heads = layers.kv_heads = e.heads;
    layers.vocab = 1, layers.sequence_length = e.patches;
    layers.gated_mlp = e.gated_mlp;
    layers.attention_dropout = layers.causal = false;
    return layers;
}

TrainingJob encoder_job(const TrainingJob& job, const TransformerModel& model) {
    TrainingJob of_encoder = job;
    of_encoder.sequence_length = model.encoder->patches;
    of_encoder.tuning = {.mean_sequence = model.encoder->attended};
    return of_encoder;
}

bool freezes_encoder(const TransformerModel& model, const TrainingJob& job) {
    return model.encoder->frozen || job.tuning.freezes_weights();
}

double encoder_parameters(const TransformerModel& model) {
    double all = 0;
    layers_of(model)->encoder()->each(
        [&](const PartTable& part, int count, bool) { all += count * parameters_of(part).total(); });
    return all;
}

double encoder_forward_flops(const TransformerModel& model) {
    const Encoder& e = *model.encoder;
    double of_patch = 0;
    layers_of(model)->encoder()->each([&](const PartTable& part, int count, bool) {
        of_patch += count * product_flops(part);
        if (part.core)
            of_patch += count * core_flops(*part.core, e.attended > 0 ? e.attended : e.patches);
    });
    return e.patches * of_patch;
}

double encoder_flops(const TransformerModel& model, const TrainingJob& job) {
    return (freezes_encoder(model, job) ? 1 : 3) * encoder_forward_flops(model);
}

std::string encoder_text(const TransformerModel& model) {
    if (!model.encoder)
        return {};
    return fmt::format("encoder of {} layers, {:.2f} B parameters{}, {} patches a sequence",
                       model.encoder->layers, encoder_parameters(model) / 1e9,
                       model.encoder->frozen ? ", frozen" : "", model.encoder->patches);
}

void check(const Encoder& e) {
    const auto bounded = [](const char* field, int value, int least, int most) {
        if (value < least || value > most)
            throw InputError({}, std::string("encoder.") + field,
                             fmt::format("is {}, expected {} to {}", value, least, most));
    };
    bounded("layers", e.layers, 1, 10'000);
    bounded("hidden", e.hidden, 1, 1'000'000);
    bounded("heads", e.heads, 1, 100'000);
    bounded("ffn_hidden", e.ffn_hidden, 1, 10'000'000);
    bounded("patches", e.patches, 1, 100'000'000);
    bounded("attended", e.attended, 0, e.patches);
    bounded("patch", e.patch, 0, 10'000'000);
    bounded("merged", e.merged, 1, e.patches);
    bounded("projector", e.projector, 0, 10'000'000);
    if (e.hidden % e.heads != 0)
        throw InputError({}, "encoder.heads", fmt::format("{} does not divide hidden {}", e.heads, e.hidden));
}

} // namespace pipette
