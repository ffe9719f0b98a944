// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/layers/dense_network.h"

#include "core/workload/layers/layer_part.h"

namespace pipette {

void add_network(PartTable& part, const TransformerModel& m, double width, RecomputeModules modules) {
    const double h = m.hidden, gate = m.gated_mlp ? 2 : 1;
    // Of a gated network's two products that widen one is computed again, of two products none.
    part.products.push_back({.name = "up",
                             .in = h,
                             .out = gate * width,
                             .in_cut = axis::x,
                             .out_cut = axis::tp,
                             .again = m.gated_mlp ? 0.5 : 0,
                             .adapters = AdapterPlace::network,
                             .modules = modules});
    part.products.push_back({.name = "down",
                             .in = width,
                             .out = h,
                             .in_cut = axis::tp,
                             .out_cut = axis::x,
                             .adapters = AdapterPlace::network,
                             .modules = modules});
    part.traffic.push_back({.name = "activation",
                            .forward = 2 * gate * width,
                            .backward = 3 * gate * width,
                            .cut = axis::tp,
                            .repeated = 2 * gate * width,
                            .modules = modules});
    part.traffic.push_back({.name = "casts",
                            .forward = width,
                            .backward = gate * width,
                            .cut = axis::tp,
                            .kind = MemoryTraffic::cast,
                            .repeated = width,
                            .modules = modules});
    part.kept.push_back({.name = "input of the activation",
                         .elements = gate * width,
                         .every_second = width,
                         .cut = axis::tp,
                         .modules = modules,
                         .of_activation = true});
    if (m.gated_mlp)
        part.kept.push_back({.name = "gate",
                             .elements = width,
                             .cut = axis::tp,
                             .modules = modules,
                             .when = KeptTensor::unfused_activation});
    part.kept.push_back({.name = "input of down",
                         .elements = width,
                         .cut = axis::tp,
                         .modules = modules,
                         .low_precision = true,
                         .when = KeptTensor::weights_train});
    ++part.tensor_sums;
    part.sums_modules = modules;
}

namespace {

PartTable dense_table(const TransformerModel& m) {
    PartTable part;
    constexpr RecomputeModules mlp{RecomputeModule::mlp};
    add_network(part, m, m.ffn_hidden, mlp);
    part.kept.push_back({.name = "input of the network",
                         .elements = double(m.hidden),
                         .rows = sequence_part,
                         .modules = mlp,
                         .low_precision = true,
                         .when = KeptTensor::weights_train});
    if (m.biases) {
        part.weights.push_back(
            {.name = "bias of up", .elements = (m.gated_mlp ? 2.0 : 1.0) * m.ffn_hidden, .cut = axis::tp});
        part.weights.push_back({.name = "bias of down", .elements = double(m.hidden), .cut = axis::x});
    }
    return part;
}

const Registered<LayerPart> dense_row({
    .name = "dense network",
    .place = LayerPart::feed_forward,
    .in_layer = [](const TransformerModel& m,
                   int layer) { return !has_experts(m, layer) && !has_memory(m, layer); },
    .in_plain_layer = [](const TransformerModel&) { return true; },
    .table = dense_table,
});

} // namespace
} // namespace pipette
