// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/transformer_model.h"

#include "core/base/input_error.h"

#include <fmt/format.h>

namespace pipette {

LayerParameters layer_parameters(const TransformerModel& m) {
    const double h = m.hidden, f = m.ffn_hidden;
    const double kv_width = h * m.kv_heads / m.heads;
    const double up_matrices = m.gated_mlp ? 2 : 1;
    LayerParameters count;
    count.matrices = 2 * h * h + 2 * h * kv_width + (up_matrices + 1) * h * f;
    count.replicated = 2 * h;
    if (m.biases) {
        count.matrices += h + 2 * kv_width + up_matrices * f; // column-parallel: split with their matrix
        count.replicated += 2 * h + 2 * h;                    // norm biases; row-parallel output biases
    }
    return count;
}

double embedding_parameters(const TransformerModel& m) {
    return double(m.hidden) * m.vocab;
}

double position_parameters(const TransformerModel& m) {
    return m.learned_positions ? double(m.hidden) * m.sequence_length : 0;
}

double final_norm_parameters(const TransformerModel& m) {
    return double(m.hidden) * (m.biases ? 2 : 1);
}

double head_parameters(const TransformerModel& m) {
    return double(m.hidden) * m.vocab;
}

double total_parameters(const TransformerModel& m) {
    return m.layers * layer_parameters(m).total() + embedding_parameters(m) + position_parameters(m) +
           final_norm_parameters(m) + (m.tied_embeddings ? 0 : head_parameters(m));
}

double model_flops_per_sequence(const TransformerModel& m, int sequence_length) {
    const double h = m.hidden, s = sequence_length, f = m.ffn_hidden;
    const double matrices = 2 * h * h * (1 + double(m.kv_heads) / m.heads) + (m.gated_mlp ? 3 : 2) * h * f;
    const double forward_layer = 2 * s * matrices + 4 * s * s * h; // scores and their product with the values
    return 3 * (m.layers * forward_layer + 2 * s * h * m.vocab);
}

void check(const TransformerModel& m) {
    const auto bounded = [](const char* field, int value, int most) {
        if (value < 1 || value > most)
            throw InputError({}, field, fmt::format("is {}, expected 1 to {}", value, most));
    };
    bounded("layers", m.layers, 10'000);
    bounded("hidden", m.hidden, 1'000'000);
    bounded("heads", m.heads, 100'000);
    bounded("kv_heads", m.kv_heads, m.heads);
    bounded("ffn_hidden", m.ffn_hidden, 10'000'000);
    bounded("vocab", m.vocab, 100'000'000);
    bounded("sequence_length", m.sequence_length, 100'000'000);
    if (m.hidden % m.heads != 0)
        throw InputError({}, "heads", fmt::format("{} does not divide hidden {}", m.heads, m.hidden));
    if (m.heads % m.kv_heads != 0)
        throw InputError({}, "kv_heads", fmt::format("{} does not divide heads {}", m.kv_heads, m.heads));
}

} // namespace pipette
