// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/models/hugging_face.h"

#include "core/base/input_error.h"
#include "core/formats/models/model_format.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

constexpr long size_limit = 1'000'000'000;

/// What llama_model() heeds.
constexpr std::string_view common_keys[]{
    "num_hidden_layers",       "hidden_size",         "num_attention_heads",
    "num_key_value_heads",     "intermediate_size",   "vocab_size",
    "max_position_embeddings", "tie_word_embeddings", "head_dim",
    "attention_bias",          "layer_types"};

/// Words that the names of sizes are made of, or begin with.
constexpr std::string_view shape_words[]{"num_",   "n_",     "size",   "dim",  "hidden", "intermediate",
                                         "expert", "layer",  "head",   "rank", "lora",   "ffn",
                                         "mlp",    "window", "chunk",  "conv", "freq",   "sparse",
                                         "mtp",    "latent", "memory", "bias", "norm"};

/// Keys with such words that say nothing about the shape: numerics, routing, generation, how weights are
/// kept.
constexpr std::string_view harmless_keys[]{"layer_norm_eps",
                                           "layer_norm_epsilon",
                                           "rms_norm_eps",
                                           "norm_eps",
                                           "rms_norm_epsilon",
                                           "use_qk_norm",
                                           "norm_topk_prob",
                                           "routed_scaling_factor",
                                           "router_aux_loss_coef",
                                           "experts_per_token",
                                           "n_group",
                                           "topk_group",
                                           "ep_size",
                                           "attn_temperature_tuning",
                                           "query_pre_attn_scalar",
                                           "chunk_size_feed_forward",
                                           "initial_context_length",
                                           "num_beams",
                                           "num_beam_groups",
                                           "num_return_sequences",
                                           "no_repeat_ngram_size",
                                           "encoder_no_repeat_ngram_size",
                                           "mlp_only_layers",
                                           "hidden_act",
                                           "hidden_activation",
                                           "rope_interleave",
                                           "num_logits_to_keep",
                                           "head_dropout",
                                           "quantization_config",
                                           "rope_scaling",
                                           "rope_parameters",
                                           "cache_implementation",
                                           "embedding_multiplier_scale",
                                           "original_max_position_embeddings",
                                           "swiglu_limit",
                                           "n_ctx",
                                           "task_specific_params",
                                           "summary_type",
                                           "_attn_implementation_autoset",
                                           "for_llm_compressor"};

bool says_nothing(const JsonValue& value) {
    const nlohmann::json& raw = value.raw();
    return raw.is_null() || raw.is_string() || (raw.is_boolean() && !raw.get<bool>()) ||
           (raw.is_number() && raw.get<double>() == 0) ||
           ((raw.is_array() || raw.is_object()) && raw.empty());
}

/// A layer of one expert is a dense one.
bool is_one_expert(const std::string& key, const JsonValue& value) {
    return key.find("experts") != key.npos && value.raw().is_number() && value.raw().get<double>() == 1;
}

/// Newer files say of every layer what it attends to.
void read_layer_types(TransformerModel& model, const JsonValue& config) {
    const auto types = config.find("layer_types");
    if (!types || types->is_null())
        return;
    std::vector<int> pattern;
    for (std::size_t i = 0; i < types->size(); ++i)
        pattern.push_back(
            types->element(i).choice({"full_attention", "sliding_attention", "chunked_attention"}) > 0);
    if (model.sliding_window > 0)
        model.window_pattern = std::move(pattern);
}

template <class Keys>
bool holds(const Keys& keys, std::string_view key) {
    return std::find(std::begin(keys), std::end(keys), key) != std::end(keys);
}

/// A size that nobody heeds would make another model of it.
void refuse_unknown_sizes(const JsonValue& config, const HuggingFaceFamily& family) {
    for (const auto& member : config.raw().items()) {
        const std::string& key = member.key();
        const bool fraction = member.value().is_number_float();
        if (fraction || holds(common_keys, key) || holds(family.keys, key) || holds(harmless_keys, key))
            continue;
        const bool is_size =
            std::any_of(std::begin(shape_words), std::end(shape_words), [&](std::string_view word) {
                return word.back() == '_' ? key.starts_with(word) : key.find(word) != key.npos;
            });
        const JsonValue value = config.member(key);
        if (is_size && !says_nothing(value) && !is_one_expert(key, value))
            value.refuse(fmt::format("changes the shape of a model, and what it means for {} is not known",
                                     family.name));
    }
}

TransformerModel read_hugging_face(std::string_view text, const std::string& file, const std::string& name) {
    const auto document = parse_json(text, file);
    return model_from_hugging_face(JsonValue(document, file), name);
}

const Registered<ModelFormat> hugging_face_row({
    .name = "hugging-face",
    .description = "a config.json",
    .usual_file = "config.json",
    .recognises =
        [](const FileBeginning& beginning) { return beginning.is_json() && beginning.has("\"model_type\""); },
    .read = read_hugging_face,
});

} // namespace

void refuse_key(const JsonValue& config, std::string_view key, const std::string& reason) {
    if (const auto found = config.find(key); found && !says_nothing(*found))
        found->refuse(reason);
}

int size_in(const JsonValue& config, std::string_view key) {
    return static_cast<int>(config.member(key).integer(1, size_limit));
}

int size_in(const JsonValue& config, std::string_view key, int fallback) {
    const auto found = config.find(key);
    return found && !found->is_null() ? static_cast<int>(found->integer(1, size_limit)) : fallback;
}

int size_or_none(const JsonValue& config, std::string_view key) {
    const auto found = config.find(key);
    return found && !found->is_null() ? static_cast<int>(found->integer(0, size_limit)) : 0;
}

std::optional<bool> flag_in(const JsonValue& config, std::string_view key) {
    const auto found = config.find(key);
    return found && !found->is_null() ? std::optional(found->boolean()) : std::nullopt;
}

TransformerModel model_from_hugging_face(const JsonValue& whole, const std::string& name) {
    const JsonValue type = whole.member("model_type");
    const HuggingFaceFamily* family = Registry<HuggingFaceFamily>::find(type.text());
    if (!family)
        type.expected("one of " + Registry<HuggingFaceFamily>::names());
    const JsonValue config = family->part.empty() ? whole : whole.member(family->part);
    refuse_unknown_sizes(config, *family);
    TransformerModel model = family->read(config);
    read_layer_types(model, config);
    model.name = whole.text_or("_name_or_path", name);
    if (model.name.empty())
        model.name = name;
    model.source = fmt::format("Hugging Face config, {}", family->name);
    if (!family->caveat.empty())
        model.source += fmt::format(" ({})", family->caveat);
    try {
        check(model);
    } catch (const InputError& error) {
        throw InputError(config.file(), config.path(), error.place() + " " + error.reason());
    }
    return model;
}

} // namespace pipette
