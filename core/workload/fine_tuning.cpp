// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/fine_tuning.h"

#include "core/base/input_error.h"

#include <fmt/format.h>

namespace pipette {
namespace {

void add_adapters(LayerParameters& count, const std::vector<LayerMatrix>& matrices, double rank) {
    for (const LayerMatrix& matrix : matrices)
        (matrix.split == MatrixSplit::none ? count.replicated : count.matrices) +=
            rank * (matrix.in + matrix.out);
}

/// Of all layers, `experts`: the adapters of so many experts a layer that has them.
double adapters_of(const TransformerModel& model, const FineTuning& tuning, double experts) {
    const LayerCounts counts = layer_counts(model, 0, model.layers);
    const LayerParameters dense = adapter_parameters(model, tuning, FeedForward::dense),
                          mixed = adapter_parameters(model, tuning, FeedForward::experts);
    return counts.dense() * dense.total() +
           counts.with_experts * (mixed.matrices + mixed.replicated +
                                  (model.moe ? mixed.experts * experts / model.moe->experts : 0));
}

} // namespace

LayerParameters adapter_parameters(const TransformerModel& model, const FineTuning& tuning,
                                   FeedForward kind) {
    LayerParameters count;
    if (!tuning.freezes_weights())
        return count;
    const double rank = tuning.adapter_rank;
    add_adapters(count, attention_matrices(model), rank);
    if (tuning.targets == AdapterTargets::attention)
        return count;
    add_adapters(count, network_matrices(model, network_width(model, kind)), rank);
    if (kind == FeedForward::dense || !model.moe)
        return count;
    LayerParameters expert;
    add_adapters(expert, network_matrices(model, model.moe->ffn_hidden), rank);
    count.experts = model.moe->experts * expert.total();
    return count;
}

void check(const TransformerModel& model, const FineTuning& tuning) {
    if (model.memory_layers && tuning.freezes_weights())
        throw InputError({}, "adapter_rank",
                         fmt::format("is {}, expected 0 for a model with memory layers: adapters beside them "
                                     "are not known",
                                     tuning.adapter_rank));
}

double trained_parameters(const TransformerModel& model, const FineTuning& tuning) {
    return tuning.freezes_weights() ? adapters_of(model, tuning, model.moe ? model.moe->experts : 0)
                                    : total_parameters(model);
}

double model_flops_per_sequence(const TransformerModel& model, const TrainingJob& job) {
    if (job.tuning == FineTuning{})
        return model_flops_per_sequence(model, job.sequence_length);
    const double tokens = job.sequence_length;
    const ForwardFlops forward = forward_flops_per_token(model, attended_tokens(job));
    if (!job.tuning.freezes_weights())
        return 3 * tokens * (forward.matrices + forward.attention);
    // A multiplication and an addition for each number of an adapter that the token meets.
    const double adapters = 2 * adapters_of(model, job.tuning, model.moe ? model.moe->experts_per_token : 0);
    return tokens * (2 * forward.matrices + 3 * (forward.attention + adapters));
}

} // namespace pipette
