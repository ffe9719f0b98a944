// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/layers/layer_part.h"

namespace pipette {
namespace {

/// One value as GPUs tell each other about it: its number and its weight, four bytes each.
constexpr double number_bytes = 4, weight_bytes = 4;

Product kept_product(std::string_view name, double in, double out, double alike = 1) {
    return {.name = name, .in = in, .out = out, .rows = own_tokens, .alike = alike, .casts = false};
}

/// In all, GPUs that the values are spread over by their elements get numbers and weights of what all of them
/// take, and each gets the sums of its own tokens. Backward the gradients of sums go the other way, and those
/// of weights are added up where they belong (Berges et al. 2024, arXiv:2412.09764, section 3.2).
std::vector<PartMessage> messages_of(const TokenRows& everybodys, double value) {
    return {
        {.name = "numbers and weights",
         .kind = PartMessage::gather,
         .along = axis::etp,
         .along_too = axis::ep,
         .forward_calls = 1,
         .elements = 1,
         .rows = everybodys,
         .bytes = number_bytes + weight_bytes},
        {.name = "sums of values",
         .kind = PartMessage::all_to_all,
         .along = axis::etp,
         .along_too = axis::ep,
         .forward_calls = 1,
         .backward_calls = 1,
         .elements = value,
         .rows = own_tokens},
        {.name = "gradients of weights",
         .kind = PartMessage::scatter,
         .along = axis::etp,
         .along_too = axis::ep,
         .backward_calls = 1,
         .elements = 1,
         .rows = everybodys,
         .bytes = weight_bytes},
    };
}

/// Products of queries, of both halves' scores, of the gate and of the projection. Beside them: scores are
/// written and read for the best of each half, sums of these pairs for the best of all; rows of values come
/// from all over memory; their sum is written, read with its gate, and their product written. Backward scores
/// and pairs as often; rows are read for the gradients of weights, and their own gradients read, added to and
/// written; three gradients beside sum and gate.
PartTable lookup_table(const TransformerModel& m) {
    const MemoryLayers& memory = *m.memory_layers;
    const double h = m.hidden, heads = memory.heads, keys = memory.keys, value = value_size(m);
    const double queries = heads * memory.key_dim, taken = heads * memory.top_k;
    const double scores = heads * (2 * keys + double(memory.top_k) * memory.top_k);
    TokenRows everybodys{.per_token = taken, .cut = axis::tp};
    everybodys.gathered = axis::etp, everybodys.gathered_too = axis::ep;
    PartTable part;
    part.products = {kept_product("queries of a memory", h, queries),
                     kept_product("scores of half keys", memory.key_dim / 2.0, keys, 2 * heads),
                     kept_product("gate of a memory", h, value),
                     kept_product("projection of a memory", value, h)};
    part.weights = {{.name = "values",
                     .elements = value,
                     .cut = axis::etp,
                     .sets = keys * keys,
                     .sets_cut = axis::ep,
                     .met = taken,
                     .counted = true,
                     .once_a_model = memory.shared}};
    part.traffic = {{.name = "lookup",
                     .forward = 2 * scores + taken * value + 4 * value,
                     .backward = 2 * scores + 3 * taken * value + 5 * value,
                     .rows = own_tokens,
                     .again = false}};
    const double own = queries + 3 * value;
    part.kept = {
        {.name = "queries, sum, gate and product", .elements = own, .every_second = own, .rows = own_tokens},
        {.name = "numbers and weights",
         .elements = 1,
         .every_second = 1,
         .rows = everybodys,
         .bytes = number_bytes + weight_bytes}};
    part.kept.push_back({.name = "input of the network",
                         .elements = h,
                         .rows = sequence_part,
                         .when = KeptTensor::weights_train});
    part.messages = messages_of(everybodys, value);
    return part;
}

const Registered<LayerPart> lookup_row({
    .name = "memory lookup",
    .place = LayerPart::feed_forward,
    .in_layer = has_memory,
    .in_plain_layer = [](const TransformerModel&) { return false; },
    .table = lookup_table,
});

} // namespace
} // namespace pipette
