// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/models/hugging_face.h"

namespace pipette {
namespace {

/// Layers without rotary positions attend to all before; the others in chunks, whose tokens meet half a chunk
/// in the mean.
void add_chunks(TransformerModel& model, const JsonValue& config) {
    model.sliding_window = size_or_none(config, "attention_chunk_size") / 2;
    if (model.sliding_window == 0)
        return;
    const auto list = config.find("no_rope_layers");
    if (list && list->is_array() && list->size() > 0) {
        for (std::size_t i = 0; i < list->size(); ++i)
            model.window_pattern.push_back(list->element(i).integer(0, 1) != 0);
        return;
    }
    const int interval = size_in(config, "no_rope_layer_interval", 4);
    for (int layer = 0; layer < interval && layer < model.layers; ++layer)
        model.window_pattern.push_back((layer + 1) % interval != 0);
}

/// Experts in every n-th layer beside a shared one as wide; the others are of another width.
TransformerModel read_llama4(const JsonValue& config) {
    refuse_key(config, "moe_layers", "lists the layers with experts, which are read as every n-th only");
    TransformerModel model = llama_model(config);
    const int width = model.ffn_hidden;
    model.moe = Experts{.experts = size_in(config, "num_local_experts"),
                        .experts_per_token = size_in(config, "num_experts_per_tok"),
                        .ffn_hidden = width,
                        .shared_ffn_hidden = width,
                        .every = size_in(config, "interleave_moe_layer_step", 1)};
    model.ffn_hidden = size_in(config, "intermediate_size_mlp", width);
    add_chunks(model, config);
    return model;
}

const std::vector<std::string_view> llama4_keys{
    "num_local_experts",    "num_experts_per_tok", "intermediate_size_mlp",  "interleave_moe_layer_step",
    "attention_chunk_size", "no_rope_layers",      "no_rope_layer_interval", "moe_layers"};

const Registered<HuggingFaceFamily> llama4_row({.name = "llama4",
                                                .read = read_llama4,
                                                .caveat = "its language model without vision",
                                                .keys = llama4_keys,
                                                .part = "text_config"});
const Registered<HuggingFaceFamily>
    llama4_text_row({.name = "llama4_text", .read = read_llama4, .keys = llama4_keys});

} // namespace
} // namespace pipette
