// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/layers/layer_part.h"

namespace pipette {
namespace {

/// A projection down to a latent vector, which each tensor parallel rank computes for its part of the
/// sequence, or up from it to heads, which tensor parallelism cuts.
Product down(std::string_view name, double in, double out) {
    return {.name = name,
            .in = in,
            .out = out,
            .rows = sequence_part,
            .again = 0.5,
            .adapters = AdapterPlace::attention};
}
Product up(std::string_view name, double in, double out) {
    return {.name = name,
            .in = in,
            .out = out,
            .out_cut = axis::tp,
            .again = 0.5,
            .adapters = AdapterPlace::attention,
            .modules = {RecomputeModule::mla_up_proj}};
}

/// What the backward pass needs of it.
std::vector<KeptTensor> latent_kept(const TransformerModel& m) {
    const double h = m.hidden, kv_lora = m.mla->kv_lora, q_lora = m.mla->q_lora, rope = m.mla->rope;
    const AttentionWidths width = attention_widths(m);
    const double all = width.query + width.key + width.value;
    return {
        // Two products take it: in 8 bits each keeps a copy, which is as much as the one in 16 bits.
        {.name = "input of attention",
         .elements = h,
         .rows = sequence_part,
         .modules = {RecomputeModule::layernorm}},
        {.name = "compressed vectors", .elements = q_lora + kv_lora + rope, .rows = sequence_part},
        {.name = "norms of compressed vectors",
         .elements = q_lora + kv_lora,
         .rows = sequence_part,
         .low_precision = true},
        {.name = "queries, keys and values",
         .elements = all,
         .every_second = width.query + width.value,
         .cut = axis::tp,
         .modules = {RecomputeModule::mla_up_proj}},
        {.name = "attention output", .elements = width.output, .every_second = width.output, .cut = axis::tp},
        {.name = "before rotary embedding",
         .elements = width.query + width.key,
         .cut = axis::tp,
         .when = KeptTensor::before_rotary},
    };
}

/// Queries, keys and values from compressed vectors (DeepSeek-V2, arXiv:2405.04434, section 2.1).
PartTable latent_table(const TransformerModel& m) {
    const LatentAttention& mla = *m.mla;
    const double h = m.hidden, kv_lora = mla.kv_lora, q_lora = mla.q_lora;
    const AttentionWidths width = attention_widths(m);
    PartTable part;
    if (q_lora > 0) {
        part.products = {down("compressed queries", h, q_lora), up("queries", q_lora, width.query)};
        part.weights.push_back({.name = "norm of compressed queries", .elements = q_lora, .counted = true});
    } else {
        part.products = {up("queries", h, width.query)};
    }
    part.products.push_back(down("compressed keys and values", h, kv_lora + mla.rope));
    part.products.push_back(up("keys and values", kv_lora, m.heads * double(mla.nope + mla.v)));
    part.products.push_back({.name = "attention output",
                             .in = width.output,
                             .out = h,
                             .in_cut = axis::tp,
                             .again = 0.5,
                             .adapters = AdapterPlace::attention});
    part.weights.push_back({.name = "norm of compressed keys", .elements = kv_lora, .counted = true});
    const double all = width.query + width.key + width.value;
    part.traffic = {
        {.name = "rotary embedding",
         .forward = 2 * width.query,
         .backward = 2 * width.query,
         .cut = axis::tp},
        {.name = "casts", .forward = h, .backward = h, .rows = sequence_part, .kind = MemoryTraffic::cast},
        {.name = "casts",
         .forward = width.output,
         .backward = all,
         .cut = axis::tp,
         .kind = MemoryTraffic::cast},
    };
    // Norms are kernels of their own here, and read and write what they take.
    part.traffic.push_back({.name = "norm before attention",
                            .rows = sequence_part,
                            .repeated = 2 * h,
                            .modules = {RecomputeModule::layernorm}});
    part.kept = latent_kept(m);
    part.tensor_sums = 1;
    return part;
}

bool is_latent(const TransformerModel& m) {
    return m.mla.has_value();
}

const Registered<LayerPart> latent_row({
    .name = "latent attention",
    .place = LayerPart::attention,
    .in_layer = [](const TransformerModel& m, int) { return is_latent(m); },
    .in_plain_layer = is_latent,
    .table = latent_table,
});

} // namespace
} // namespace pipette
