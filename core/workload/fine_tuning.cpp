// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/fine_tuning.h"

#include "core/base/input_error.h"
#include "core/workload/encoder.h"
#include "core/workload/layers/model_layers.h"
#include "core/workload/layers/part_folds.h"

#include <fmt/format.h>

namespace pipette {
namespace {

/// Of all layers' adapters, as `count` counts those of one part.
template <class Count>
double adapters_of_layers(const TransformerModel& model, const Count& count) {
    const auto layers = layers_of(model);
    const PartCounts counts = layers->counts(0, model.layers);
    double all = 0;
    for (std::size_t i = 0; i < counts.size(); ++i)
        all += counts[i] * count(layers->parts()[i].table);
    return all;
}

double frozen_of_encoder(const TransformerModel& model) {
    if (!model.encoder || !model.encoder->frozen)
        return 0;
    return encoder_parameters(model) - parameters_of(layers_of(model)->encoder()->projector).total();
}

} // namespace

void check(const TransformerModel& model, const FineTuning& tuning) {
    if (model.memory_layers && tuning.freezes_weights())
        throw InputError({}, "adapter_rank",
                         fmt::format("is {}, expected 0 for a model with memory layers: adapters beside them "
                                     "are not known",
                                     tuning.adapter_rank));
}

double trained_parameters(const TransformerModel& model, const FineTuning& tuning) {
    return tuning.freezes_weights()
               ? adapters_of_layers(model,
                                    [&](const PartTable& part) { return adapters_of(part, tuning).total(); })
               : total_parameters(model) - frozen_of_encoder(model);
}

double model_flops_per_sequence(const TransformerModel& model, const TrainingJob& job) {
    const double encoder = model.encoder ? encoder_flops(model, job) : 0;
    if (job.tuning == FineTuning{})
        return encoder + model_flops_per_sequence(model, job.sequence_length);
    const double tokens = job.sequence_length;
    const ForwardFlops forward = forward_flops_per_token(model, attended_tokens(job));
    if (!job.tuning.freezes_weights())
        return encoder + 3 * tokens * (forward.matrices + forward.attention);
    // A multiplication and an addition for each number of an adapter that the token meets.
    const double adapters = 2 * adapters_of_layers(model, [&](const PartTable& part) {
                                return active_adapters(part, job.tuning);
                            });
    return encoder + tokens * (2 * forward.matrices + 3 * (forward.attention + adapters));
}

} // namespace pipette
