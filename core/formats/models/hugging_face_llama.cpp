// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/models/hugging_face.h"

namespace pipette {

TransformerModel llama_model(const JsonValue& config) {
    TransformerModel model;
    model.layers = size_in(config, "num_hidden_layers");
    model.hidden = size_in(config, "hidden_size");
    model.heads = size_in(config, "num_attention_heads");
    model.kv_heads = size_in(config, "num_key_value_heads", model.heads);
    model.ffn_hidden = size_in(config, "intermediate_size");
    model.vocab = size_in(config, "vocab_size");
    model.sequence_length = size_in(config, "max_position_embeddings");
    model.gated_mlp = true;
    model.tied_embeddings = flag_in(config, "tie_word_embeddings").value_or(false);
    if (const int head = size_or_none(config, "head_dim"); long{head} * model.heads != model.hidden)
        model.head_dim = head;
    if (flag_in(config, "attention_bias").value_or(false))
        model.attention_bias = AttentionBias::qkvo;
    return model;
}

namespace {

TransformerModel read_mistral(const JsonValue& config) {
    TransformerModel model = llama_model(config);
    model.sliding_window = size_or_none(config, "sliding_window");
    return model;
}

TransformerModel read_gemma2(const JsonValue& config) {
    TransformerModel model = llama_model(config);
    model.tied_embeddings = flag_in(config, "tie_word_embeddings").value_or(true);
    model.norms_per_layer = 4;
    model.sliding_window = size_or_none(config, "sliding_window");
    if (model.sliding_window > 0)
        model.window_pattern = {1, 0};
    return model;
}

const Registered<HuggingFaceFamily> llama_row({.name = "llama", .read = llama_model});
const Registered<HuggingFaceFamily>
    mistral_row({.name = "mistral", .read = read_mistral, .keys = {"sliding_window"}});
const Registered<HuggingFaceFamily>
    gemma2_row({.name = "gemma2", .read = read_gemma2, .keys = {"sliding_window"}});

} // namespace
} // namespace pipette
