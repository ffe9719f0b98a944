// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/layers/dense_network.h"
#include "core/workload/layers/layer_part.h"

namespace pipette {
namespace {

constexpr RecomputeModules moe{RecomputeModule::moe};

/// The router reads the same 16-bit input as a shared network. It keeps its logits and probabilities in fp32
/// and maps of rows.
void add_router(PartTable& part, const TransformerModel& m) {
    const double h = m.hidden, experts = m.moe->experts;
    part.products.push_back({.name = "router",
                             .in = h,
                             .out = experts,
                             .rows = own_tokens,
                             .counted = false,
                             .again = 0.5,
                             .modules = moe});
    if (m.moe->router_bias)
        part.weights.push_back({.name = "bias of the router", .elements = experts});
    part.traffic.push_back({.name = "routing",
                            .forward = 3 * experts,
                            .backward = 3 * experts,
                            .rows = own_tokens,
                            .repeated = 3 * experts,
                            .modules = moe});
    part.traffic.push_back({.name = "norm before experts",
                            .rows = sequence_part,
                            .repeated = 2 * h,
                            .modules = {RecomputeModule::layernorm}});
    part.kept.push_back({.name = "input of the network",
                         .elements = h,
                         .rows = sequence_part,
                         .modules = {RecomputeModule::layernorm},
                         .when = KeptTensor::weights_train});
    part.kept.push_back({.name = "router's numbers",
                         .elements = experts,
                         .every_second = experts,
                         .rows = own_tokens,
                         .bytes = 12,
                         .modules = moe});
    const double choices = m.moe->experts_per_token;
    part.kept.push_back({.name = "maps of rows",
                         .elements = choices,
                         .every_second = choices,
                         .rows = own_tokens,
                         .bytes = 8,
                         .modules = moe});
}

/// What the backward pass needs of each copy of a token.
void add_kept_copies(PartTable& part, const TransformerModel& m, const TokenRows& copies) {
    const double h = m.hidden, f = m.moe->ffn_hidden, gate = m.gated_mlp ? 2 : 1;
    const auto keep = [&](std::string_view name, double elements, RecomputeModules modules,
                          OffloadModules inputs_of, bool low_precision, KeptTensor::When when) {
        part.kept.push_back({.name = name,
                             .elements = elements,
                             .every_second = elements,
                             .rows = copies,
                             .modules = modules,
                             .inputs_of = inputs_of,
                             .low_precision = low_precision,
                             .when = when});
    };
    keep("what comes back", h, moe, {}, false, KeptTensor::weighted_last);
    keep("input of experts", h, moe, {OffloadModule::expert_fc1}, true, KeptTensor::weights_train);
    keep("input of the activation", gate * f, moe, {OffloadModule::moe_act}, false, KeptTensor::always);
    part.kept.back().of_activation = true;
    part.kept.back().starts = {RecomputeModule::moe_act};
    keep("input of down", f, {RecomputeModule::moe, RecomputeModule::moe_act}, {}, true,
         KeptTensor::weights_train);
}

/// The routed experts: a row is one copy of a token for one of its experts.
void add_routed(PartTable& part, const TransformerModel& m) {
    const Experts& experts = *m.moe;
    const double h = m.hidden, f = experts.ffn_hidden, gate = m.gated_mlp ? 2 : 1;
    const TokenRows copies{.per_token = double(experts.experts_per_token), .cut = axis::tp, .routed = true};
    TokenRows met = copies; // where an expert is split, its GPUs gather what each of them was sent
    met.gathered = axis::etp;
    const auto grouped = [&](std::string_view name, double in, double out) {
        return Product{.name = name,
                       .in = in,
                       .out = out,
                       .rows = met,
                       .sets = double(experts.experts),
                       .sets_cut = axis::ep,
                       .again = 0.5,
                       .adapters = AdapterPlace::network,
                       .modules = moe};
    };
    part.products.push_back(grouped("experts' up", h, gate * f));
    part.products.back().out_cut = axis::etp;
    part.products.push_back(grouped("experts' down", f, h));
    part.products.back().in_cut = axis::etp;
    if (experts.biases)
        part.weights.push_back({.name = "biases of experts",
                                .elements = gate * f + h,
                                .cut = axis::etp,
                                .sets = double(experts.experts),
                                .sets_cut = axis::ep,
                                .met = double(experts.experts_per_token)});
    part.traffic.push_back({.name = "copies of tokens",
                            .forward = h,
                            .backward = h,
                            .rows = copies,
                            .kind = MemoryTraffic::sorted,
                            .repeated = h,
                            .modules = moe});
    part.traffic.push_back({.name = "activation",
                            .forward = 2 * gate * f,
                            .backward = 3 * gate * f,
                            .rows = copies,
                            .repeated = 2 * gate * f,
                            .modules = {RecomputeModule::moe, RecomputeModule::moe_act}});
    part.traffic.push_back({.name = "casts",
                            .forward = h + f,
                            .backward = h + gate * f,
                            .rows = copies,
                            .kind = MemoryTraffic::grouped_cast,
                            .repeated = h + f,
                            .modules = moe});
    add_kept_copies(part, m, copies);
    part.dispatch = TokenDispatch{h, experts.experts_per_token, experts.experts, moe};
}

PartTable experts_table(const TransformerModel& m) {
    PartTable part;
    add_router(part, m);
    add_routed(part, m);
    if (m.moe->shared_ffn_hidden > 0)
        add_network(part, m, m.moe->shared_ffn_hidden,
                    {RecomputeModule::moe, RecomputeModule::shared_experts});
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
