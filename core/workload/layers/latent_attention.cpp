// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/layers/around_core.h"
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
    add_around_core(part, m, {RecomputeModule::mla_up_proj});
    // Norms are kernels of their own here, and read and write what they take.
    part.traffic.push_back({.name = "norm before attention",
                            .rows = sequence_part,
                            .repeated = 2 * h,
                            .modules = {RecomputeModule::layernorm}});
    // Two products take it: in 8 bits each keeps a copy, which is as much as the one in 16 bits.
    part.kept.push_back({.name = "input of attention",
                         .elements = h,
                         .rows = sequence_part,
                         .modules = {RecomputeModule::layernorm},
                         .inputs_of = {OffloadModule::qkv_linear}});
    part.kept.push_back(
        {.name = "compressed vectors", .elements = q_lora + kv_lora + mla.rope, .rows = sequence_part});
    part.kept.push_back({.name = "norms of compressed vectors",
                         .elements = q_lora + kv_lora,
                         .rows = sequence_part,
                         .low_precision = true});
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
