// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/models/hugging_face.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

/// transformers leaves out what a Llama has in common with the 7B of the first generation
/// (models/llama/configuration_llama.py).
nlohmann::json with_usual_sizes_of_llama(const nlohmann::json& text) {
    nlohmann::json sizes{{"vocab_size", 32000},        {"hidden_size", 4096},
                         {"intermediate_size", 11008}, {"num_hidden_layers", 32},
                         {"num_attention_heads", 32},  {"max_position_embeddings", 2048}};
    sizes.update(text);
    return sizes;
}

/// The vision transformer of CLIP (arXiv:2103.00020) before one image in each sequence. Its class token is
/// not among the patches. LLaVA trains the projector and the language model, not the encoder
/// (arXiv:2310.03744, section 3).
Encoder read_clip(const JsonValue& vision) {
    vision.member("model_type").choice({"clip_vision_model"});
    const int side = static_cast<int>(vision.member("image_size").integer(1, 10'000)),
              patch = static_cast<int>(vision.member("patch_size").integer(1, 1'000)); // pixels
    if (side % patch != 0)
        vision.member("patch_size").expected(fmt::format("a divisor of image_size {}", side));
    Encoder encoder;
    encoder.layers = size_in(vision, "num_hidden_layers");
    encoder.hidden = size_in(vision, "hidden_size");
    encoder.heads = size_in(vision, "num_attention_heads");
    encoder.ffn_hidden = size_in(vision, "intermediate_size");
    encoder.patches = encoder.attended = (side / patch) * (side / patch);
    encoder.patch = patch * patch * static_cast<int>(vision.integer_or("num_channels", 3, 1, 100));
    encoder.frozen = true;
    return encoder;
}

TransformerModel read_llava(const JsonValue& config) {
    nlohmann::json whole = config.raw();
    const JsonValue text_type = config.member("text_config").member("model_type");
    if (text_type.text() == "llama")
        whole["text_config"] = with_usual_sizes_of_llama(whole["text_config"]);
    TransformerModel model =
        model_from_hugging_face(JsonValue(whole, config.file()).member("text_config"), "text");
    if (model.encoder)
        text_type.expected("a language model");
    model.encoder = read_clip(config.member("vision_config"));
    model.encoder->projector = model.hidden; // two matrices, both as wide as the language model
    return model;
}

const Registered<HuggingFaceFamily> llava_row({
    .name = "llava",
    .read = read_llava,
    .caveat = "with one image in each sequence and a frozen vision encoder",
    .keys = {"vision_feature_layer", "multimodal_projector_bias"},
});

} // namespace
} // namespace pipette
