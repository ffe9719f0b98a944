// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/layers/layer_part.h"

namespace pipette {
namespace {

PartTable core_of(const TransformerModel& m, bool windowed) {
    const AttentionWidths width = attention_widths(m);
    PartTable part;
    part.core = AttentionCore{.query = width.query,
                              .key = width.key,
                              .value = width.value,
                              .output = width.output,
                              .heads = double(m.heads),
                              .kv_heads = double(m.kv_heads),
                              .windowed = windowed,
                              .causal = m.causal};
    // Fused kernels keep the largest score and the sum of exponentials of each query and head.
    part.kept = {{.name = "softmax statistics",
                  .elements = double(m.heads),
                  .every_second = double(m.heads),
                  .cut = axis::tp,
                  .bytes = 4,
                  .modules = {RecomputeModule::core_attn},
                  .when = KeptTensor::fused_attention}};
    return part;
}

const Registered<LayerPart> full_core_row({
    .name = "attention core",
    .place = LayerPart::core,
    .in_layer = [](const TransformerModel& m, int layer) { return !has_window(m, layer); },
    .in_plain_layer = [](const TransformerModel&) { return true; },
    .table = [](const TransformerModel& m) { return core_of(m, false); },
});

const Registered<LayerPart> windowed_core_row({
    .name = "windowed attention core",
    .place = LayerPart::core,
    .in_layer = has_window,
    .in_plain_layer = [](const TransformerModel&) { return false; },
    .table = [](const TransformerModel& m) { return core_of(m, true); },
});

} // namespace
} // namespace pipette
