// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/models/hugging_face.h"

#include <fmt/format.h>

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
    model.tied_embeddings = config.boolean_or("tie_word_embeddings", false);
    if (const int head = size_in(config, "head_dim", 0); head != 0 && head * model.heads != model.hidden)
        config.member("head_dim")
            .expected(
                fmt::format("hidden_size/num_attention_heads = {}/{}: other head sizes are not supported",
                            model.hidden, model.heads));
    return model;
}

namespace {

const Registered<HuggingFaceFamily> llama_row({.name = "llama", .read = llama_model});
const Registered<HuggingFaceFamily> mistral_row({.name = "mistral", .read = llama_model});
const Registered<HuggingFaceFamily> qwen2_row({
    .name = "qwen2",
    .read = llama_model,
    .caveat = "the biases of its query, key and value matrices are not counted",
});

} // namespace
} // namespace pipette
