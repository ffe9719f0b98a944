// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/models/hugging_face.h"

#include "core/base/input_error.h"
#include "core/formats/models/model_format.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

constexpr long size_limit = 1'000'000'000;

void refuse_experts(const JsonValue& config) {
    for (const std::string_view key : {"num_local_experts", "num_experts", "n_routed_experts"})
        if (const auto found = config.find(key);
            found && !found->is_null() && found->integer(0, size_limit) > 1)
            found->refuse("is a mixture of experts, which cannot be planned: only dense models can");
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

int size_in(const JsonValue& config, std::string_view key) {
    return static_cast<int>(config.member(key).integer(1, size_limit));
}

int size_in(const JsonValue& config, std::string_view key, int fallback) {
    const auto found = config.find(key);
    return found && !found->is_null() ? static_cast<int>(found->integer(1, size_limit)) : fallback;
}

TransformerModel model_from_hugging_face(const JsonValue& config, const std::string& name) {
    const JsonValue type = config.member("model_type");
    refuse_experts(config);
    const HuggingFaceFamily* family = Registry<HuggingFaceFamily>::find(type.text());
    if (!family)
        type.expected("one of " + Registry<HuggingFaceFamily>::names());
    TransformerModel model = family->read(config);
    model.name = config.text_or("_name_or_path", name);
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
