// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/models/hugging_face.h"

namespace pipette {
namespace {

TransformerModel read_gpt2(const JsonValue& config) {
    TransformerModel model;
    model.layers = size_in(config, "n_layer");
    model.hidden = size_in(config, "n_embd");
    model.heads = model.kv_heads = size_in(config, "n_head");
    model.ffn_hidden = size_in(config, "n_inner", 4 * model.hidden);
    model.vocab = size_in(config, "vocab_size");
    model.sequence_length = size_in(config, "n_positions", size_in(config, "n_ctx", 1024));
    model.tied_embeddings = config.boolean_or("tie_word_embeddings", true);
    model.biases = model.learned_positions = true;
    return model;
}

const Registered<HuggingFaceFamily> gpt2_row(
    {.name = "gpt2", .read = read_gpt2, .keys = {"n_layer", "n_embd", "n_head", "n_inner", "n_positions"}});

} // namespace
} // namespace pipette
