// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/encoder.h"
#include "core/workload/layers/model_layers.h"
#include "core/workload/layers/part_folds.h"
#include "core/workload/transformer_model.h"

#include <algorithm>

namespace pipette {
namespace {

/// Forward, of one token in the whole model; `keys`: that it meets where no window ends its sight.
double forward_flops(const TransformerModel& m, double keys) {
    const auto layers = layers_of(m);
    const PartCounts counts = layers->counts(0, m.layers + m.mtp_layers);
    const double head = product_flops(layers->head());
    double flops = head + m.mtp_layers * (product_flops(layers->prediction()) + head);
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const PartTable& part = layers->parts()[i].table;
        flops += counts[i] * product_flops(part);
        if (part.core)
            flops +=
                counts[i] *
                core_flops(*part.core, part.core->windowed ? std::min<double>(keys, m.sliding_window) : keys);
    }
    return flops;
}

/// Of embedding, final norm and head, tied matrices counted once, and of an encoder.
double parameters_beside_layers(const ModelLayers& layers, const TransformerModel& m) {
    const double head = parameters_of(layers.head()).total();
    const double product = m.tied_embeddings ? double(m.hidden) * m.vocab : 0;
    return parameters_of(layers.embedding()).total() + head - product +
           (m.encoder ? encoder_parameters(m) : 0);
}

} // namespace

double total_parameters(const TransformerModel& m) {
    const auto layers = layers_of(m);
    const PartCounts counts = layers->counts(0, m.layers);
    double total = parameters_beside_layers(*layers, m);
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const PartParameters part = parameters_of(layers->parts()[i].table);
        total += counts[i] * (part.shared + part.experts) + (counts[i] > 0 ? part.once_a_model : 0);
    }
    return total;
}

double active_parameters(const TransformerModel& m) {
    const auto layers = layers_of(m);
    const PartCounts counts = layers->counts(0, m.layers);
    double active = parameters_beside_layers(*layers, m);
    for (std::size_t i = 0; i < counts.size(); ++i)
        active += counts[i] * active_parameters(layers->parts()[i].table);
    return active;
}

ForwardFlops forward_flops_per_token(const TransformerModel& m, double keys) {
    const double matrices = forward_flops(m, 0); // of tokens that meet no other
    return {matrices, forward_flops(m, keys) - matrices};
}

double flops_per_token(const TransformerModel& m, int sequence_length) {
    const double encoder = m.encoder ? encoder_forward_flops(m) / sequence_length : 0;
    return 3 * (forward_flops(m, 0.5 * sequence_length) + encoder);
}

double model_flops_per_sequence(const TransformerModel& m, int sequence_length) {
    return 3.0 * sequence_length * forward_flops(m, sequence_length);
}

} // namespace pipette
