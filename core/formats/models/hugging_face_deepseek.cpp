// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/models/hugging_face.h"

namespace pipette {
namespace {

/// Multi-head latent attention, and experts beside shared ones from a layer on (arXiv:2405.04434).
TransformerModel read_deepseek(const JsonValue& config) {
    if (const auto freq = config.find("moe_layer_freq");
        freq && !freq->is_null() && freq->integer(1, 1000) != 1)
        freq->expected("1: experts in every layer after the first dense ones");
    TransformerModel model = llama_model(config);
    model.head_dim = 0;
    model.kv_heads = model.heads;
    model.mla = LatentAttention{.q_lora = size_or_none(config, "q_lora_rank"),
                                .kv_lora = size_in(config, "kv_lora_rank"),
                                .nope = size_in(config, "qk_nope_head_dim"),
                                .rope = size_in(config, "qk_rope_head_dim"),
                                .v = size_in(config, "v_head_dim")};
    const int width = size_in(config, "moe_intermediate_size");
    model.moe = Experts{.experts = size_in(config, "n_routed_experts"),
                        .experts_per_token = size_in(config, "num_experts_per_tok"),
                        .ffn_hidden = width,
                        .shared_ffn_hidden = width * size_or_none(config, "n_shared_experts"),
                        .first_dense_layers = size_or_none(config, "first_k_dense_replace"),
                        // the correction that balances experts without a loss (arXiv:2412.19437)
                        .router_bias = config.text_or("topk_method", "noaux_tc") == "noaux_tc"};
    model.mtp_layers = size_or_none(config, "num_nextn_predict_layers");
    return model;
}

const std::vector<std::string_view> deepseek_keys{"moe_layer_freq",   "q_lora_rank",
                                                  "kv_lora_rank",     "qk_nope_head_dim",
                                                  "qk_rope_head_dim", "v_head_dim",
                                                  "qk_head_dim",      "moe_intermediate_size",
                                                  "n_routed_experts", "num_experts_per_tok",
                                                  "n_shared_experts", "first_k_dense_replace",
                                                  "topk_method",      "num_nextn_predict_layers"};

const Registered<HuggingFaceFamily>
    deepseek_v2_row({.name = "deepseek_v2", .read = read_deepseek, .keys = deepseek_keys});
const Registered<HuggingFaceFamily>
    deepseek_v3_row({.name = "deepseek_v3", .read = read_deepseek, .keys = deepseek_keys});
const Registered<HuggingFaceFamily>
    kimi_k2_row({.name = "kimi_k2", .read = read_deepseek, .keys = deepseek_keys});

} // namespace
} // namespace pipette
