// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/models/model_json.h"

#include "core/base/input_error.h"
#include "core/formats/models/model_format.h"

#include <nlohmann/json.hpp>

namespace pipette {

namespace {

constexpr long most = 1'000'000'000;

int size_or(const JsonValue& value, std::string_view field, int fallback) {
    return static_cast<int>(value.integer_or(field, fallback, 0, most));
}

/// "gqa", or an object with the sizes of latent attention.
std::optional<LatentAttention> attention_from_json(const JsonValue& value) {
    if (value.is_text()) {
        value.choice({"gqa"});
        return std::nullopt;
    }
    value.expect_only({"mla"});
    const JsonValue mla = value.member("mla");
    mla.expect_only({"q_lora", "kv_lora", "nope", "rope", "v"});
    const auto size = [&](std::string_view field) {
        return static_cast<int>(mla.member(field).integer(0, most));
    };
    return LatentAttention{size_or(mla, "q_lora", 0), size("kv_lora"), size("nope"), size("rope"), size("v")};
}

Experts experts_from_json(const JsonValue& value) {
    value.expect_only({"experts", "experts_per_token", "ffn_hidden", "shared_ffn_hidden",
                       "first_dense_layers", "every", "biases"});
    const auto size = [&](std::string_view field) {
        return static_cast<int>(value.member(field).integer(1, most));
    };
    return {.experts = size("experts"),
            .experts_per_token = size("experts_per_token"),
            .ffn_hidden = size("ffn_hidden"),
            .shared_ffn_hidden = size_or(value, "shared_ffn_hidden", 0),
            .first_dense_layers = size_or(value, "first_dense_layers", 0),
            .every = size_or(value, "every", 1),
            .biases = value.boolean_or("biases", false)};
}

MemoryLayers memory_layers_from_json(const JsonValue& value) {
    value.expect_only({"layers", "keys", "heads", "top_k", "value_dim", "key_dim", "shared"});
    MemoryLayers memory;
    memory.layers = value.member("layers").integers(0, most);
    memory.keys = size_or(value, "keys", memory.keys);
    memory.heads = size_or(value, "heads", memory.heads);
    memory.top_k = size_or(value, "top_k", memory.top_k);
    memory.value_dim = size_or(value, "value_dim", memory.value_dim);
    memory.key_dim = size_or(value, "key_dim", memory.key_dim);
    memory.shared = value.boolean_or("shared", memory.shared);
    return memory;
}

nlohmann::ordered_json memory_layers_to_json(const MemoryLayers& memory) {
    const MemoryLayers usual;
    nlohmann::ordered_json json{
        {"layers", memory.layers}, {"keys", memory.keys}, {"heads", memory.heads}, {"top_k", memory.top_k}};
    if (memory.value_dim != usual.value_dim)
        json["value_dim"] = memory.value_dim;
    if (memory.key_dim != usual.key_dim)
        json["key_dim"] = memory.key_dim;
    json["shared"] = memory.shared;
    return json;
}

/// false, true for all four matrices, or which.
AttentionBias attention_bias_from_json(const JsonValue& value) {
    if (!value.is_text())
        return value.boolean() ? AttentionBias::qkvo : AttentionBias::none;
    return static_cast<AttentionBias>(value.choice({"none", "qkv", "qkvo"}));
}

Encoder encoder_from_json(const JsonValue& value) {
    value.expect_only({"layers", "hidden", "heads", "ffn_hidden", "gated_mlp", "patches", "attended", "patch",
                       "merged", "projector", "frozen"});
    const auto size = [&](std::string_view field) {
        return static_cast<int>(value.member(field).integer(1, most));
    };
    return {.layers = size("layers"),
            .hidden = size("hidden"),
            .heads = size("heads"),
            .ffn_hidden = size("ffn_hidden"),
            .gated_mlp = value.boolean_or("gated_mlp", false),
            .patches = size("patches"),
            .attended = size_or(value, "attended", 0),
            .patch = size_or(value, "patch", 0),
            .merged = size_or(value, "merged", 1),
            .projector = size_or(value, "projector", 0),
            .frozen = value.boolean_or("frozen", false)};
}

nlohmann::ordered_json encoder_to_json(const Encoder& e) {
    return {{"layers", e.layers},         {"hidden", e.hidden},       {"heads", e.heads},
            {"ffn_hidden", e.ffn_hidden}, {"gated_mlp", e.gated_mlp}, {"patches", e.patches},
            {"attended", e.attended},     {"patch", e.patch},         {"merged", e.merged},
            {"projector", e.projector},   {"frozen", e.frozen}};
}

/// Parts of layers that rows of other files describe, with the numbers that the rows ask for.
std::vector<OtherPart> other_parts_from_json(const JsonValue& value) {
    std::vector<OtherPart> parts;
    for (std::size_t i = 0; i < value.size(); ++i) {
        const JsonValue item = value.element(i);
        OtherPart part{item.member("kind").words(), item.member("layers").integers(0, 10'000), {}};
        if (const auto sizes = item.find("sizes"); sizes && sizes->is_object())
            for (const auto& [name, size] : sizes->raw().items())
                part.sizes[name] = sizes->member(name).number(0, 1e12);
        parts.push_back(std::move(part));
    }
    return parts;
}

nlohmann::ordered_json other_parts_to_json(const std::vector<OtherPart>& parts) {
    auto json = nlohmann::ordered_json::array();
    for (const OtherPart& part : parts)
        json.push_back({{"kind", part.kind}, {"layers", part.layers}, {"sizes", part.sizes}});
    return json;
}

void read_additions(TransformerModel& model, const JsonValue& value) {
    if (const auto attention = value.find("attention"))
        model.mla = attention_from_json(*attention);
    if (const auto moe = value.find("moe")) {
        model.moe = experts_from_json(*moe);
        model.moe->router_bias = value.boolean_or("router_bias", false);
    }
    if (const auto bias = value.find("attention_bias"))
        model.attention_bias = attention_bias_from_json(*bias);
    model.head_dim = size_or(value, "head_dim", 0);
    model.qk_norm = value.boolean_or("qk_norm", false);
    model.sinks = value.boolean_or("sinks", false);
    model.attention_dropout = value.boolean_or("attention_dropout", true);
    model.norms_per_layer = size_or(value, "norms_per_layer", 2);
    model.sliding_window = size_or(value, "sliding_window", 0);
    if (const auto pattern = value.find("window_pattern"))
        model.window_pattern = pattern->integers(0, 1);
    model.mtp_layers = size_or(value, "mtp_layers", 0);
    if (const auto memory = value.find("memory_layers"); memory && !memory->is_null())
        model.memory_layers = memory_layers_from_json(*memory);
    if (const auto parts = value.find("other_parts"))
        model.other_parts = other_parts_from_json(*parts);
    if (const auto encoder = value.find("encoder"); encoder && !encoder->is_null())
        model.encoder = encoder_from_json(*encoder);
}

/// "memory_layers.keys" as a path of members.
std::string path_of(std::string_view place) {
    const std::size_t dot = place.find('.');
    return json_path_member(place.substr(0, dot)) +
           (dot == place.npos ? std::string() : path_of(place.substr(dot + 1)));
}

/// What differs from a plain model.
void add_additions(nlohmann::ordered_json& json, const TransformerModel& model) {
    const TransformerModel plain;
    if (model.head_dim > 0)
        json["head_dim"] = model.head_dim;
    if (model.mla)
        json["attention"] = {{"mla",
                              {{"q_lora", model.mla->q_lora},
                               {"kv_lora", model.mla->kv_lora},
                               {"nope", model.mla->nope},
                               {"rope", model.mla->rope},
                               {"v", model.mla->v}}}};
    if (model.moe) {
        json["moe"] = {{"experts", model.moe->experts},
                       {"experts_per_token", model.moe->experts_per_token},
                       {"ffn_hidden", model.moe->ffn_hidden},
                       {"shared_ffn_hidden", model.moe->shared_ffn_hidden},
                       {"first_dense_layers", model.moe->first_dense_layers},
                       {"every", model.moe->every}};
        if (model.moe->biases)
            json["moe"]["biases"] = true;
        if (model.moe->router_bias)
            json["router_bias"] = true;
    }
    if (model.attention_bias != AttentionBias::none)
        json["attention_bias"] = name_of(model.attention_bias);
    if (model.qk_norm)
        json["qk_norm"] = true;
    if (model.sinks)
        json["sinks"] = true;
    if (!model.attention_dropout)
        json["attention_dropout"] = false;
    if (model.norms_per_layer != plain.norms_per_layer)
        json["norms_per_layer"] = model.norms_per_layer;
    if (model.sliding_window > 0)
        json["sliding_window"] = model.sliding_window;
    if (!model.window_pattern.empty())
        json["window_pattern"] = model.window_pattern;
    if (model.mtp_layers > 0)
        json["mtp_layers"] = model.mtp_layers;
    if (model.memory_layers)
        json["memory_layers"] = memory_layers_to_json(*model.memory_layers);
    if (!model.other_parts.empty())
        json["other_parts"] = other_parts_to_json(model.other_parts);
    if (model.encoder)
        json["encoder"] = encoder_to_json(*model.encoder);
}

} // namespace

TransformerModel model_from_json(const JsonValue& value) {
    value.expect_format("pipette-model", 1);
    const auto size = [&](std::string_view field) {
        return static_cast<int>(value.member(field).integer(1, 1'000'000'000));
    };
    TransformerModel model;
    model.name = value.member("name").text();
    model.source = value.text_or("source", {});
    model.layers = size("layers");
    model.hidden = size("hidden");
    model.heads = size("heads");
    model.kv_heads = static_cast<int>(value.integer_or("kv_heads", model.heads, 1, 1'000'000'000));
    model.ffn_hidden = size("ffn_hidden");
    model.vocab = size("vocab");
    model.sequence_length = size("sequence_length");
    model.gated_mlp = value.boolean_or("gated_mlp", false);
    model.tied_embeddings = value.boolean_or("tied_embeddings", false);
    model.biases = value.boolean_or("biases", false);
    model.learned_positions = value.boolean_or("learned_positions", false);
    read_additions(model, value);
    try {
        check(model);
    } catch (const InputError& error) {
        throw InputError(value.file(), value.path() + path_of(error.place()), error.reason());
    }
    return model;
}

nlohmann::ordered_json model_to_json(const TransformerModel& model) {
    nlohmann::ordered_json json{{"format", "pipette-model"},
                                {"version", 1},
                                {"name", model.name},
                                {"source", model.source},
                                {"layers", model.layers},
                                {"hidden", model.hidden},
                                {"heads", model.heads},
                                {"kv_heads", model.kv_heads},
                                {"ffn_hidden", model.ffn_hidden},
                                {"vocab", model.vocab},
                                {"sequence_length", model.sequence_length},
                                {"gated_mlp", model.gated_mlp},
                                {"tied_embeddings", model.tied_embeddings},
                                {"biases", model.biases},
                                {"learned_positions", model.learned_positions}};
    add_additions(json, model);
    return json;
}

namespace {

const Registered<ModelFormat> model_json_row({
    .name = "pipette-model",
    .description = "a JSON file with that format",
    .recognises =
        [](const FileBeginning& beginning) { return beginning.is_json() && beginning.has("\"format\""); },
    .read =
        [](std::string_view text, const std::string& file, const std::string&) {
            const auto document = parse_json(text, file);
            return model_from_json(JsonValue(document, file));
        },
});

} // namespace
} // namespace pipette
