// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/layers/layer_part.h"

namespace pipette {
namespace {

/// Norms, residual connections and dropout around attention and network (Korthikanti et al. 2022,
/// arXiv:2205.05198, section 4.1).
PartTable norms_table(const TransformerModel& m) {
    const double h = m.hidden;
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
         .inputs_of = {OffloadModule::attn_norm},
         .when = KeptTensor::checkpoint},
        {.name = "residual behind attention",
         .elements = h,
         .rows = sequence_part,
         .inputs_of = {OffloadModule::mlp_norm}},
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
    .in_layer = [](const TransformerModel&, int) { return true; },
    .in_plain_layer = [](const TransformerModel&) { return true; },
    .table = norms_table,
});

} // namespace
} // namespace pipette
