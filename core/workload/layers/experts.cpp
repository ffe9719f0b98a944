// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/layers/dense_network.h"
#include "core/workload/layers/layer_part.h"

namespace pipette {
namespace {

void add_router(PartTable& part, const TransformerModel& m) {
    const double experts = m.moe->experts;
    part.products.push_back({.name = "router",
                             .in = double(m.hidden),
                             .out = experts,
                             .rows = own_tokens,
                             .counted = false,
                             .again = 0.5});
    if (m.moe->router_bias)
        part.weights.push_back({.name = "bias of the router", .elements = experts});
    part.traffic.push_back(
        {.name = "routing", .forward = 3 * experts, .backward = 3 * experts, .rows = own_tokens});
    part.kept.push_back({.name = "router's numbers",
                         .elements = experts,
                         .every_second = experts,
                         .rows = own_tokens,
                         .bytes = 4});
}

/// The routed experts: a row is one copy of a token for one of its experts.
void add_routed(PartTable& part, const TransformerModel& m) {
    const Experts& moe = *m.moe;
    const double h = m.hidden, f = moe.ffn_hidden, gate = m.gated_mlp ? 2 : 1, experts = moe.experts;
    const TokenRows copies{.per_token = double(moe.experts_per_token), .cut = axis::tp, .routed = true};
    TokenRows met = copies; // where an expert is split, its GPUs gather what each of them was sent
    met.gathered = axis::etp;
    part.products.push_back({.name = "experts' up",
                             .in = h,
                             .out = gate * f,
                             .out_cut = axis::etp,
                             .rows = met,
                             .sets = experts,
                             .sets_cut = axis::ep,
                             .again = 0.5,
                             .adapters = AdapterPlace::network});
    part.products.push_back({.name = "experts' down",
                             .in = f,
                             .out = h,
                             .in_cut = axis::etp,
                             .rows = met,
                             .sets = experts,
                             .sets_cut = axis::ep,
                             .again = 0.5,
                             .adapters = AdapterPlace::network});
    if (moe.biases)
        part.weights.push_back({.name = "biases of experts",
                                .elements = gate * f + h,
                                .cut = axis::etp,
                                .sets = experts,
                                .sets_cut = axis::ep,
                                .met = double(moe.experts_per_token)});
    part.traffic.push_back({.name = "copies of tokens",
                            .forward = h,
                            .backward = h,
                            .rows = copies,
                            .kind = MemoryTraffic::sorted});
    part.traffic.push_back(
        {.name = "activation", .forward = 2 * gate * f, .backward = 3 * gate * f, .rows = copies});
    part.traffic.push_back({.name = "casts",
                            .forward = h + f,
                            .backward = h + gate * f,
                            .rows = copies,
                            .kind = MemoryTraffic::grouped_cast});
    // Tokens that came and those that go back; both products' outputs, the gate among them.
    part.kept.push_back({.name = "what comes back", .elements = h, .every_second = h, .rows = copies});
    part.kept.push_back({.name = "input of experts",
                         .elements = h,
                         .every_second = h,
                         .rows = copies,
                         .when = KeptTensor::weights_train});
    part.kept.push_back(
        {.name = "input of the activation", .elements = gate * f, .every_second = gate * f, .rows = copies});
    part.kept.push_back({.name = "input of down",
                         .elements = f,
                         .every_second = f,
                         .rows = copies,
                         .when = KeptTensor::weights_train});
    part.dispatch = TokenDispatch{h, moe.experts_per_token, moe.experts};
}

PartTable experts_table(const TransformerModel& m) {
    PartTable part;
    add_router(part, m);
    add_routed(part, m);
    if (m.moe->shared_ffn_hidden > 0)
        add_network(part, m, m.moe->shared_ffn_hidden);
    return part;
}

const Registered<LayerPart> experts_row({
    .name = "experts",
    .place = LayerPart::feed_forward,
    .in_layer = has_experts,
    .in_plain_layer = [](const TransformerModel&) { return false; },
    .table = experts_table,
});

} // namespace
} // namespace pipette
