// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/models/hugging_face.h"

namespace pipette {
namespace {

/// Experts in every layer, as wide as intermediate_size says.
TransformerModel with_experts(const JsonValue& config, std::string_view count) {
    TransformerModel model = llama_model(config);
    model.moe = Experts{.experts = size_in(config, count),
                        .experts_per_token = size_in(config, "num_experts_per_tok"),
                        .ffn_hidden = model.ffn_hidden};
    return model;
}

TransformerModel read_mixtral(const JsonValue& config) {
    TransformerModel model = with_experts(config, "num_local_experts");
    model.sliding_window = size_or_none(config, "sliding_window");
    return model;
}

TransformerModel read_grok(const JsonValue& config) {
    TransformerModel model = with_experts(config, "num_experts");
    model.norms_per_layer = 4;
    return model;
}

/// Every second layer sees 128 tokens; all matrices of attention, the router and the experts carry biases.
TransformerModel read_gpt_oss(const JsonValue& config) {
    TransformerModel model = with_experts(config, "num_local_experts");
    model.attention_bias =
        flag_in(config, "attention_bias").value_or(true) ? AttentionBias::qkvo : AttentionBias::none;
    model.moe->router_bias = model.moe->biases = true;
    model.sinks = true;
    model.sliding_window = size_or_none(config, "sliding_window");
    if (model.sliding_window > 0)
        model.window_pattern = {1, 0};
    return model;
}

const Registered<HuggingFaceFamily>
    mixtral_row({.name = "mixtral",
                 .read = read_mixtral,
                 .keys = {"num_local_experts", "num_experts_per_tok", "sliding_window"}});
const Registered<HuggingFaceFamily>
    grok_row({.name = "grok-1", .read = read_grok, .keys = {"num_experts", "num_experts_per_tok"}});
const Registered<HuggingFaceFamily>
    gpt_oss_row({.name = "gpt_oss",
                 .read = read_gpt_oss,
                 .keys = {"num_local_experts", "num_experts_per_tok", "sliding_window"}});

} // namespace
} // namespace pipette
