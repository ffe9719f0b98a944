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

PartTable patches_table(const Encoder& e) {
    const double h = e.hidden, positions = e.attended > 0 ? e.attended : e.patches;
    PartTable part;
    if (e.patch > 0) {
        part.products = {{.name = "patches", .in = double(e.patch), .out = h}};
        part.kept = {{.name = "patches", .elements = double(e.patch), .when = KeptTensor::checkpoint}};
    }
    part.weights = {{.name = "positions of patches", .elements = positions * h}};
    return part;
}

PartTable projector_table(const TransformerModel& m) {
    const Encoder& e = *m.encoder;
    const TokenRows tokens{.per_token = 1.0 / e.merged};
    const double in = double(e.hidden) * e.merged, out = m.hidden, width = e.projector;
    PartTable part;
    part.kept = {
        {.name = "input of the projector", .elements = in, .rows = tokens, .when = KeptTensor::checkpoint}};
    if (e.projector == 0) {
        part.products = {{.name = "projector", .in = in, .out = out, .rows = tokens}};
        return part;
    }
    part.products = {
        {.name = "projector up", .in = in, .out = width, .out_cut = axis::tp, .rows = tokens},
        {.name = "projector down", .in = width, .out = out, .in_cut = axis::tp, .rows = tokens},
    };
    part.traffic = {{.name = "activation of the projector",
                     .forward = 2 * width,
                     .backward = 3 * width,
                     .cut = axis::tp,
                     .rows = tokens}};
    part.tensor_sums = 1;
    part.kept.push_back({.name = "around the projector's activation",
                         .elements = 2 * width,
                         .cut = axis::tp,
                         .rows = tokens});
    return part;
}

} // namespace pipette
