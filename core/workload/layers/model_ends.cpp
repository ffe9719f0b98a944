// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/layers/layer_part.h"

namespace pipette {

PartTable embedding_table(const TransformerModel& m) {
    const double h = m.hidden;
    PartTable part;
    part.weights = {{.name = "embedding", .elements = h * m.vocab, .cut = axis::tp, .cut_too = axis::x}};
    if (m.learned_positions)
        part.weights.push_back({.name = "positions", .elements = h * m.sequence_length, .cut = axis::x});
    part.traffic = {{.name = "embedding", .forward = 4 * h, .backward = 4 * h, .cut = axis::x}};
    return part;
}

PartTable head_table(const TransformerModel& m) {
    const double h = m.hidden, vocab = m.vocab;
    PartTable part;
    part.products = {
        {.name = "head", .in = h, .out = vocab, .in_cut = axis::x, .out_cut = axis::tp, .casts = false}};
    part.weights = {{.name = "final norm", .elements = h * (m.biases ? 2 : 1), .cut = axis::x}};
    part.traffic = {{.name = "final norm", .forward = 5 * h, .backward = 5 * h, .cut = axis::x}};
    return part;
}

PartTable prediction_table(const TransformerModel& m) {
    const double h = m.hidden;
    PartTable part;
    part.products = {{.name = "projection of two vectors", .in = 2 * h, .out = h, .out_cut = axis::tp}};
    part.weights = {{.name = "norms of multi-token prediction", .elements = 3 * h}};
    return part;
}

} // namespace pipette
