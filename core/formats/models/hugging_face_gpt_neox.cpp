// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/models/hugging_face.h"

namespace pipette {
namespace {

TransformerModel read_gpt_neox(const JsonValue& config) {
    TransformerModel model = llama_model(config);
    model.gated_mlp = false;
    model.biases = true; // those of attention are among them
    model.attention_bias = AttentionBias::none;
    return model;
}

const Registered<HuggingFaceFamily> gpt_neox_row({.name = "gpt_neox", .read = read_gpt_neox});

} // namespace
} // namespace pipette
