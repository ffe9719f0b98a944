// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/layers/layer_part.h"

namespace pipette {
namespace {

/// Norms, residual connections and dropout around attention and network (Korthikanti et al. 2022,
/// arXiv:2205.05198, section 4.1).
///
/// Which of a layer's norms are kernels of their own: the one before latent attention, and the one before
/// experts. The others are a part of the product behind them, so that no module sends their input to the host
/// (Megatron-Core, gpt_layer_specs.py).
PartTable norms_around(const TransformerModel& m, OffloadModules before_network) {
    const double h = m.hidden;
    const OffloadModules before_attention =
        m.mla ? OffloadModules{OffloadModule::attn_norm} : OffloadModules{};
    PartTable part;
    part.weights = {
        {.name = "norms", .elements = m.norms_per_layer * h * (m.biases ? 2 : 1), .cut = axis::x}};
    part.traffic = {
        {.name = "norms and residuals", .forward = 14 * h, .backward = 18 * h, .rows = sequence_part},
        {.name = "cast of the network's input",
         .forward = h,
         .backward = h,
         .rows = sequence_part,
         .kind = MemoryTraffic::cast},
    };
    part.kept = {
        {.name = "input of the layer",
         .elements = h,
         .every_second = h,
         .rows = sequence_part,
         .inputs_of = before_attention,
         .when = KeptTensor::checkpoint},
        {.name = "residual behind attention",
         .elements = h,
         .rows = sequence_part,
         .inputs_of = before_network},
        // What the last product gives, which tensor parallelism leaves to be added up.
        {.name = "output of the layer", .every_second = h},
    };
    if (!m.gated_mlp && m.biases) // GPT: models without biases train without dropout, too
        part.kept.push_back(
            {.name = "masks of dropout", .elements = 2 * h, .rows = sequence_part, .bytes = 1});
    return part;
}

const Registered<LayerPart> norms_row({
    .name = "norms",
    .place = LayerPart::around,
    .in_layer = [](const TransformerModel& m, int layer) { return !has_experts(m, layer); },
    .in_plain_layer = [](const TransformerModel&) { return true; },
    .table = [](const TransformerModel& m) { return norms_around(m, {}); },
});

const Registered<LayerPart> expert_norms_row({
    .name = "norms of layers with experts",
    .place = LayerPart::around,
    .in_layer = has_experts,
    .in_plain_layer = [](const TransformerModel&) { return false; },
    .table = [](const TransformerModel& m) { return norms_around(m, {OffloadModule::mlp_norm}); },
});

} // namespace
} // namespace pipette
