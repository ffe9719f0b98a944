// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/models/model_json.h"

#include "core/base/input_error.h"
#include "core/formats/models/model_format.h"

#include <nlohmann/json.hpp>

namespace pipette {

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
    try {
        check(model);
    } catch (const InputError& error) {
        throw InputError(value.file(), value.path() + json_path_member(error.place()), error.reason());
    }
    return model;
}

nlohmann::ordered_json model_to_json(const TransformerModel& model) {
    return {{"format", "pipette-model"},
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
