// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/models/hugging_face.h"

#include <algorithm>

namespace pipette {
namespace {

/// The layers from max_window_layers on have the window, where it is used at all.
void add_window(TransformerModel& model, const JsonValue& config) {
    if (!flag_in(config, "use_sliding_window").value_or(false))
        return;
    model.sliding_window = size_or_none(config, "sliding_window");
    const int full = std::min(size_or_none(config, "max_window_layers"), model.layers);
    if (model.sliding_window > 0)
        for (int layer = 0; layer < model.layers; ++layer)
            model.window_pattern.push_back(layer >= full);
}

TransformerModel read_qwen2(const JsonValue& config) {
    TransformerModel model = llama_model(config);
    model.attention_bias = AttentionBias::qkv;
    add_window(model, config);
    return model;
}

TransformerModel read_qwen3(const JsonValue& config) {
    TransformerModel model = llama_model(config);
    model.qk_norm = true;
    add_window(model, config);
    return model;
}

TransformerModel read_qwen3_moe(const JsonValue& config) {
    refuse_key(config, "mlp_only_layers", "names layers without experts, which are not read");
    TransformerModel model = read_qwen3(config);
    model.moe = Experts{.experts = size_in(config, "num_experts"),
                        .experts_per_token = size_in(config, "num_experts_per_tok"),
                        .ffn_hidden = size_in(config, "moe_intermediate_size"),
                        .every = size_in(config, "decoder_sparse_step", 1)};
    return model;
}

const Registered<HuggingFaceFamily>
    qwen2_row({.name = "qwen2",
               .read = read_qwen2,
               .keys = {"use_sliding_window", "sliding_window", "max_window_layers"}});
const Registered<HuggingFaceFamily>
    qwen3_row({.name = "qwen3",
               .read = read_qwen3,
               .keys = {"use_sliding_window", "sliding_window", "max_window_layers"}});
const Registered<HuggingFaceFamily> qwen3_moe_row(
    {.name = "qwen3_moe",
     .read = read_qwen3_moe,
     .keys = {"use_sliding_window", "sliding_window", "max_window_layers", "num_experts",
              "num_experts_per_tok", "moe_intermediate_size", "decoder_sparse_step", "mlp_only_layers"}});

} // namespace
} // namespace pipette
