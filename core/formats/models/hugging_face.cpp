// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/models/hugging_face.h"

#include "core/base/input_error.h"

#include <fmt/format.h>

namespace pipette {
namespace {

constexpr long size_limit = 1'000'000'000;

/// An integer field that older files leave out or set to null.
int size_or(const JsonValue& config, std::string_view key, int fallback) {
    const auto found = config.find(key);
    return found && !found->is_null() ? static_cast<int>(found->integer(1, size_limit)) : fallback;
}

int size_of(const JsonValue& config, std::string_view key) {
    return static_cast<int>(config.member(key).integer(1, size_limit));
}

void refuse_experts(const JsonValue& config) {
    for (const std::string_view key : {"num_local_experts", "num_experts", "n_routed_experts"})
        if (const auto found = config.find(key);
            found && !found->is_null() && found->integer(0, size_limit) > 1)
            found->refuse("is a mixture of experts, which cannot be planned: only dense models can");
}

TransformerModel llama_like(const JsonValue& config) {
    TransformerModel model;
    model.layers = size_of(config, "num_hidden_layers");
    model.hidden = size_of(config, "hidden_size");
    model.heads = size_of(config, "num_attention_heads");
    model.kv_heads = size_or(config, "num_key_value_heads", model.heads);
    model.ffn_hidden = size_of(config, "intermediate_size");
    model.vocab = size_of(config, "vocab_size");
    model.sequence_length = size_of(config, "max_position_embeddings");
    model.gated_mlp = true;
    model.tied_embeddings = config.boolean_or("tie_word_embeddings", false);
    if (const int head = size_or(config, "head_dim", 0); head != 0 && head * model.heads != model.hidden)
        config.member("head_dim")
            .expected(
                fmt::format("hidden_size/num_attention_heads = {}/{}: other head sizes are not supported",
                            model.hidden, model.heads));
    return model;
}

TransformerModel gpt2(const JsonValue& config) {
    TransformerModel model;
    model.layers = size_of(config, "n_layer");
    model.hidden = size_of(config, "n_embd");
    model.heads = model.kv_heads = size_of(config, "n_head");
    model.ffn_hidden = size_or(config, "n_inner", 4 * model.hidden);
    model.vocab = size_of(config, "vocab_size");
    model.sequence_length = size_or(config, "n_positions", size_or(config, "n_ctx", 1024));
    model.tied_embeddings = config.boolean_or("tie_word_embeddings", true);
    model.biases = model.learned_positions = true;
    return model;
}

TransformerModel gpt_neox(const JsonValue& config) {
    TransformerModel model = llama_like(config);
    model.gated_mlp = false;
    model.biases = true;
    return model;
}

} // namespace

TransformerModel model_from_hugging_face(const JsonValue& config, const std::string& name) {
    const JsonValue type = config.member("model_type");
    const std::string family = type.text();
    if (family == "mixtral")
        type.refuse("is \"mixtral\", a mixture of experts, which cannot be planned: only dense models can");
    refuse_experts(config);
    TransformerModel model;
    switch (type.choice({"llama", "mistral", "qwen2", "gpt2", "gpt_neox"})) {
    case 3:
        model = gpt2(config);
        break;
    case 4:
        model = gpt_neox(config);
        break;
    default:
        model = llama_like(config);
    }
    model.name = config.text_or("_name_or_path", name);
    if (model.name.empty())
        model.name = name;
    model.source = "Hugging Face config, " + family;
    if (family == "qwen2")
        model.source += " (the biases of its query, key and value matrices are not counted)";
    try {
        check(model);
    } catch (const InputError& error) {
        throw InputError(config.file(), config.path(), error.place() + " " + error.reason());
    }
    return model;
}

} // namespace pipette
