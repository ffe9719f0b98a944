// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/layers/around_core.h"
#include "core/workload/layers/layer_part.h"

namespace pipette {
namespace {

/// Queries, keys and values in one matrix, and the output's (Ainslie et al. 2023, arXiv:2305.13245).
PartTable grouped_query_table(const TransformerModel& m) {
    const double h = m.hidden;
    const AttentionWidths width = attention_widths(m);
    const double all = width.query + width.key + width.value;
    PartTable part;
    part.products = {
        // Of three products that the fused one stands for, the second is computed again.
        {.name = "queries, keys and values",
         .in = h,
         .out = all,
         .in_cut = axis::x,
         .out_cut = axis::tp,
         .again = width.key / all,
         .adapters = AdapterPlace::attention},
        {.name = "attention output",
         .in = width.output,
         .out = h,
         .in_cut = axis::tp,
         .out_cut = axis::x,
         .again = 1,
         .adapters = AdapterPlace::attention},
    };
    if (m.biases || m.attention_bias != AttentionBias::none)
        part.weights.push_back(
            {.name = "biases of queries, keys and values", .elements = all, .cut = axis::tp});
    if (m.biases || m.attention_bias == AttentionBias::qkvo)
        part.weights.push_back({.name = "bias of the output", .elements = h, .cut = axis::x});
    if (m.qk_norm)
        part.weights.push_back({.name = "norms of queries and keys", .elements = 2.0 * head_size(m)});
    if (m.sinks)
        part.weights.push_back({.name = "sinks", .elements = double(m.heads), .cut = axis::tp});
    add_around_core(part, m, {});
    part.kept.push_back({.name = "input of attention",
                         .elements = h,
                         .rows = sequence_part,
                         .inputs_of = {OffloadModule::qkv_linear},
                         .low_precision = true});
    if (m.qk_norm)
        part.kept.push_back({.name = "before the norms of queries and keys",
                             .elements = width.query + width.key,
                             .cut = axis::tp});
    return part;
}

bool has_grouped_queries(const TransformerModel& m) {
    return !m.mla;
}

const Registered<LayerPart> grouped_query_row({
    .name = "grouped-query attention",
    .place = LayerPart::attention,
    .in_layer = [](const TransformerModel& m, int) { return has_grouped_queries(m); },
    .in_plain_layer = has_grouped_queries,
    .table = grouped_query_table,
});

} // namespace
} // namespace pipette
